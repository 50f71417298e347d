/** A report beside the same report of the period before: which period that is, and what differs. Pure. */
import { addDays, addMonths, type Day, daysBetween } from '#engine/values/calendar.ts'
import type { Report, ReportMeasure } from '#engine/declaration/report.ts'
import { isWholeMonths, type Period } from '#engine/values/periodPresets.ts'
import { measureColumn } from '#resources/measures.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'

/** The values of the period before, by the key of the row they belong to. */
export interface ValuesBefore {
  readonly rows: ReadonlyMap<string, ReportRow['values']>
  readonly total: ReportRow['values']
}

/** The period before that of a year is told by. */
export const yearBefore = ({ from, to }: Period): Period => ({ from: addMonths(from, -12), to: addMonths(to, -12) })

/** The day of a period that stands for a day of the period before; null where the month has no such day. */
export function sameDayIn(period: Period, day: Day): Day | null {
  if (!isWholeMonths(period)) return addDays(day, daysBetween(period) + 1)
  const later = addMonths(day, 1)
  return later.slice(8) === day.slice(8) ? later : null
}

/** A row of the period before under the key that it has in the period. */
function keyIn(period: Period, { key, dimensions }: ReportRow): string | null {
  const month = dimensions.month?.id
  if (typeof month === 'string')
    return key.replace(`month=${month}`, `month=${addMonths(`${month}-01`, 12).slice(0, 7)}`)
  const day = dimensions.day?.id
  if (typeof day !== 'string') return key
  const now = sameDayIn(period, day)
  return now === null ? null : key.replace(`day=${day}`, `day=${now}`)
}

const flat = (rows: readonly ReportRow[]): ReportRow[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])

/** What rows of the period before say, by the keys of the period. */
export function valuesBefore({
  period,
  rows,
  total,
}: {
  period: Period
  rows: readonly ReportRow[]
  total: ReportRow
}): ValuesBefore {
  return {
    rows: new Map(
      flat(rows).flatMap((row) => {
        const key = keyIn(period, row)
        return key === null ? [] : [[key, row.values] as const]
      }),
    ),
    total: total.values,
  }
}

/**
 * Rows, and after them those that only the period before has, with nothing in them: else what went away would not be
 * seen. Days are not repeated: each has its own.
 */
export function withThoseBefore({
  report,
  rows,
  before,
}: {
  report: Report
  rows: readonly ReportRow[]
  before: readonly ReportRow[]
}): readonly ReportRow[] {
  if (report.rows.includes('day') || report.rows.includes('month')) return rows
  const known = new Set(rows.map(({ key }) => key))
  const nothing = Object.fromEntries(
    report.measures.map((name: ReportMeasure) => [name, measureColumn(name).unit === 'ratio' ? null : 0]),
  )
  return [
    ...rows,
    ...before.filter(({ key }) => !known.has(key)).map(({ children: _, ...row }) => ({ ...row, values: nothing })),
  ]
}

/** How much more a value is than before; null where one of both is not known. */
export function difference(now: number | null | undefined, before: number | null | undefined): number | null {
  return now === null || now === undefined || before === null || before === undefined
    ? null
    : Math.round((now - before) * 100) / 100
}
