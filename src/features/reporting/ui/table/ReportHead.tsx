import type { HeaderGroup } from '@tanstack/react-table'
import { useTranslate } from 'react-admin'
import type { features } from './tableModel.ts'
import type { ReportSort } from '#engine/declaration/derive/report/storedQuery.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { ShownColumn } from './columnWidths.ts'

interface HeadProps {
  /** The columns in sight, from left to right. */
  readonly columns: readonly ShownColumn[]
  readonly sort: ReportSort
  readonly onSort: (sort: ReportSort) => void
}

/** The heads of a report: products above, measures below, each a button that orders by it. */
export function HeaderRows({
  groups,
  ...head
}: HeadProps & { groups: readonly HeaderGroup<typeof features, ReportRow>[] }) {
  return (
    <>
      {groups.map((group, level) => (
        <tr key={group.id} aria-rowindex={level + 1}>
          {group.headers.map((header) => {
            const { column } = header
            if (column.columns.length > 0)
              return (
                <th key={header.id} colSpan={header.colSpan} scope="colgroup" className="group first">
                  <span>{String(column.columnDef.header)}</span>
                </th>
              )
            // What the rows stand for has no head above it: it stands in both rows.
            const isDimension = column.parent === undefined
            return isDimension && level > 0 ? null : (
              <LeafHead key={header.id} id={column.id} rowSpan={isDimension ? groups.length : undefined} {...head} />
            )
          })}
        </tr>
      ))}
    </>
  )
}

function LeafHead({ id, rowSpan, columns, sort, onSort }: HeadProps & { id: string; rowSpan: number | undefined }) {
  const translate = useTranslate()
  const place = columns.findIndex((column) => column.id === id)
  const { label, measure, isFirstOfGroup } = columns[place]!
  const isNumber = measure !== undefined
  const isSorted = sort?.column === id
  const direction = !isSorted ? 'none' : sort.isDescending ? 'descending' : 'ascending'
  // First the largest amounts, or names from the beginning; then the other way; then as the API orders it.
  const next = (): ReportSort => {
    if (!isSorted) return { column: id, isDescending: isNumber }
    return sort.isDescending === isNumber ? { column: id, isDescending: !isNumber } : null
  }
  return (
    <th
      scope="col"
      rowSpan={rowSpan}
      aria-sort={direction}
      aria-colindex={place + 1}
      className={[isNumber && 'number', isFirstOfGroup && 'first'].filter(Boolean).join(' ') || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        onClick={() => onSort(next())}
        title={translate('resourcePages.report.sortBy', { name: label })}
      >
        {label}
        <span aria-hidden className="arrow">
          {direction === 'none' ? '' : direction === 'descending' ? '▼' : '▲'}
        </span>
      </button>
    </th>
  )
}
