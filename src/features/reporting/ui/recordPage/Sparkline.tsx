import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { formatDay } from '#engine/ui/fields/format.ts'

const SparklineDays = lazy(() => import('./SparklineDays.tsx'))

const [width, height] = [160, 36]

interface SparklineProps {
  /** What it is of. */
  readonly name: string
  readonly days: readonly { readonly day: string; readonly value: number }[]
  readonly write: (value: number) => string
}

/**
 * A line of days, said in words as well: from when to when, the lowest and the highest. Pressed, by the keyboard too, it
 * shows the days as a table.
 */
export function Sparkline({ name, days, write }: SparklineProps) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const values = days.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low || 1
  const x = (index: number) => (days.length < 2 ? 0 : (index / (days.length - 1)) * width)
  const y = (value: number) => 2 + (1 - (value - low) / span) * (height - 4)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const said = translate('work.record.sparkline', {
    from: formatDay(days[0]?.day),
    to: formatDay(days.at(-1)?.day),
    low: write(Math.min(...values)),
    high: write(Math.max(...values)),
  })
  return (
    <>
      <ButtonBase
        aria-label={`${name}: ${said}. ${translate('pages.dashboard.asTable')}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={translate('pages.dashboard.asTable')}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ display: 'block', width: '100%', maxWidth: 260, borderRadius: 1 }}
      >
        <Box
          component="svg"
          aria-hidden
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          sx={{ display: 'block', width: '100%', height, color: 'primary.main' }}
        >
          <line x1="0" x2={width} y1={y(0)} y2={y(0)} stroke="currentColor" strokeOpacity="0.25" strokeWidth="1" />
          <polyline
            points={points}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            vectorEffect="non-scaling-stroke"
          />
        </Box>
      </ButtonBase>
      {anchor && (
        <Suspense fallback={null}>
          <SparklineDays name={name} days={days} write={write} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
