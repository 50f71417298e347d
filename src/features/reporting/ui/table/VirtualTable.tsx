import { type CSSProperties, memo, useEffect, useRef } from 'react'
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { ReportDimension } from '#engine/declaration/report.ts'
import { difference } from '../comparison.ts'
import { isCommission } from '../explain/commission.ts'
import type { ShownColumn } from './columnWidths.ts'
import type { ReportTableProps, TableRow } from './tableModel.ts'
import { tableStyle } from './reportTableStyle.ts'
import { nameOfRow, RowName } from './RowName.tsx'
import { headRows, useGridFocus } from './useGridFocus.ts'
import { type ColumnRange, everyColumn, useColumnsInSight } from './useColumnsInSight.ts'
import { useFitToPaper } from './useFitToPaper.ts'
import { useHeightToBottom } from './useHeightToBottom.ts'
import { useIsPrinting } from './useIsPrinting.ts'

const rowHeightPx = 34
/** Of rows that say below each number how much it differs from before. */
const comparedRowHeightPx = 50
/** Enough rows beyond the edge that scrolling shows no gap, few enough for a light page. */
const overscan = 6
/**
 * A report of so few rows has all of its columns in the page, of more those in sight: a page of new rows would else be
 * hundreds of cells that nobody sees.
 */
const wholeRowsMax = 20
/** Whoever scrolls from end to end asks for nothing in between. */
const sightMs = 80
/** On paper all rows stand; more than these are what exports are for. */
const printedRowsMax = 2_000

interface VirtualTableProps extends ReportTableProps {
  readonly rowModel: readonly TableRow[]
  readonly columns: readonly ShownColumn[]
  /** Of the columns, in characters. */
  readonly widths: readonly number[]
  readonly head: React.ReactNode
}

/** Room beside what a cell says. */
const paddingPx = 24
/**
 * A width in characters as the browser reckons it: of the font the table has. The first column leaves room for others
 * on a narrow page.
 */
const columnWidth = (widths: readonly number[], index: number) =>
  index === 0
    ? `min(var(--widest-name), calc(${widths[0]}ch + ${paddingPx}px))`
    : `calc(${widths[index]}ch + ${paddingPx}px)`
const tableWidth = (widths: readonly number[]): CSSProperties => ({
  tableLayout: 'fixed',
  width: `calc(var(--first-column) + ${widths.slice(1).reduce((sum, width) => sum + width, 0)}ch + ${paddingPx * (widths.length - 1)}px)`,
})

/** The rows in sight; on paper all of them. The heights before and after stand for those that are not in the page. */
function rowsInPage(
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { rowModel, isPrinting }: { rowModel: readonly TableRow[]; isPrinting: boolean },
) {
  if (isPrinting) {
    // What was not asked for yet cannot be waited for here.
    const there = rowModel.flatMap(({ original }, index) => (original ? [index] : []))
    return { indexes: there.slice(0, printedRowsMax), before: 0, after: 0 }
  }
  const items = virtualizer.getVirtualItems()
  return {
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  }
}

/** The table itself, as a tree whose rows open; the arrow keys move in it. Rows out of sight are not in the page. */
export function VirtualTable(props: VirtualTableProps) {
  const { rowModel, columns, widths, head, label, before, canOpen, isOpen, onToggle, onSight } = props
  const translate = useTranslate()
  const container = useRef<HTMLDivElement>(null)
  const maxHeight = useHeightToBottom(container)
  const isPrinting = useIsPrinting()
  const { first, last } = useColumnsInSight(container, {
    isWanted: !isPrinting && rowModel.length > wholeRowsMax,
    columns: widths,
  })
  useFitToPaper(container, isPrinting)
  const rowHeight = before ? comparedRowHeightPx : rowHeightPx
  const virtualizer = useVirtualizer({
    count: rowModel.length,
    getScrollElement: () => container.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingStart: headRows * rowHeightPx,
    scrollPaddingEnd: 2 * rowHeightPx,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const { indexes, before: heightBefore, after: heightAfter } = rowsInPage(virtualizer, { rowModel, isPrinting })
  useSight({ rowModel, indexes, onSight: isPrinting ? undefined : onSight })
  const focus = useGridFocus({
    container,
    rowCount: rowModel.length + 2,
    columnCount: columns.length,
    scrollToRow: (row) => virtualizer.scrollToIndex(row - 1),
    openRow: (place, shouldOpen) => {
      const row = rowModel[place - 1]?.original
      if (!row || !canOpen(row) || isOpen(row.key) === shouldOpen) return false
      onToggle(row)
      return true
    },
  })
  return (
    <Box
      ref={container}
      sx={tableStyle}
      className={isPrinting ? 'printing' : undefined}
      style={isPrinting ? undefined : ({ maxHeight, '--first-column': columnWidth(widths, 0) } as CSSProperties)}
    >
      {/* A table is a grid once its cells take the focus: HTML allows the role, the rule does not know it. */}
      <table
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="treegrid"
        aria-label={label}
        aria-rowcount={rowModel.length + headRows + 1}
        aria-colcount={columns.length}
        {...focus}
        style={isPrinting ? undefined : tableWidth(widths)}
      >
        {!isPrinting && (
          <colgroup>
            {columns.map(({ id }, index) => (
              <col key={id} style={{ width: columnWidth(widths, index) }} />
            ))}
          </colgroup>
        )}
        <thead>{head}</thead>
        <tbody>
          {heightBefore > 0 && <tr aria-hidden style={{ height: heightBefore }} />}
          {indexes.map((index) => (
            <BodyRow
              // Where rows come later, a place keeps its element, and with it the focus.
              key={onSight ? index : rowModel[index]!.id}
              row={rowModel[index]!}
              place={index + 1}
              height={isPrinting ? undefined : rowHeight}
              first={first}
              last={last}
              table={props}
            />
          ))}
          {heightAfter > 0 && <tr aria-hidden style={{ height: heightAfter }} />}
        </tbody>
        <tfoot>
          <TotalRow table={props} />
        </tfoot>
      </table>
      {isPrinting && rowModel.length > indexes.length && (
        <p>{translate('resourcePages.report.printedRows', { shown: indexes.length, all: rowModel.length })}</p>
      )}
    </Box>
  )
}

/** Says which rows of the answer are in sight, once nobody scrolls any further. */
function useSight({
  rowModel,
  indexes,
  onSight,
}: Pick<VirtualTableProps, 'rowModel' | 'onSight'> & { indexes: readonly number[] }) {
  const [first, last] = [rowModel[indexes[0] ?? -1]?.outermost, rowModel[indexes.at(-1) ?? -1]?.outermost]
  useEffect(() => {
    if (!onSight || first === undefined || last === undefined) return
    const timer = setTimeout(() => onSight(first, last), sightMs)
    return () => clearTimeout(timer)
    // Who is told is another at each drawing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [first, last, onSight === undefined])
}

const cellClass = ({ measure, isFirstOfGroup }: ShownColumn, value: number | null | undefined): string =>
  `${measure ? 'number' : ''}${isFirstOfGroup ? ' first' : ''}${value === 0 ? ' zero' : (value ?? 0) < 0 ? ' negative' : ''}`

/**
 * A cell that says something. A plain element: as components cells would take several times as long, and a page of rows
 * has hundreds. A commission opens how it came about.
 */
function cell({
  row,
  place,
  earlier,
  table: { columns, labels, onExplain },
}: {
  row: ReportRow
  place: number
  earlier: ReportRow['values'] | undefined
  table: VirtualTableProps
}) {
  const column = columns[place]!
  const { id, measure } = column
  if (!measure) {
    const dimension = id as ReportDimension
    const name = dimension in row.dimensions ? labels.value(dimension, row.dimensions[dimension]) : undefined
    return (
      <td key={id} aria-colindex={place + 1} className="name" title={name}>
        {name}
      </td>
    )
  }
  const value = row.values[id]
  const number = labels.number(measure, value)
  const title = onExplain && value && isCommission(measure) ? labels.explain(measure, number) : undefined
  return (
    <td key={id} aria-colindex={place + 1} className={cellClass(column, value)}>
      {title ? (
        <button
          type="button"
          tabIndex={-1}
          title={title}
          aria-label={title}
          onClick={() => onExplain!({ row, column: measure })}
        >
          {number}
        </button>
      ) : (
        number
      )}
      {earlier && (
        <span className="difference">
          {labels.difference(measure, difference(value, earlier[id] ?? (measure.unit === 'ratio' ? null : 0)))}
        </span>
      )}
    </td>
  )
}

/** The cells of a row that was not asked for yet: they can have the focus, and say nothing. */
function CellsToCome({ first, last, count }: ColumnRange & { count: number }) {
  const [begin, end] = [Math.max(first, 1), Math.min(last, count - 1)]
  const after = count - 1 - end
  return (
    <>
      {begin > 1 && <td aria-hidden colSpan={begin - 1} />}
      {Array.from({ length: end - begin + 1 }, (_, index) => (
        <td key={index} aria-colindex={begin + index + 1}>
          {'\u00A0'}
        </td>
      ))}
      {after > 0 && <td aria-hidden colSpan={after} />}
    </>
  )
}

/** The cells of a row after its name; where they are out of sight, one that is as wide as they are. */
function cells({ first, last, ...of }: ColumnRange & Omit<Parameters<typeof cell>[0], 'place'>) {
  const [begin, end] = [Math.max(first, 1), Math.min(last, of.table.columns.length - 1)]
  const [before, after] = [begin - 1, of.table.columns.length - 1 - end]
  return (
    <>
      {before > 0 && <td aria-hidden colSpan={before} />}
      {Array.from({ length: end - begin + 1 }, (_, index) => cell({ ...of, place: begin + index }))}
      {after > 0 && <td aria-hidden colSpan={after} />}
    </>
  )
}

/**
 * A row, drawn when it comes into the page and again when the answer or the columns in sight change, not while somebody
 * scrolls down.
 */
const BodyRow = memo(function BodyRow({
  row,
  place,
  height,
  first,
  last,
  table,
}: ColumnRange & { row: TableRow; place: number; height: number | undefined; table: VirtualTableProps }) {
  const { labels, report, canOpen, isOpen, isLoading, onToggle, before } = table
  const { original, depth } = row
  if (!original)
    return (
      <tr aria-rowindex={place + headRows} aria-level={1} aria-busy style={{ height }}>
        <th scope="row" aria-colindex={1} style={{ paddingLeft: 12 }}>
          <span className="leaf">…</span>
        </th>
        <CellsToCome first={first} last={last} count={table.columns.length} />
      </tr>
    )
  const opens = canOpen(original)
  // What a person opened has no row of the period before beside it.
  const earlier = before && original.opened === 0 ? (before.rows.get(original.key) ?? {}) : undefined
  return (
    <tr
      aria-rowindex={place + headRows}
      aria-level={depth + 1}
      aria-expanded={opens ? isOpen(original.key) : undefined}
      style={{ height }}
    >
      <th scope="row" aria-colindex={1} style={{ paddingLeft: 12 + depth * 18 }}>
        <RowName
          name={nameOfRow({ report, row: original, labels })}
          canOpen={opens}
          isOpen={isOpen(original.key)}
          isLoading={isLoading(original.key)}
          onToggle={() => onToggle(original)}
        />
      </th>
      {cells({ row: original, earlier, first, last, table })}
    </tr>
  )
})

function TotalRow({ table }: { table: VirtualTableProps }) {
  const translate = useTranslate()
  return (
    <tr aria-rowindex={table.rowModel.length + 1 + headRows}>
      <th scope="row" aria-colindex={1}>
        {translate('resourcePages.report.total')}
      </th>
      {cells({ row: table.total, earlier: table.before?.total, ...everyColumn, table })}
    </tr>
  )
}
