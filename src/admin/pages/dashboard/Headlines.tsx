import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { measures } from '../../../domain/measures.ts'
import { formatMoney, formatNumber, formatPercent } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import { changePercent, type Comparison, createdWithin, type DashboardAnswer, headlineMeasures } from './dashboardAnswer.ts'
import { useCount } from './useDashboard.ts'

/** One figure with the same days of the month before. */
function Headline({ label, hint, value, before, change }: { label: string; hint?: string; value: string; before: string | null; change: number | null }) {
  const language = useLanguage()
  const translate = useTranslate()
  const color = change === null || change === 0 ? 'text.secondary' : change > 0 ? 'success.main' : 'error.main'
  return (
    <Card component="li" sx={{ p: { xs: 1.5, sm: 2 }, listStyle: 'none' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontWeight: 550 }}>{label}</Typography>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1 }}>
        <Typography sx={{ fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.015em', fontVariantNumeric: 'tabular-nums' }}>{value}</Typography>
        {change === null ? null : (
          <Typography variant="body2" sx={{ color, fontWeight: 600 }}>{change > 0 ? '▲' : change < 0 ? '▼' : '='} {formatPercent(Math.round(Math.abs(change) * 100) / 100, { language })}</Typography>
        )}
      </Box>
      {before === null ? null : <Typography variant="caption" sx={{ color: 'text.secondary' }}>{translate('pages.dashboard.before', { value: before })}</Typography>}
      {hint ? <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>{hint}</Typography> : null}
    </Card>
  )
}

/** Users made in the days of a period, as the business counts its days. */
function useNewUsers(answer: DashboardAnswer | undefined) {
  return useCount('user', answer ? createdWithin(answer) : null)
}

function NewUsers({ now, before }: Comparison) {
  const translate = useTranslate()
  const language = useLanguage()
  const count = useNewUsers(now)
  const countBefore = useNewUsers(before)
  const number = (value: number) => formatNumber(value, { language })
  if (count === undefined) return null
  return (
    <Headline
      label={translate('pages.dashboard.users')} hint={translate('pages.dashboard.usersHint')} value={number(count)}
      before={countBefore === undefined ? null : number(countBefore)} change={changePercent({ now: count, before: countBefore })}
    />
  )
}

/** The figures staff look for first, beside the same days of the month before. */
export function Headlines({ now, before }: Comparison) {
  const translate = useTranslate()
  const language = useLanguage()
  const write = (name: (typeof headlineMeasures)[number], value: number) =>
    measures[name].unit === 'money' ? formatMoney(value, { language }) : formatNumber(value, { language })
  return (
    <Box component="ul" sx={{ display: 'grid', gap: { xs: 1.5, sm: 2 }, m: 0, mt: 2, p: 0, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(184px, 1fr))' } }}>
      {headlineMeasures.map((name) => {
        const value = now.total[name]
        const valueBefore = before?.total[name]
        if (typeof value !== 'number') return null
        return (
          <Headline
            key={name} label={translate(`measures.${name}`)} value={write(name, value)} before={typeof valueBefore === 'number' ? write(name, valueBefore) : null}
            change={changePercent({ now: value, before: valueBefore })}
          />
        )
      })}
      <NewUsers now={now} before={before} />
    </Box>
  )
}
