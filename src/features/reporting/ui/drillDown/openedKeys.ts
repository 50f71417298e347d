/** What a row's key says: pure, so that rows opened by an address can be asked for before anything else is there. */
import { type Report, type ReportDimension, reportDimensions } from '#engine/declaration/report.ts'
import { type OpenedRow, withinRow } from '../reportQuery.ts'

type Segment = readonly (readonly [ReportDimension, string])[]

/** What is named by texts of people's own may hold what parts a key; undefined where it is no text. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** `/affiliate=3/day=2026-02-03` taken apart; null where it is no key. */
function segmentsOf(key: string): Segment[] | null {
  const segments = key
    .split('/')
    .slice(1)
    .map((segment) =>
      segment.split('&').map((part) => {
        const [name, ...value] = part.split('=')
        return [name, decoded(value.join('='))]
      }),
    )
  const isKey =
    segments.length > 0 &&
    segments.every((segment) =>
      segment.every(
        ([name, value]) => reportDimensions.some((each) => each === name) && value !== undefined && value !== '',
      ),
    )
  return isKey ? (segments as unknown as Segment[]) : null
}

/** The key of the row of the answer itself that a row is inside of. */
export const outermostKey = (key: string): string => `/${key.split('/')[1] ?? ''}`

/**
 * How a row is opened: what it opens into, and what it stands for; null where its key is none of the report, or it
 * opens into nothing.
 */
export function openedRowOf(report: Report, key: string): (OpenedRow & { readonly opened: number }) | null {
  const segments = segmentsOf(key)
  if (!segments) return null
  const opened = segments.filter((segment) => segment.every(([dimension]) => !report.rows.includes(dimension))).length
  const into = report.openInto[opened]
  // Further in replaces further out: in a tree a partner below another.
  const dimensions = Object.fromEntries(
    segments.flat().map(([dimension, id]) => [dimension, { id: id === 'null' ? null : id, name: null }]),
  )
  const within = withinRow(report, { dimensions })
  return into && within ? { into, within, opened } : null
}
