import { useEffect, useRef } from 'react'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'ra-core'
import Box from '@mui/material/Box'
import type { MeasureColumn } from '../../../../config/derive/report/measureColumn.ts'
import type { ReportRow } from '../../../../config/derive/report/reportRows.ts'
import type { ReportDimension } from '../../../../config/report.ts'
import { NumberCell } from './NumberCell.tsx'
import type { ReportTableProps, TableRow } from './ReportTable.tsx'
import { tableStyle } from './reportTableStyle.ts'
import { RowName } from './RowName.tsx'
import { useFirstColumnWidth } from './useFirstColumnWidth.ts'
import { gridPlace, useGridFocus } from './useGridFocus.ts'
import { useFitToPaper } from './useFitToPaper.ts'
import { useHeightToBottom } from './useHeightToBottom.ts'
import { useIsPrinting } from './useIsPrinting.ts'

const rowHeightPx = 34
/** Of rows that say below each number how much it differs from before. */
const comparedRowHeightPx = 50
/** Enough rows beyond the edge that scrolling shows no gap, few enough for a light page. */
const overscan = 6
/** On paper all rows stand; more than these are what exports are for. */
const printedRowsMax = 2_000
/** How many rows of heads stand above the first row, as a reader of the table counts them. */
const headRows = 2

interface VirtualTableProps extends ReportTableProps {
  readonly rowModel: readonly TableRow[]
  readonly measureColumns: ReadonlyMap<string, MeasureColumn>
  readonly leafIds: readonly string[]
  readonly firstIds: ReadonlySet<string>
  readonly head: React.ReactNode
}

/** The rows in sight; on paper all of them. The heights before and after stand for those that are not in the page. */
function rowsInPage(virtualizer: Virtualizer<HTMLDivElement, Element>, { count, isPrinting }: { count: number; isPrinting: boolean }) {
  if (isPrinting) return { indexes: Array.from({ length: Math.min(count, printedRowsMax) }, (_, index) => index), before: 0, after: 0 }
  const items = virtualizer.getVirtualItems()
  return { indexes: items.map(({ index }) => index), before: items[0]?.start ?? 0, after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) }
}

/** The table itself, as a tree whose rows open; the arrow keys move in it. Rows out of sight are not in the page. */
export function VirtualTable(props: VirtualTableProps) {
  const { rowModel, leafIds, head, label, before, canOpen, isOpen, onToggle } = props
  const translate = useTranslate()
  const container = useRef<HTMLDivElement>(null)
  const maxHeight = useHeightToBottom(container)
  const isPrinting = useIsPrinting()
  useFirstColumnWidth(container)
  useFitToPaper(container, isPrinting)
  const rowHeight = before ? comparedRowHeightPx : rowHeightPx
  const virtualizer = useVirtualizer({ count: rowModel.length, getScrollElement: () => container.current, estimateSize: () => rowHeight, overscan, scrollPaddingStart: headRows * rowHeightPx, scrollPaddingEnd: 2 * rowHeightPx })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const { indexes, before: heightBefore, after: heightAfter } = rowsInPage(virtualizer, { count: rowModel.length, isPrinting })
  const { onFocus, onKeyDown } = useGridFocus({
    container, rowCount: rowModel.length + 2, columnCount: leafIds.length, scrollToRow: (row) => virtualizer.scrollToIndex(row - 1),
    openRow: (place, shouldOpen) => {
      const row = rowModel[place - 1]?.original
      if (!row || !canOpen(row) || isOpen(row.key) === shouldOpen) return false
      onToggle(row)
      return true
    },
  })
  return (
    <Box ref={container} sx={tableStyle} className={isPrinting ? 'printing' : undefined} style={isPrinting ? undefined : { maxHeight }}>
      {/* A table is a grid once its cells take the focus: HTML allows the role, the rule does not know it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="treegrid" aria-label={label} aria-rowcount={rowModel.length + headRows + 1} aria-colcount={leafIds.length} onFocus={onFocus} onKeyDown={onKeyDown}>
        <thead>{head}</thead>
        <tbody>
          {heightBefore > 0 && <tr aria-hidden style={{ height: heightBefore }} />}
          {indexes.map((index) => <BodyRow key={rowModel[index]!.id} row={rowModel[index]!} place={index + 1} height={isPrinting ? undefined : rowHeight} {...props} />)}
          {heightAfter > 0 && <tr aria-hidden style={{ height: heightAfter }} />}
        </tbody>
        <tfoot><TotalRow {...props} /></tfoot>
      </table>
      {isPrinting && rowModel.length > printedRowsMax && <p>{translate('resourcePages.report.printedRows', { shown: printedRowsMax, all: rowModel.length })}</p>}
    </Box>
  )
}

const cellClass = (id: string, { measureColumns, firstIds }: VirtualTableProps, row: ReportRow): string | undefined => {
  const value = row.values[id]
  return [measureColumns.has(id) && 'number', firstIds.has(id) && 'first', (value ?? 0) < 0 && 'negative', value === 0 && 'zero'].filter(Boolean).join(' ') || undefined
}

function BodyRow({ row, place, height, ...props }: VirtualTableProps & { row: TableRow; place: number; height: number | undefined }) {
  const { leafIds, measureColumns, labels, report, canOpen, isOpen, isLoading, onToggle, before, onExplain } = props
  const { original } = row
  const opens = canOpen(original)
  // What a person opened has no row of the period before beside it.
  const earlier = before && original.opened === 0 ? before.rows.get(original.key) ?? {} : undefined
  return (
    <tr aria-rowindex={place + headRows} aria-level={row.depth + 1} aria-expanded={opens ? isOpen(original.key) : undefined} style={{ height }}>
      {leafIds.map((id, column) => {
        const at = gridPlace({ row: place, column })
        const measure = measureColumns.get(id)
        if (column === 0) {
          return (
            <th key={id} scope="row" style={{ paddingLeft: 12 + row.depth * 18 }} {...(opens ? {} : at)}>
              <RowName row={original} report={report} labels={labels} canOpen={opens} isOpen={isOpen(original.key)} isLoading={isLoading(original.key)} onToggle={() => onToggle(original)} place={at} />
            </th>
          )
        }
        if (!measure) return <td key={id} {...at}>{labels.value(id as ReportDimension, original.dimensions[id as ReportDimension])}</td>
        return <NumberCell key={id} row={original} column={measure} labels={labels} earlier={earlier} onExplain={onExplain} className={cellClass(id, props, original)} place={at} />
      })}
    </tr>
  )
}

function TotalRow(props: VirtualTableProps) {
  const { leafIds, measureColumns, labels, total, rowModel, before, onExplain } = props
  const translate = useTranslate()
  const place = rowModel.length + 1
  return (
    <tr aria-rowindex={place + headRows}>
      {leafIds.map((id, column) => {
        const at = gridPlace({ row: place, column })
        const measure = measureColumns.get(id)
        if (column === 0) return <th key={id} scope="row" {...at}>{translate('resourcePages.report.total')}</th>
        if (!measure) return <td key={id} {...at} />
        return <NumberCell key={id} row={total} column={measure} labels={labels} earlier={before?.total} onExplain={onExplain} className={cellClass(id, props, total)} place={at} />
      })}
    </tr>
  )
}
