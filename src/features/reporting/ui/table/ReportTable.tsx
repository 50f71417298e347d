import { memo, useMemo } from 'react'
import { type ColumnDef, createColumnHelper, useTable } from '@tanstack/react-table'
import { measureColumn } from '#resources/measures.ts'
import { columnGroups, type ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { sortRows } from '#engine/declaration/derive/report/sortRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { ReportLabels } from '../reportLabels.ts'
import { columnWidths, type ShownColumn } from './columnWidths.ts'
import { features, type ReportTableProps, tableRows } from './tableModel.ts'
import { HeaderRows } from './ReportHead.tsx'
import { nameOfRow } from './RowName.tsx'
import { VirtualTable } from './VirtualTable.tsx'

type Column = ColumnDef<typeof features, ReportRow>
/** What is in the rows is drawn from them; the table knows the columns. */
const noRows: ReportRow[] = []
const helper = createColumnHelper<typeof features, ReportRow>()

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
  const { report, rows, total, hidden, sort, onSort, onSight, expanded, labels } = props
  const defined = useColumns(report, labels)
  const measureColumns = useMemo(
    () => new Map(report.measures.map((name) => [name as string, measureColumn(name)])),
    [report],
  )
  const columnVisibility = useMemo(() => Object.fromEntries([...hidden].map((name) => [name, false])), [hidden])
  // As exports order them: one definition for both.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const sorted = useMemo(() => (onSight ? rows : sortRows({ rows: rows as ReportRow[], sort, labels })), [rows, sort])
  const rowModel = useMemo(() => tableRows(sorted, expanded), [sorted, expanded])
  const table = useTable({ features, columns: defined, data: noRows, state: { columnVisibility } })
  const columns = table
    .getVisibleLeafColumns()
    .map((column, index, all): ShownColumn => ({
      id: column.id,
      label: String(column.columnDef.header ?? ''),
      measure: measureColumns.get(column.id),
      isFirstOfGroup: column.parent !== undefined && column.parent !== all[index - 1]?.parent,
    }))
  const widths = useMemo(
    () =>
      columnWidths({
        columns,
        rows: [...rowModel.flatMap(({ original }) => original ?? []), total],
        depth: rowModel.reduce((most, { depth }) => Math.max(most, depth), 0),
        isPart: onSight !== undefined,
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
