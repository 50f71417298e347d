import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { formatDay, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRuleProblemText } from '#engine/records/ui/useRecordTitle.ts'
import type { AttentionAnswer } from './dashboardAnswer.ts'
import { useAttention, useCount } from './useDashboard.ts'

/** What may need somebody: each a list with a filter. */
const matters = [
  { name: 'failed', resource: 'payment', filter: { state: ['rejected', 'unknown', 'returned'] } },
  { name: 'approval', resource: 'payment', filter: { awaitsApproval: true } },
  { name: 'unpaid', resource: 'payment', filter: { state: ['created', 'sent'] } },
  { name: 'pending', resource: 'entry', filter: { status: ['pending'] } },
] as const

/** Counted by the server with the rest; the list shows the same ones. */
const incomplete = { resource: 'affiliate', filter: { isComplete: false } } as const

type Matter = Pick<(typeof matters)[number] | typeof incomplete, 'resource' | 'filter'>

function Row({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <li>
      <LinkBase to={to}>{label}</LinkBase>
      <Box component="span" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}>
        {children}
      </Box>
    </li>
  )
}

const listOf = ({ resource, filter }: Matter) => `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 2, py: 1, borderTop: 1, borderColor: 'divider' },
  '& a': { color: 'primary.main' },
} as const

/** Affiliates and partners whose day the close could not compute: each leads to the record that has to be mended. */
function StoppedOwners({ problems }: { problems: AttentionAnswer['closeProblems'] }) {
  const translate = useTranslate()
  const problemText = useRuleProblemText()
  if (!problems || problems.total === 0) return null
  const others = problems.total - problems.owners.length
  return (
    <>
      <Typography variant="h4" component="h3" sx={{ mt: 2, mb: 1 }}>
        {translate('pages.dashboard.stopped', { count: problems.total })}
      </Typography>
      <Box component="ul" sx={listStyle}>
        {problems.owners.map(({ kind, id, name, day, code, message }) => (
          <Row key={`${kind} ${id}`} to={`/${kind}/${id}`} label={name}>
            {formatDay(day)} · {problemText({ code, message })}
          </Row>
        ))}
      </Box>
      {others > 0 ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('pages.dashboard.andOthers', { count: others })}
        </Typography>
      ) : null}
    </>
  )
}

/** At most so many days are named. */
const daysShown = 5

/** Days on which something moved and nobody has earned yet; the nightly close makes up for them. */
function NeverClosed({ days }: { days: AttentionAnswer['daysNeverClosed'] }) {
  const translate = useTranslate()
  if (!days || days.length === 0) return null
  const others = days.length - daysShown
  return (
    <Typography variant="body2" sx={{ mt: 1 }}>
      {translate('pages.dashboard.neverClosed', { days: days.slice(0, daysShown).map(formatDay).join(', ') })}{' '}
      {others > 0 ? translate('pages.dashboard.andOthers', { count: others }) : null}
    </Typography>
  )
}

/** What somebody has to do something about; nothing of it where the person may see none of it. */
export function Attention() {
  const translate = useTranslate()
  const language = useLanguage()
  const asked = useAttention()
  const counted = matters.map((matter) => ({
    name: matter.name as string,
    to: listOf(matter),
    count: useCount(matter.resource, matter.filter),
  }))
  const rows = [
    ...counted,
    { name: 'incomplete', to: listOf(incomplete), count: asked?.incompleteAffiliates ?? undefined },
    { name: 'failedJobs', to: '/management/jobs', count: asked?.failedJobs?.length },
  ]
  const open = rows.flatMap(({ name, to, count }) =>
    count
      ? [
          <Row key={name} to={to} label={translate(`pages.dashboard.${name}`)}>
            {formatNumber(count, { language })}
          </Row>,
        ]
      : [],
  )
  if (rows.every(({ count }) => count === undefined) && !asked?.closeProblems) return null
  const isQuiet =
    open.length === 0 && !asked?.clocksApart && !asked?.closeProblems?.total && !asked?.daysNeverClosed?.length
  return (
    <Card component="section" aria-labelledby="attention" sx={{ p: 2 }}>
      <Typography id="attention" variant="h3" component="h2" sx={{ mb: 1 }}>
        {translate('pages.dashboard.attention')}
      </Typography>
      {asked?.clocksApart ? (
        <Alert severity="error" sx={{ mb: 1 }}>
          {translate('pages.dashboard.clocksApart', { seconds: formatNumber(asked.clocksApart, { language }) })}
        </Alert>
      ) : null}
      {open.length > 0 ? (
        <Box component="ul" sx={listStyle}>
          {open}
        </Box>
      ) : null}
      <StoppedOwners problems={asked?.closeProblems ?? null} />
      <NeverClosed days={asked?.daysNeverClosed ?? null} />
      {isQuiet ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate('pages.dashboard.nothing')}
        </Typography>
      ) : null}
    </Card>
  )
}
