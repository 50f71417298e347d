import { memo, useEffect, useMemo, useRef } from 'react'
import {
  type ColumnDef, columnVisibilityFeature, createColumnHelper, createExpandedRowModel, createSortedRowModel, type Row, rowExpandingFeature, rowSortingFeature, sortFn_alphanumeric, sortFn_basic, tableFeatures, useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import Box from '@mui/material/Box'
import type { Report, ReportDimension } from '../../../../config/report.ts'
import { difference, type ValuesBefore } from '../comparison.ts'
import type { ReportLabels } from '../reportLabels.ts'
import type { ReportSort } from '../../../../config/derive/report/keptQuery.ts'
import { columnGroups, type MeasureColumn, type ReportRow } from '../../../../config/derive/report/reportRows.ts'
import { HeaderRows } from './ReportHead.tsx'
import { tableStyle } from './reportTableStyle.ts'
import { useIsPrinting } from './useIsPrinting.ts'
import { useHeightToBottom } from './useHeightToBottom.ts'

/** What the table can do; each feature is code that is loaded. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
  rowExpandingFeature, expandedRowModel: createExpandedRowModel(),
})
type Column = ColumnDef<typeof features, ReportRow>
const helper = createColumnHelper<typeof features, ReportRow>()

const rowHeightPx = 34
/** Of rows that say below each number how much it differs from before. */
const comparedRowHeightPx = 50
/** Enough rows beyond the edge that scrolling shows no gap, few enough for a light page. */
const overscan = 6
/** On paper all rows stand; more than these are what exports are for. */
const printedRowsMax = 2_000

interface ReportTableProps {
  readonly report: Report
  readonly rows: readonly ReportRow[]
  readonly total: ReportRow
  readonly labels: ReportLabels
  readonly totalLabel: string
  readonly hidden: ReadonlySet<string>
  readonly sort: ReportSort
  readonly onSort: (sort: ReportSort) => void
  /** Draws the first cell of a row: its name, and the sign that opens it. */
  readonly firstCell: (row: Row<typeof features, ReportRow>) => React.ReactNode
  readonly expanded: Readonly<Record<string, boolean>>
  /** Where the report is compared: the period before. */
  readonly before?: ValuesBefore | undefined
}

/** What stands at the beginning of each row; a report in levels has all of it in one column. */
export function leadingDimensions(report: Report): ReportDimension[] {
  return [...report.rows]
}

/** The columns as TanStack Table takes them: dimensions, then measures under the head of their product. */
function useColumns(report: Report, labels: ReportLabels) {
  return useMemo(() => {
    const dimensions = leadingDimensions(report).map((dimension) => helper.accessor((row) => labels.value(dimension, row.dimensions[dimension]), { id: dimension, header: labels.dimension(dimension), sortFn: 'alphanumeric' }))
    const groups = columnGroups(report).map((group, index) => helper.group({
      id: `group-${index}`, header: labels.group(group),
      columns: group.columns.map((column) => helper.accessor((row) => row.values[column.name] ?? undefined, {
        id: column.name, header: labels.measure(column), sortFn: 'basic', sortUndefined: 'last', sortDescFirst: true,
      }) as Column),
    }))
    return [...dimensions, ...groups] as Column[]
    // Labels change with the language alone, and the page is drawn anew then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [report])
}

/** The table of a report: heads in groups, first column, head and total row always in sight, and only the rows in sight in the page. */
export const ReportTable = memo(function ReportTable(props: ReportTableProps) {
  const { report, rows, hidden, sort, onSort, expanded, labels } = props
  const columns = useColumns(report, labels)
  const measureColumns = useMemo(() => new Map(columnGroups(report).flatMap((group) => group.columns).map((column) => [column.name as string, column])), [report])
  const columnVisibility = useMemo(() => Object.fromEntries([...hidden].map((name) => [name, false])), [hidden])
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.isDescending }] : []), [sort])
  const table = useTable({
    features, columns, data: rows as ReportRow[], getSubRows: (row) => row.children, getRowId: (row) => row.key,
    state: { columnVisibility, sorting, expanded },
  })
  return (
    <VirtualTable {...props} rowModel={table.getRowModel().rows} measureColumns={measureColumns} leafIds={table.getVisibleLeafColumns().map(({ id }) => id)}
      head={<HeaderRows groups={table.getHeaderGroups()} sort={sort} onSort={onSort} />} />
  )
})

function VirtualTable({ rowModel, measureColumns, leafIds, head, total, totalLabel, labels, firstCell, before }: ReportTableProps & {
  rowModel: readonly Row<typeof features, ReportRow>[]
  measureColumns: ReadonlyMap<string, MeasureColumn>
  leafIds: readonly string[]
  head: React.ReactNode
}) {
  const container = useRef<HTMLDivElement>(null)
  const maxHeight = useHeightToBottom(container)
  const isPrinting = useIsPrinting()
  const rowHeight = before ? comparedRowHeightPx : rowHeightPx
  const virtualizer = useVirtualizer({ count: rowModel.length, getScrollElement: () => container.current, estimateSize: () => rowHeight, overscan })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = isPrinting ? rowModel.slice(0, printedRowsMax).map((_, index) => ({ index, start: 0, end: 0 })) : virtualizer.getVirtualItems()
  const heightBefore = items[0]?.start ?? 0
  const heightAfter = isPrinting ? 0 : virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const cell = (row: ReportRow, id: string, earlier: ReportRow['values'] | undefined) => {
    const column = measureColumns.get(id)
    if (!column) return labels.value(id as ReportDimension, row.dimensions[id as ReportDimension])
    const number = labels.number(column, row.values[column.name])
    if (!earlier) return number
    const then = earlier[column.name] ?? (column.unit === 'ratio' ? null : 0)
    return <>{number}<span className="difference">{labels.difference(column, difference(row.values[column.name], then))}</span></>
  }
  return (
    <Box ref={container} sx={tableStyle} style={isPrinting ? undefined : { maxHeight }} tabIndex={0} role="region" aria-label={totalLabel}>
      <table aria-rowcount={rowModel.length + 2}>
        <thead>{head}</thead>
        <tbody>
          {heightBefore > 0 && <tr aria-hidden style={{ height: heightBefore }} />}
          {items.map(({ index }) => {
            const row = rowModel[index]!
            return (
              <tr key={row.id} aria-rowindex={index + 2} style={{ height: rowHeight }}>
                {leafIds.map((id, position) => (position === 0
                  ? <th key={id} scope="row" style={{ paddingLeft: 12 + row.depth * 18 }}>{firstCell(row)}</th>
                  : <td key={id} className={cellClass(measureColumns.get(id), row.original)}>{cell(row.original, id, before && row.original.opened === 0 ? before.rows.get(row.original.key) ?? {} : undefined)}</td>))}
              </tr>
            )
          })}
          {heightAfter > 0 && <tr aria-hidden style={{ height: heightAfter }} />}
        </tbody>
        <tfoot>
          <tr aria-rowindex={rowModel.length + 2}>
            {leafIds.map((id, position) => (position === 0
              ? <th key={id} scope="row">{totalLabel}</th>
              : <td key={id} className={cellClass(measureColumns.get(id), total)}>{measureColumns.has(id) ? cell(total, id, before?.total) : ''}</td>))}
          </tr>
        </tfoot>
      </table>
    </Box>
  )
}

function cellClass(column: MeasureColumn | undefined, row: ReportRow): string | undefined {
  if (!column) return undefined
  return (row.values[column.name] ?? 0) < 0 ? 'number negative' : 'number'
}
