import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { measures } from '#resources/measures.ts'
import { formatMoney, formatNumber, formatPercent } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import {
  changePercent,
  type Comparison,
  createdWithin,
  type DashboardAnswer,
  headlineMeasures,
} from './dashboardAnswer.ts'
import { useCount } from './useDashboard.ts'

/** Where a number stands that is on its way: the room it will take. */
const placeholder = '…'

/** One figure with the same days of the month before. */
function Headline({
  label,
  hint,
  value,
  before,
  change,
}: {
  label: string
  hint?: string
  value: string
  before: string | null
  change: number | null
}) {
  const language = useLanguage()
  const translate = useTranslate()
  const color = change === null || change === 0 ? 'text.secondary' : change > 0 ? 'success.main' : 'error.main'
  return (
    <Card component="li" sx={{ p: { xs: 1.5, sm: 2 }, listStyle: 'none' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontWeight: 550 }}>
        {label}
      </Typography>
      <Typography
        sx={{ fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.015em', fontVariantNumeric: 'tabular-nums' }}
      >
        {value}
      </Typography>
      {/* A line of its own from the start: it comes after the value and would push what is below. */}
      <Typography variant="body2" sx={{ color, fontWeight: 600, minHeight: '1.43em' }}>
        {change === null ? null : (
          <>
            {change > 0 ? '▲' : change < 0 ? '▼' : '='}{' '}
            {formatPercent(Math.round(Math.abs(change) * 100) / 100, { language })}
          </>
        )}
      </Typography>
      {before === null ? null : (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {translate('pages.dashboard.before', { value: before })}
        </Typography>
      )}
      {hint ? (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {hint}
        </Typography>
      ) : null}
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
  const actor = useActor()
  if (count === undefined && !can({ actor, resource: resources.user, operation: 'list' })) return null
  return (
    <Headline
      label={translate('pages.dashboard.users')}
      hint={translate('pages.dashboard.usersHint')}
      value={count === undefined ? placeholder : number(count)}
      before={countBefore === undefined ? placeholder : number(countBefore)}
      change={count === undefined ? null : changePercent({ now: count, before: countBefore })}
    />
  )
}

const gridStyle = {
  display: 'grid',
  gap: { xs: 1.5, sm: 2 },
  m: 0,
  mt: 2,
  p: 0,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(184px, 1fr))' },
} as const

/** The room of the figures while they are on their way, so that nothing below is pushed down when they come. */
export function WaitingHeadlines() {
  const translate = useTranslate()
  const actor = useActor()
  return (
    <Box component="ul" aria-busy sx={gridStyle}>
      {headlineMeasures.map((name) => (
        <Headline
          key={name}
          label={translate(`measures.${name}`)}
          value={placeholder}
          before={placeholder}
          change={null}
        />
      ))}
      {can({ actor, resource: resources.user, operation: 'list' }) ? (
        <Headline
          label={translate('pages.dashboard.users')}
          hint={translate('pages.dashboard.usersHint')}
          value={placeholder}
          before={placeholder}
          change={null}
        />
      ) : null}
    </Box>
  )
}

/** The figures staff look for first, beside the same days of the month before. */
export function Headlines({ now, before }: Comparison) {
  const translate = useTranslate()
  const language = useLanguage()
  const write = (name: (typeof headlineMeasures)[number], value: number) =>
    measures[name].unit === 'money'
      ? formatMoney(value, { language, currency: now.currency })
      : formatNumber(value, { language })
  return (
    <Box component="ul" sx={gridStyle}>
      {headlineMeasures.map((name) => {
        const value = now.total[name]
        const valueBefore = before?.total[name]
        if (typeof value !== 'number') return null
        return (
          <Headline
            key={name}
            label={translate(`measures.${name}`)}
            value={write(name, value)}
            before={typeof valueBefore === 'number' ? write(name, valueBefore) : before ? null : placeholder}
            change={changePercent({ now: value, before: valueBefore })}
          />
        )
      })}
      <NewUsers now={now} before={before} />
    </Box>
  )
}
