import { memo, useMemo } from 'react'
import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  createExpandedRowModel,
  type Row,
  rowExpandingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { measureColumn } from '../../../../../resources/measures.ts'
import type { MeasureColumn } from '../../../../config/derive/report/measureColumn.ts'
import { columnGroups, type ReportRow } from '../../../../config/derive/report/reportRows.ts'
import type { ReportSort } from '../../../../config/derive/report/keptQuery.ts'
import { sortRows } from '../../../../config/derive/report/sortRows.ts'
import type { Report } from '../../../../config/report.ts'
import type { ValuesBefore } from '../comparison.ts'
import type { ReportLabels } from '../reportLabels.ts'
import { columnWidths, type ShownColumn } from './columnWidths.ts'
import { HeaderRows } from './ReportHead.tsx'
import { nameOfRow } from './RowName.tsx'
import { VirtualTable } from './VirtualTable.tsx'

/** What the table can do; each feature is code that is loaded. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowExpandingFeature,
  expandedRowModel: createExpandedRowModel(),
})
type Column = ColumnDef<typeof features, ReportRow>
const helper = createColumnHelper<typeof features, ReportRow>()

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

/** The columns as TanStack Table takes them: dimensions, then measures under the head of their product. */
function useColumns(report: Report, labels: ReportLabels) {
  return useMemo(() => {
    const dimensions = report.rows.map((dimension) =>
      helper.accessor((row) => row.dimensions[dimension]?.id ?? null, {
        id: dimension,
        header: labels.dimension(dimension),
      }),
    )
    const groups = columnGroups(report.measures.map(measureColumn)).map((group, index) =>
      helper.group({
        id: `group-${index}`,
        header: labels.group(group),
        columns: group.columns.map(
          (column) =>
            helper.accessor((row) => row.values[column.name] ?? undefined, {
              id: column.name,
              header: labels.measure(column),
            }) as Column,
        ),
      }),
    )
    return [...dimensions, ...groups] as Column[]
    // Labels change with the language alone, and the page is drawn anew then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [report])
}

/**
 * The table of a report: heads in groups, first column, head and total row always in sight, and only the rows in sight
 * in the page.
 */
export const ReportTable = memo(function ReportTable(props: ReportTableProps) {
  const { report, rows, total, hidden, sort, onSort, expanded, labels } = props
  const defined = useColumns(report, labels)
  const measureColumns = useMemo(
    () => new Map(report.measures.map((name) => [name as string, measureColumn(name)])),
    [report],
  )
  const columnVisibility = useMemo(() => Object.fromEntries([...hidden].map((name) => [name, false])), [hidden])
  // As exports order them: one definition for both.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const sorted = useMemo(() => sortRows({ rows, sort, labels }), [rows, sort])
  const table = useTable({
    features,
    columns: defined,
    data: sorted as ReportRow[],
    getSubRows: (row) => row.children,
    getRowId: (row) => row.key,
    state: { columnVisibility, expanded },
  })
  const columns = table
    .getVisibleLeafColumns()
    .map((column, index, all): ShownColumn => ({
      id: column.id,
      label: String(column.columnDef.header ?? ''),
      measure: measureColumns.get(column.id),
      isFirstOfGroup: column.parent !== undefined && column.parent !== all[index - 1]?.parent,
    }))
  const rowModel = table.getRowModel().rows
  const widths = useMemo(
    () =>
      columnWidths({
        columns,
        rows: [...rowModel.map(({ original }) => original), total],
        depth: rowModel.reduce((most, { depth }) => Math.max(most, depth), 0),
        name: (row) => nameOfRow({ report, row, labels }),
        labels,
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rowModel, total, columnVisibility, report],
  )
  return (
    <VirtualTable
      {...props}
      rowModel={rowModel}
      columns={columns}
      widths={widths}
      head={<HeaderRows groups={table.getHeaderGroups()} columns={columns} sort={sort} onSort={onSort} />}
    />
  )
})
