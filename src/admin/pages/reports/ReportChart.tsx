import { BarChart } from '@mui/x-charts/BarChart'
import { useTranslate } from 'ra-core'
import { useTheme } from '@mui/material/styles'
import Box from '@mui/material/Box'
import type { Report } from '../../../config/report.ts'
import { useReportLabels } from './reportLabels.ts'
import { measureColumn, type ReportRow } from '../../../config/derive/report/reportRows.ts'

/** More bars than this cannot be told apart; the others are drawn together. */
const barsMax = 20

/** Draws the measure a report declares: its days in order, or its largest rows. */
export default function ReportChart({ report, rows }: { report: Report; rows: readonly ReportRow[] }) {
  const translate = useTranslate()
  const { palette } = useTheme()
  const labels = useReportLabels()
  const column = measureColumn(report.chart!)
  const bars = chartBars({ report, rows, name: (row) => labels.value(report.rows[0]!, row.dimensions[report.rows[0]!]), others: translate('resourcePages.report.others') })
  const label = labels.column(column)
  return (
    <Box sx={{ height: 280, px: 1 }} role="img" aria-label={label}>
      <BarChart height={280} hideLegend colors={[palette.primary.main]} xAxis={[{ data: bars.map(({ key }) => key), scaleType: 'band', valueFormatter: (key: string) => bars.find((bar) => bar.key === key)?.name ?? '' }]}
        yAxis={[{ width: 96, valueFormatter: (value: number) => labels.number(column, value) }]}
        series={[{ data: bars.map(({ value }) => value), label, valueFormatter: (value) => labels.number(column, value) }]} />
    </Box>
  )
}

interface Bar { readonly key: string; readonly name: string; readonly value: number }

/** One bar for what rows stand for first: those of several (an affiliate's days) together. */
function barsOf(report: Report, rows: readonly ReportRow[], name: (row: ReportRow) => string): Bar[] {
  const first = report.rows[0]!
  return [...Map.groupBy(rows, ({ dimensions }) => String(dimensions[first]?.id))].map(([key, together]) => ({
    key, name: name(together[0]!), value: Math.round(together.reduce((sum, { values }) => sum + (values[report.chart!] ?? 0), 0) * 100) / 100,
  }))
}

/** The bars of a report: days as they follow each other, anything else by size, the smallest together. */
export function chartBars({ report, rows, name, others }: { report: Report; rows: readonly ReportRow[]; name: (row: ReportRow) => string; others: string }): Bar[] {
  const bars = barsOf(report, rows, name)
  if (report.rows[0] === 'day' || report.rows[0] === 'month') return bars.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const bySize = bars.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
  if (bySize.length <= barsMax) return bySize
  const rest = bySize.slice(barsMax - 1).reduce((sum, { value }) => sum + value, 0)
  return [...bySize.slice(0, barsMax - 1), { key: 'others', name: others, value: Math.round(rest * 100) / 100 }]
}
