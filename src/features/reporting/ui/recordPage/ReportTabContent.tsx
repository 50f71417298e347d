import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useLocale, useRecordContext, useTranslate } from 'react-admin'
import NavigateBefore from '@mui/icons-material/NavigateBefore'
import NavigateNext from '@mui/icons-material/NavigateNext'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { measures } from '#resources/measures.ts'
import { dimensionColumns, type ReportDimension } from '#engine/declaration/report.ts'
import type { ReportTab } from '#engine/declaration/recordPage.ts'
import { addMonths, earliestDay, endOfMonth, lastDayOfRange, startOfMonth } from '#engine/values/calendar.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatMoney, formatNumber, formatPercent } from '#engine/ui/fields/format.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { cardTable } from '#engine/records/ui/cardTable.ts'
import { freshnessIn } from '#features/activity/answers/freshness.ts'
import { FreshnessOf } from '#features/activity/ui/freshness/Freshness.tsx'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'

type Row = Readonly<Record<string, unknown>>
interface Answer {
  readonly rows: readonly Row[]
  readonly count: number
  readonly totals: readonly Row[]
}

const rowsMax = 50

/** A report about the record, a month at a time: its first rows by what the last of its measures came to. */
export default function ReportTabContent({ tab }: { tab: ReportTab }) {
  const { name } = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [month, setMonth] = useState(() => startOfMonth(businessToday()))
  const query = new URLSearchParams({
    from: month,
    to: earliestDay(earliestDay(endOfMonth(month), lastDayOfRange(month)), businessToday()),
    rows: tab.rows,
    [name]: String(record?.id),
    limit: String(rowsMax),
    sort: JSON.stringify([tab.measures.at(-1), 'DESC']),
  })
  const path = `/api/report/${tab.report}?${query}`
  const answer = useQuery({
    queryKey: ['report', path],
    queryFn: ({ signal }) => dataProvider.read<Answer>(path, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <>
      <MonthChoice month={month} onChoose={setMonth} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryBoundary query={answer}>{(data) => <Rows tab={tab} answer={data} />}</QueryBoundary>
      </Paper>
      {answer.data && (
        <FreshnessOf freshness={freshnessIn(answer.data)} to={query.get('to') ?? undefined} sx={{ mt: 1 }} />
      )}
    </>
  )
}

function MonthChoice({ month, onChoose }: { month: string; onChoose: (month: string) => void }) {
  const translate = useTranslate()
  const named = new Date(`${month}T00:00:00Z`).toLocaleDateString(useLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mb: 1 }}>
      <IconButton aria-label={translate('work.record.monthBefore')} onClick={() => onChoose(addMonths(month, -1))}>
        <NavigateBefore />
      </IconButton>
      <Typography
        component="h2"
        variant="subtitle1"
        aria-live="polite"
        sx={{ fontWeight: 600, minWidth: 160, textAlign: 'center' }}
      >
        {named}
      </Typography>
      <IconButton
        aria-label={translate('work.record.monthAfter')}
        disabled={month >= startOfMonth(businessToday())}
        onClick={() => onChoose(addMonths(month, 1))}
      >
        <NavigateNext />
      </IconButton>
    </Box>
  )
}

function useWriting(): (measure: string, value: unknown, row: Row) => string {
  const language = useLanguage()
  return (measure, value, row) => {
    const unit = (measures as Readonly<Record<string, { unit: string }>>)[measure]?.unit ?? 'money'
    if (unit === 'money')
      return formatMoney(value as number, { language, currency: row['currency'] as string | undefined })
    return unit === 'ratio' ? formatPercent(value as number, { language }) : formatNumber(value as number, { language })
  }
}

function Rows({ tab, answer }: { tab: ReportTab; answer: Answer }) {
  const translate = useTranslate()
  const write = useWriting()
  if (answer.rows.length === 0) return <Typography sx={{ p: 3 }}>{translate('work.record.nothingInMonth')}</Typography>
  const label = (measure: string) => translate(`measures.${measure}`)
  return (
    <ScrollBox label={translate(`dimensions.${tab.rows}`)} sx={cardTable}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate(`dimensions.${tab.rows}`)}</TableCell>
            {tab.measures.map((measure) => (
              <TableCell key={measure} align="right">
                {label(measure)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {answer.rows.map((row, index) => (
            <TableRow key={index}>
              <TableCell data-label={translate(`dimensions.${tab.rows}`)}>
                {nameOf(tab.rows as ReportDimension, row)}
              </TableCell>
              {tab.measures.map((measure) => (
                <TableCell key={measure} align="right" data-label={label(measure)}>
                  {write(measure, row[measure], row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {answer.count > answer.rows.length ? (
        <Typography variant="body2" color="textSecondary" sx={{ p: 2 }}>
          {translate('work.record.firstOf', { shown: answer.rows.length, count: answer.count })}
        </Typography>
      ) : null}
    </ScrollBox>
  )
}

/** What a row is known by: its name where it has one, else what it stands for. */
function nameOf(rows: ReportDimension, row: Row): string {
  const known = dimensionColumns[rows]
    .map((column) => row[column])
    .filter((value) => value !== null && value !== undefined)
  return String(known[1] ?? known[0] ?? '–')
}
