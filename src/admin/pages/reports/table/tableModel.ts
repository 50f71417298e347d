import {
  columnVisibilityFeature,
  createExpandedRowModel,
  type Row,
  rowExpandingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { MeasureColumn } from '../../../../config/derive/report/measureColumn.ts'
import type { ReportSort } from '../../../../config/derive/report/keptQuery.ts'
import type { ReportRow } from '../../../../config/derive/report/reportRows.ts'
import type { Report } from '../../../../config/report.ts'
import type { ValuesBefore } from '../comparison.ts'
import type { ReportLabels } from '../reportLabels.ts'

/** What the table can do; each feature is code that is loaded. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
})
/** A row as the table holds it: with its place in the tree. */
export type TableRow = Row<typeof features, ReportRow>

export interface ReportTableProps {
  readonly report: Report
  readonly rows: readonly ReportRow[]
  readonly total: ReportRow
  readonly labels: ReportLabels
  /** What the table is, to whoever does not see it. */
  readonly label: string
  readonly hidden: ReadonlySet<string>
  readonly sort: ReportSort
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
