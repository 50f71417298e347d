/**
 * How wide the columns of a report are: known before anything is drawn, so that the browser need not look at every
 * cell, and no column changes its width while somebody scrolls. Pure.
 */
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { ReportDimension } from '#engine/declaration/report.ts'
import type { ReportLabels } from '../reportLabels.ts'

/** A column in sight. */
export interface ShownColumn {
  readonly id: string
  readonly label: string
  /** What it measures; absent where it says what a row stands for. */
  readonly measure: MeasureColumn | undefined
  readonly isFirstOfGroup: boolean
}

/** A longer name is cut, and said whole when it is pointed at. */
const longestName = 40
/** As long in one row as in another: what comes later is no longer than what is there. */
const ofOneLength: ReadonlySet<string> = new Set<ReportDimension>(['day', 'month'])
/** Beside a row's name: the sign that opens it, and as much again for each step into the tree. */
const signCharacters = 2.5

/** The longest text among a column's numbers: the largest or the smallest, as all digits are equally wide. */
function longestNumber(
  column: MeasureColumn,
  { rows, labels }: { rows: readonly ReportRow[]; labels: Pick<ReportLabels, 'number'> },
): number {
  let [least, most] = [0, 0]
  for (const { values } of rows) {
    const value = values[column.name] ?? 0
    if (value < least) least = value
    if (value > most) most = value
  }
  return Math.max(labels.number(column, least).length, labels.number(column, most).length)
}

/**
 * The width of each column in characters.
 * @param rows all of them, the total included.
 * @param depth how deep the deepest row stands.
 * @param isPart whether there are more of them: what they are called is given its whole room, so that none that comes
 * later moves the columns. Days and months need no more than they have.
 * @param name how a row is called in the first column.
 */
export function columnWidths({
  columns,
  rows,
  depth,
  isPart = false,
  name,
  labels,
}: {
  columns: readonly ShownColumn[]
  rows: readonly ReportRow[]
  depth: number
  isPart?: boolean
  name: (row: ReportRow) => string
  labels: Pick<ReportLabels, 'number' | 'value'>
}): number[] {
  const longest = ({ id, label }: ShownColumn, text: (row: ReportRow) => string) =>
    isPart && !ofOneLength.has(id)
      ? longestName
      : Math.min(
          longestName,
          rows.reduce((most, row) => Math.max(most, text(row).length), label.length),
        )
  return columns.map((column, index) => {
    const { id, label, measure } = column
    if (measure) return Math.max(label.length, longestNumber(measure, { rows, labels }))
    if (index === 0) return longest(column, name) + signCharacters * (depth + 1)
    return longest(column, ({ dimensions }) => labels.value(id as ReportDimension, dimensions[id as ReportDimension]))
  })
}
