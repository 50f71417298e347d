/** How a long report is asked for piece by piece. Pure. */
import type { ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import type { ApiRow, ReportAnswer } from '#engine/declaration/derive/report/reportRows.ts'
import { dimensionColumns, type Report } from '#engine/declaration/report.ts'

/** So many rows are asked for at once: a report of no more comes whole, and everything is done with it in the page. */
export const windowRows = 200

/** The order as the API takes it; nothing where the report has no such column, and none is asked for. */
export function sortParameter(report: Report, sort: ReportSort): string | null {
  if (!sort) return null
  const dimension = report.rows.find((each) => each === sort.column)
  // A person sorts by what rows are called, not by their ids.
  const column = dimension ? (dimensionColumns[dimension] as readonly [string, string?]) : undefined
  const name = column ? (column[1] ?? column[0]) : report.measures.find((each) => each === sort.column)
  return name === undefined ? null : JSON.stringify([name, sort.isDescending ? 'DESC' : 'ASC'])
}

/** The call for one window of what a call asks for. */
export function windowPath(path: string, { sort, offset }: { sort: string | null; offset: number }): string {
  const [address, given] = path.split('?')
  const params = new URLSearchParams(given)
  if (sort !== null) params.set('sort', sort)
  params.set('limit', String(windowRows))
  if (offset > 0) params.set('offset', String(offset))
  return `${address}?${params}`
}

/** How many rows there are, whatever part of them an answer holds. */
export const countOf = ({ count, rows }: Pick<ReportAnswer, 'count' | 'rows'>): number => count ?? rows.length

/** Whether an answer holds all rows there are. */
export const isWhole = (answer: Pick<ReportAnswer, 'count' | 'rows'>): boolean => answer.rows.length >= countOf(answer)

/**
 * The rows of windows side by side, each at its place; nothing where a window is not there.
 * @param blocks by their number, the first of them from row 0 on
 */
export function besideEachOther(
  blocks: readonly (readonly ApiRow[] | undefined)[],
  count: number,
): (ApiRow | undefined)[] {
  return Array.from({ length: count }, (_, place) => blocks[Math.floor(place / windowRows)]?.[place % windowRows])
}

/** Which windows hold the rows from one to another. */
export function blocksBetween(first: number, last: number): number[] {
  const begin = Math.floor(first / windowRows)
  return Array.from({ length: Math.floor(last / windowRows) - begin + 1 }, (_, index) => begin + index)
}
