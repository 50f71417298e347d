import { useQueries } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import { type ReportAnswer, reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { barsMax } from '../chartBars.ts'
import ReportChart from '../ReportChart.tsx'
import { reportPath, type ReportQuery } from '../reportQuery.ts'
import { countOf } from './windowQuery.ts'

/** The calls for the rows that a chart draws of a long report: the largest above and below 0, of what bars stand for. */
function largestPaths(report: Report, query: ReportQuery): string[] {
  const [address, given] = reportPath({ report, query }).split('?')
  return ['DESC', 'ASC'].map((direction) => {
    const params = new URLSearchParams(given)
    // A tree has one row for each bar at its top.
    if (query.view !== 'structural' && report.rows.length > 1) params.set('rows', report.rows[0]!)
    params.set('sort', JSON.stringify([report.chart, direction]))
    params.set('limit', String(barsMax))
    return `${address}?${params}`
  })
}

/** The chart of a report of which the page has a part: its largest rows are asked for. */
export default function LargestChart({
  report,
  query,
  currency,
  sort,
  height,
}: {
  report: Report
  query: ReportQuery
  currency: string | undefined
  sort: ReportSort
  height: number
}) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const answers = useQueries({
    queries: largestPaths(report, query).map((path) => ({
      queryKey: ['report', path],
      queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.read<ReportAnswer>(path, signal),
      staleTime: 30_000,
      retry: false,
    })),
  }).map(({ data }) => data)
  const [largest] = answers
  // What was looked for among days or partners is not looked for among affiliates.
  if (!largest || !answers[1] || (query.q && report.rows.length > 1)) return null
  const rows = answers.flatMap((answer) =>
    answer!.rows.map((row) => reportRow({ row, dimensions: report.rows, columns: report.measures })),
  )
  return (
    <ReportChart
      report={report}
      currency={currency}
      rows={[...new Map(rows.map((row) => [row.key, row])).values()]}
      // Without an order of somebody's they stand as rows do: by what they are called.
      sort={sort ?? { column: report.rows[0]!, isDescending: false }}
      before={undefined}
      all={{ count: countOf(largest), value: Number(largest.totals[0]?.[report.chart!] ?? 0) }}
      height={height}
    />
  )
}
