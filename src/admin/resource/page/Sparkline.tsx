import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import { formatDay } from '../../fields/format.ts'

const [width, height] = [160, 36]

/** A line of days, said in words as well: from when to when, the lowest and the highest. */
export function Sparkline({
  days,
  write,
}: {
  days: readonly { readonly day: string; readonly value: number }[]
  write: (value: number) => string
}) {
  const translate = useTranslate()
  const values = days.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low || 1
  const x = (index: number) => (days.length < 2 ? 0 : (index / (days.length - 1)) * width)
  const y = (value: number) => 2 + (1 - (value - low) / span) * (height - 4)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  return (
    <Box
      component="svg"
      role="img"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-label={translate('work.record.sparkline', {
        from: formatDay(days[0]?.day),
        to: formatDay(days.at(-1)?.day),
        low: write(Math.min(...values)),
        high: write(Math.max(...values)),
      })}
      sx={{ display: 'block', width: '100%', maxWidth: 260, height, color: 'primary.main' }}
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
  )
}
