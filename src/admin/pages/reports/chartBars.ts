/** What a report's chart draws: the numbers of its table, fewer. Pure. */
import { type ReportRow } from '../../../config/derive/report/reportRows.ts'
import type { Report, ReportDimension } from '../../../config/report.ts'
import type { ValuesBefore } from './comparison.ts'

/** More bars than this cannot be told apart; the others are drawn together. */
const barsMax = 20

/** One bar; `before` is what it was in the period before, 0 where nobody asked. */
export interface Bar { readonly key: string; readonly name: string; readonly value: number; readonly before: number }

const isTime = (dimension: ReportDimension) => dimension === 'day' || dimension === 'month'

/** What bars stand for: what rows stand for first; the days where all rows are of one (an affiliate's own report). */
export function chartDimension(report: Report, rows: readonly ReportRow[]): ReportDimension {
  const first = report.rows[0]!
  const isOne = new Set(rows.map(({ dimensions }) => dimensions[first]?.id)).size <= 1
  return (isOne && report.rows.find(isTime)) || first
}

const cents = (value: number | null | undefined) => Math.round((value ?? 0) * 100)

function barsOf({ report, rows, before, name }: ChartRequest): Bar[] {
  const dimension = chartDimension(report, rows)
  return [...Map.groupBy(rows, ({ dimensions }) => String(dimensions[dimension]?.id))].map(([key, together]) => ({
    key, name: name(together[0]!),
    value: together.reduce((sum, { values }) => sum + cents(values[report.chart!]), 0) / 100,
    before: together.reduce((sum, row) => sum + cents(before?.rows.get(row.key)?.[report.chart!]), 0) / 100,
  }))
}

interface ChartRequest {
  readonly report: Report
  readonly rows: readonly ReportRow[]
  readonly before?: ValuesBefore | undefined
  readonly name: (row: ReportRow) => string
}

/** The bars of a report: days as they follow each other, anything else by size, the smallest together. They add up to the total of the table. */
export function chartBars({ others, ...request }: ChartRequest & { readonly others: string }): Bar[] {
  const bars = barsOf(request)
  if (isTime(chartDimension(request.report, request.rows))) return bars.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  const bySize = bars.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
  if (bySize.length <= barsMax) return bySize
  const rest = bySize.slice(barsMax - 1)
  const sum = (of: 'value' | 'before') => rest.reduce((total, bar) => total + cents(bar[of]), 0) / 100
  return [...bySize.slice(0, barsMax - 1), { key: 'others', name: others, value: sum('value'), before: sum('before') }]
}
