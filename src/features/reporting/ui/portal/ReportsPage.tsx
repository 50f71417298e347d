import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { measureColumn } from '#resources/measures.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { type Day, isDay, startOfMonth } from '#engine/values/calendar.ts'
import { emptyText, formatDay } from '#engine/ui/fields/format.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useReportLabels } from '../reportLabels.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { LiveSheetButton } from '../liveSheets/LiveSheetButton.tsx'
import { savedViewQuery } from '../views/viewQuery.ts'
import { FreshnessOf } from '#features/activity/ui/freshness/Freshness.tsx'
import { freshnessIn } from '#features/activity/answers/freshness.ts'
import { ReportChanges } from './ReportChanges.tsx'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

/** By what an affiliate looks at its numbers. */
const groups = ['day', 'action', 'campaign', 'sub1', 'product', 'player'] as const
type Group = (typeof groups)[number]

const columns: readonly ReportMeasure[] = ['clicks', 'registrations', 'ftd', 'deposits', 'turnover', 'ggr', 'ngr']
/** Sub ids stand in a report of their own. */
const reportOf = (group: Group) => (group === 'sub1' ? 'subIds' : 'affiliateDetail')
/** A share is earned with all players together; what CPA pays is told by player and sub id as well. */
const columnsOf = (group: Group): readonly ReportMeasure[] => [
  ...columns,
  'qty_cpa',
  group === 'player' || group === 'sub1' ? 'cpa_reward' : 'affiliate_reward',
]

type Row = Readonly<Record<string, string | number | null>> & { readonly currency?: string }
interface Answer {
  readonly rows: readonly Row[]
  readonly totals: readonly Row[]
}

/** What the page shows as a live sheet keeps it: a period that has a name moves on with the calendar. */
function sheetQuery({ from, to, group }: { from: Day; to: Day; group: Group }): string {
  const period = { from, to }
  const kept = savedViewQuery({ search: new URLSearchParams(), query: { period }, today: businessToday() })
  return `${kept}&rows=${group}`
}

const row = { display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }

/** An affiliate's own numbers: by day, link, campaign, product, and player under a number. */
export default function ReportsPage() {
  const translate = useTranslate()
  const given = daysOfAddress(useAddressQuery()[0])
  const [asked, setAsked] = useState({
    from: given?.from ?? startOfMonth(businessToday()),
    to: given?.to ?? businessToday(),
    group: 'day' as Group,
  })
  const { from, to, group } = asked
  // A session that a key opened makes no other key.
  const { affiliateUser } = useActor()
  const query = useAnswer<Answer>(`/api/report/${reportOf(group)}?from=${from}&to=${to}&rows=${group}`)
  return (
    <>
      <PageHeading title={translate('portal.pages.reports')} detail={translate('portal.reports.lead')} />
      <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
        <Box sx={row}>
          {(['from', 'to'] as const).map((field) => (
            <DayField
              key={field}
              size="small"
              label={translate(`resourcePages.report.${field}`)}
              value={asked[field]}
              onChange={(day) => isDay(day) && setAsked({ ...asked, [field]: day })}
            />
          ))}
          <TextField
            select
            size="small"
            label={translate('portal.reports.by')}
            value={group}
            onChange={({ target }) => setAsked({ ...asked, group: target.value as Group })}
          >
            {groups.map((each) => (
              <MenuItem key={each} value={each}>
                {translate(`dimensions.${each}`)}
              </MenuItem>
            ))}
          </TextField>
        </Box>
      </Paper>
      {affiliateUser !== undefined && (
        <Box sx={{ mb: 1, textAlign: 'right' }}>
          <LiveSheetButton report={reportOf(group)} queryOf={() => sheetQuery(asked)} />
        </Box>
      )}
      <QueryBoundary query={query}>
        {(answer) => (
          <>
            <Numbers answer={answer} group={group} />
            <FreshnessOf freshness={freshnessIn(answer)} to={to} sx={{ mb: 2 }} />
          </>
        )}
      </QueryBoundary>
      {/* Below what has come: it would be pushed down. */}
      {!query.isPending && <ReportChanges from={from} to={to} askedSince={given?.since} />}
    </>
  )
}

/** The days that an address names, as digests do, and since when it is asked what changed of them. */
function daysOfAddress(address: URLSearchParams): { from: Day; to: Day; since: string | undefined } | null {
  const [from, to, since] = ['from', 'to', 'since'].map((name) => address.get(name) ?? '')
  if (!isDay(from) || !isDay(to)) return null
  return { from, to, since: Number.isNaN(Date.parse(since!)) ? undefined : new Date(since!).toISOString() }
}

/** What names a row to people; players stand under the number that the office gave them. */
function nameOf(line: Row, group: Group, productName: (product: string) => string): string {
  if (group === 'day') return formatDay(String(line['day']))
  if (group === 'player') return `#${line['player']}`
  if (group === 'sub1') return String(line['sub1'] ?? emptyText)
  if (group === 'product') return line['product'] === null ? emptyText : productName(String(line['product']))
  return String(line[`${group}_name`] ?? emptyText)
}

function Numbers({ answer, group }: { answer: Answer; group: Group }) {
  const translate = useTranslate()
  const labels = useReportLabels()
  const [first] = answer.rows
  if (!first) return <Alert severity="info">{translate('portal.reports.none')}</Alert>
  const shown = columnsOf(group).filter((name) => name in first)
  return (
    <ScrollBox label={translate('portal.pages.reports')} sx={{ mb: 2 }}>
      <Table size="small" sx={{ bgcolor: 'background.paper' }}>
        <TableHead>
          <TableRow>
            <TableCell>{translate(`dimensions.${group}`)}</TableCell>
            {shown.map((name) => (
              <TableCell key={name} align="right">
                {labels.column(measureColumn(name))}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {answer.rows.map((line, index) => (
            <Line key={index} line={line} name={nameOf(line, group, labels.product)} columns={shown} />
          ))}
          {answer.totals.map((line) => (
            <Line
              key={String(line.currency)}
              line={line}
              name={[translate('resourcePages.report.total'), line.currency].filter(Boolean).join(' ')}
              columns={shown}
              isTotal
            />
          ))}
        </TableBody>
      </Table>
    </ScrollBox>
  )
}

function Line({
  line,
  name,
  columns: shown,
  isTotal = false,
}: {
  line: Row
  name: string
  columns: readonly ReportMeasure[]
  isTotal?: boolean
}) {
  const labels = useReportLabels(line.currency)
  return (
    <TableRow sx={isTotal ? { '& th, & td': { fontWeight: 600 } } : {}}>
      <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
        {name}
      </TableCell>
      {shown.map((column) => (
        <TableCell key={column} align="right" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {labels.number(measureColumn(column), line[column] as number | null)}
        </TableCell>
      ))}
    </TableRow>
  )
}
