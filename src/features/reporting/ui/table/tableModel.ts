import { columnVisibilityFeature, tableFeatures } from '@tanstack/react-table'
import type { MeasureColumn } from '#engine/declaration/derive/report/measureColumn.ts'
import type { ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { ValuesBefore } from '../comparison.ts'
import type { ReportLabels } from '../reportLabels.ts'

/** What the table can do; each feature is code that is loaded. */
export const features = tableFeatures({ columnVisibilityFeature })

/** A row as the table holds it: with its place in the tree. */
export interface TableRow {
  readonly id: string
  readonly depth: number
  /** Which of the rows of the answer it is or stands inside. */
  readonly outermost: number
  /** Absent of a row that was not asked for yet. */
  readonly original?: ReportRow | undefined
}

/** The rows that are to be seen, those inside an open row after it. */
export function tableRows(
  rows: readonly (ReportRow | undefined)[],
  expanded: Readonly<Record<string, boolean>>,
): TableRow[] {
  const found: TableRow[] = []
  const add = (row: ReportRow, depth: number, outermost: number) => {
    found.push({ id: row.key, depth, outermost, original: row })
    if (expanded[row.key]) for (const child of row.children ?? []) add(child, depth + 1, outermost)
  }
  for (const [place, row] of rows.entries()) {
    if (row) add(row, 0, place)
    else found.push({ id: `row ${place}`, depth: 0, outermost: place })
  }
  return found
}

export interface ReportTableProps {
  readonly report: Report
  /** Each at its place; nothing where one was not asked for yet. */
  readonly rows: readonly (ReportRow | undefined)[]
  readonly total: ReportRow
  readonly labels: ReportLabels
  /** What the table is, to whoever does not see it. */
  readonly label: string
  readonly hidden: ReadonlySet<string>
  readonly sort: ReportSort
  /** Where the rows come in the order asked for, some at a time: told which of them are in sight. */
  readonly onSight?: ((first: number, last: number) => void) | undefined
  readonly onSort: (sort: ReportSort) => void
  readonly expanded: Readonly<Record<string, boolean>>
  readonly isOpen: (key: string) => boolean
  readonly isLoading: (key: string) => boolean
  readonly canOpen: (row: ReportRow) => boolean
  readonly onToggle: (row: ReportRow) => void
  /** Where the report is compared: the period before. */
  readonly before?: ValuesBefore | undefined
  /** Opens how a commission came about; absent where there is nothing to open for the reader. */
  readonly onExplain?: ((cell: { row: ReportRow; column: MeasureColumn }) => void) | undefined
}
