import type { ReactNode } from 'react'
import { LinkBase, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { FigureSum, RecordHead } from '#engine/records/answers/recordHead.ts'
import { isListTab, isSumFigure, type MeasureFigure, type SumFigure } from '#engine/declaration/recordPage.ts'
import { changePercent } from '#features/home/ui/dashboardAnswer.ts'
import { formatMoney, formatNumber, formatPercent } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { PayoutFigure } from '#features/payouts/ui/PayoutFigure.tsx'
import { Freshness } from '#features/activity/ui/freshness/Freshness.tsx'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { headRoom } from '#engine/records/ui/page/headRoom.ts'
import { measures } from '#resources/measures.ts'
import { Sparkline } from './Sparkline.tsx'
import { useHead } from '#engine/records/ui/page/useHead.ts'
import { useTabs } from '#engine/records/ui/page/useTabs.ts'

/** How a figure stands beside the others: two and the payout's in a row, where there is room. */
const figureGrid = {
  ...headRoom,
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  p: { xs: 2, sm: 2.5 },
  alignItems: 'start',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
} as const

/** The figures on top of a record's page; the room for them is there from the start. */
export default function HeadFigures() {
  const { page } = useConfiguredResource()
  return Object.keys(page!.head).length > 0 ? (
    <>
      <DeclaredFigures />
      <OwnFreshness />
    </>
  ) : null
}

/** How far the brands have told that the figures come from. */
function OwnFreshness() {
  const { name } = useConfiguredResource()
  const record = useRecordContext()
  if (!record || (name !== 'affiliate' && name !== 'brand')) return null
  return <Freshness of={{ [name]: Number(record.id) }} sx={{ mt: 1 }} />
}

function DeclaredFigures() {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { data, error, isFetching } = useHead()
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={translate('work.record.figures')}
      aria-busy={isFetching}
      // What stands below is shown with the figures: nothing needs the room that was kept for them then.
      sx={data ? { ...figureGrid, minHeight: 0 } : figureGrid}
    >
      {data ? <Figures head={data} /> : null}
      {!data && !error ? <Waiting /> : null}
      {error && !data ? (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
          {translate('work.record.noFigures')}: {errorText(error)}
        </Alert>
      ) : null}
    </Paper>
  )
}

function Waiting() {
  return [0, 1, 2].map((each) => (
    <Box key={each} aria-hidden>
      <Skeleton width="60%" />
      <Skeleton width="80%" height={40} />
      <Skeleton width="50%" />
    </Box>
  ))
}

function Figures({ head }: { head: RecordHead }) {
  const resource = useConfiguredResource()
  return Object.entries(resource.page!.head).map(([name, figure]) => {
    if (figure === 'payout')
      return head.payout || head.stopped ? (
        <Box key={name} sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}>
          <FigureLabel name={name} />
          <PayoutFigure payout={head.payout} stopped={head.stopped ?? null} />
        </Box>
      ) : null
    const sums = head.figures[name]
    return sums ? <SumsOf key={name} name={name} sums={sums} figure={figure} /> : null
  })
}

function FigureLabel({ name, children }: { name: string; children?: ReactNode }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  return (
    <Typography component="h2" variant="body2" color="textSecondary" sx={{ fontWeight: 550 }}>
      {translate(labelKeys.figure(resource.name, name))}
      {children}
    </Typography>
  )
}

/** A figure in each of its currencies: no two are ever added up. */
function SumsOf({
  name,
  sums,
  figure,
}: {
  name: string
  sums: readonly FigureSum[]
  figure: SumFigure | MeasureFigure
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const said = translate(labelKeys.figure(useConfiguredResource().name, name))
  const of = isSumFigure(figure) ? figure.of : null
  const isMoney = isSumFigure(figure) ? figure.sum !== undefined : measures[figure.measure].unit === 'money'
  return (
    <Box sx={{ minWidth: 0 }}>
      <FigureLabel name={name} />
      {sums.length === 0 ? (
        <Amount text={isMoney ? formatMoney(0, { language }) : formatNumber(0, { language })} />
      ) : null}
      {sums.map((sum) => (
        <OneSum key={sum.currency} name={said} sum={sum} of={of} />
      ))}
    </Box>
  )
}

const Amount = ({ text }: { text: string }) => (
  <Typography
    sx={{
      fontSize: '1.375rem',
      fontWeight: 650,
      letterSpacing: '-0.015em',
      fontVariantNumeric: 'tabular-nums',
      overflowWrap: 'anywhere',
    }}
  >
    {text}
  </Typography>
)

function OneSum({ name, sum, of }: { name: string; sum: FigureSum; of: string | null }) {
  const translate = useTranslate()
  const language = useLanguage()
  const { currency, value, before, days, count, isPartial } = sum
  const write = (amount: number) =>
    currency === null ? formatNumber(amount, { language }) : formatMoney(amount, { language, currency })
  return (
    <Box sx={{ mb: 1 }}>
      <Amount text={write(value)} />
      {before === undefined ? null : <Change now={value} before={before} write={write} />}
      {before === undefined && count !== undefined ? <Behind of={of} count={count} /> : null}
      {isPartial ? (
        <Typography variant="caption" component="p" color="textSecondary">
          {translate('work.record.partial')}
        </Typography>
      ) : null}
      {days ? <Sparkline name={name} days={days} write={write} /> : null}
    </Box>
  )
}

function Change({ now, before, write }: { now: number; before: number; write: (amount: number) => string }) {
  const translate = useTranslate()
  const language = useLanguage()
  const change = changePercent({ now, before })
  const color = !change ? 'text.secondary' : change > 0 ? 'success.main' : 'error.main'
  return (
    <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
      {change === null ? null : (
        <Box component="span" sx={{ color, fontWeight: 600 }}>
          {change > 0 ? '▲' : change < 0 ? '▼' : '='}{' '}
          {formatPercent(Math.round(Math.abs(change) * 100) / 100, { language })}
          {' · '}
        </Box>
      )}
      {translate('work.record.before', { value: write(before) })}
    </Typography>
  )
}

/** How many records a sum is made of, which leads to the tab that lists them. */
function Behind({ of, count }: { of: string | null; count: number }) {
  const translate = useTranslate()
  const { parts, pathOf } = useTabs()
  const listed = parts.find(({ tab }) => isListTab(tab) && tab.list === of)
  const text = `${count} ${translate(labelKeys.resource(of ?? ''), { smart_count: count })}`
  if (!listed) return <Typography variant="body2">{text}</Typography>
  return (
    <MuiLink component={LinkBase} variant="body2" to={pathOf(listed)}>
      {text}
    </MuiLink>
  )
}
