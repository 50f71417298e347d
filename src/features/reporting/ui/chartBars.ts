/** What a report's chart draws: the numbers of its table, fewer. Pure. */
import { type ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report, ReportDimension } from '#engine/declaration/report.ts'
import type { ValuesBefore } from './comparison.ts'

/**
 * More bars than this cannot be told apart. The others together would be larger than all of these: they are told
 * instead.
 */
export const barsMax = 20

/** One bar; `before` is what it was in the period before, 0 where nobody asked. */
export interface Bar {
  readonly key: string
  readonly name: string
  readonly value: number
  readonly before: number
}

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
    key,
    name: name(together[0]!),
    value: together.reduce((sum, { values }) => sum + cents(values[report.chart!]), 0) / 100,
    before: together.reduce((sum, row) => sum + cents(before?.rows.get(row.key)?.[report.chart!]), 0) / 100,
  }))
}

interface ChartRequest {
  readonly report: Report
  readonly rows: readonly ReportRow[]
  readonly before?: ValuesBefore | undefined
  readonly name: (row: ReportRow) => string
  /** Where the rows are only the largest there are: of how many, and what all of them come to. */
  readonly all?: ChartRest | undefined
}

/** What is not drawn: how many bars, and what they come to. */
export interface ChartRest {
  readonly count: number
  readonly value: number
}

/**
 * The bars of a report: days as they follow each other; of anything else the largest, in the order of the rows, so that
 * the eye goes down the table as it goes along the chart. With what is not drawn they add up to the total of the table.
 */
export function chartBars(request: ChartRequest): { readonly bars: readonly Bar[]; readonly rest: ChartRest } {
  const bars = barsOf(request)
  if (isTime(chartDimension(request.report, request.rows)))
    return { bars: bars.toSorted((one, other) => (one.key < other.key ? -1 : 1)), rest: { count: 0, value: 0 } }
  const bySize = bars.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))
  const rest = bySize.slice(barsMax)
  const isDrawn = new Set(bySize.slice(0, barsMax))
  const drawn = bars.filter((bar) => isDrawn.has(bar))
  const { all } = request
  if (all)
    return {
      bars: drawn,
      rest: {
        count: all.count - drawn.length,
        value: drawn.reduce((left, { value }) => left - cents(value), cents(all.value)) / 100,
      },
    }
  return {
    bars: drawn,
    rest: { count: rest.length, value: rest.reduce((total, { value }) => total + cents(value), 0) / 100 },
  }
}
