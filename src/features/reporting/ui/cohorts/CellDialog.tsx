import { useState } from 'react'
import { useTranslate } from 'react-admin'
import MenuItem from '@mui/material/MenuItem'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { measureColumn } from '#resources/measures.ts'
import { type ReportAnswer, type ApiRow } from '#engine/declaration/derive/report/reportRows.ts'
import { dimensionColumns, type Report, type ReportDimension, type ReportMeasure } from '#engine/declaration/report.ts'
import { addMonths, earliestDay, endOfMonth, latestDay } from '#engine/values/calendar.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { emptyText, formatDay } from '#engine/ui/fields/format.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import type { ReportQuery } from '../reportQuery.ts'
import { useReportLabels } from '../reportLabels.ts'
import { useReport } from '../useReport.ts'
import { monthText } from './HeatMap.tsx'

/** So many parts are named, the largest first; the others stand in one line. */
const shownMax = 100
/** Amounts of at most four places, added without what binary fractions add. */
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + Math.round(each * 10_000), 0) / 10_000

interface CellDialogProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly measure: ReportMeasure
  readonly currency: string | undefined
  readonly cell: { readonly cohort: string; readonly since: number; readonly value: number }
  readonly onClose: () => void
}

/** What a month of a cohort consists of, by whom or where it came about: rows that add up to the cell. */
export default function CellDialog({ report, query, measure, currency, cell, onClose }: CellDialogProps) {
  const translate = useTranslate()
  const labels = useReportLabels(currency)
  const [by, setBy] = useState<ReportDimension>(report.openInto[0]!)
  const month = addMonths(`${cell.cohort}-01`, cell.since)
  const period = { from: latestDay(query.period.from, month), to: earliestDay(query.period.to, endOfMonth(month)) }
  const asked: ReportQuery = { ...query, period, filters: { ...query.filters, cohort: [cell.cohort] } }
  const answer = useReport({ report, query: asked, isEnabled: true, rows: by })
  const column = measureColumn(measure)
  return (
    <PromptDialog
      title={`${labels.column(column)} · ${monthText(cell.cohort)} + ${cell.since}`}
      isRead
      closeLabel="resourcePages.actions.close"
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {formatDay(period.from)} – {formatDay(period.to)} · {labels.number(column, cell.value)}
      </Typography>
      <TextField
        select
        fullWidth
        size="small"
        label={translate('cohorts.by')}
        value={by}
        onChange={({ target }) => setBy(target.value as ReportDimension)}
      >
        {report.openInto
          .filter((each) => each !== 'month')
          .map((each) => (
            <MenuItem key={each} value={each}>
              {translate(`dimensions.${each}`)}
            </MenuItem>
          ))}
      </TextField>
      <QueryBoundary query={answer}>
        {(data) => <Parts answer={data} by={by} measure={measure} currency={currency} />}
      </QueryBoundary>
    </PromptDialog>
  )
}

function Parts({
  answer,
  by,
  measure,
  currency,
}: {
  answer: ReportAnswer
  by: ReportDimension
  measure: ReportMeasure
  currency: string | undefined
}) {
  const translate = useTranslate()
  const labels = useReportLabels(currency)
  const column = measureColumn(measure)
  const own = (row: ApiRow) => currency === undefined || row['currency'] === currency
  const [id, name] = dimensionColumns[by] as readonly [string, string?]
  const amount = (row: ApiRow) => Number(row[measure] ?? 0)
  const rows = answer.rows
    .filter((row) => own(row) && amount(row) !== 0)
    .toSorted((one, other) => Math.abs(amount(other)) - Math.abs(amount(one)))
  const rest = rows.slice(shownMax)
  const total = answer.totals.find(own)
  const number = (row: ApiRow | undefined) => labels.number(column, row && amount(row))
  return (
    <ScrollBox label={translate('cohorts.parts')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate(`dimensions.${by}`)}</TableCell>
            <TableCell align="right">{labels.column(column)}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.slice(0, shownMax).map((row) => (
            <TableRow key={String(row[id])}>
              <TableCell component="th" scope="row">
                {String(row[name ?? id] ?? emptyText)}
              </TableCell>
              <TableCell align="right">{number(row)}</TableCell>
            </TableRow>
          ))}
          {rest.length > 0 && (
            <TableRow>
              <TableCell component="th" scope="row">
                {translate('cohorts.others', { smart_count: rest.length })}
              </TableCell>
              <TableCell align="right">{labels.number(column, sumOf(rest.map(amount)))}</TableCell>
            </TableRow>
          )}
          <TableRow sx={{ '& th, & td': { fontWeight: 600 } }}>
            <TableCell component="th" scope="row">
              {translate('cohorts.total')}
            </TableCell>
            <TableCell align="right">{number(total)}</TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </ScrollBox>
  )
}
