import type { HeaderGroup } from '@tanstack/react-table'
import { useTranslate } from 'ra-core'
import type { features } from './ReportTable.tsx'
import type { ReportSort } from '../../../../config/derive/report/keptQuery.ts'
import type { ReportRow } from '../../../../config/derive/report/reportRows.ts'
import { gridPlace } from './useGridFocus.ts'

interface HeadProps {
  /** The columns in sight, from left to right. */
  readonly leafIds: readonly string[]
  /** Those of them that begin a group. */
  readonly firstIds: ReadonlySet<string>
  readonly sort: ReportSort
  readonly onSort: (sort: ReportSort) => void
}

/** The heads of a report: products above, measures below, each a button that orders by it. */
export function HeaderRows({ groups, ...head }: HeadProps & { groups: readonly HeaderGroup<typeof features, ReportRow>[] }) {
  return (
    <>
      {groups.map((group, level) => (
        <tr key={group.id} aria-rowindex={level + 1}>
          {group.headers.map((header) => {
            const { column } = header
            const label = String(column.columnDef.header ?? '')
            // What the rows stand for has no head above it: it stands in both rows.
            const isDimension = column.parent === undefined && column.columns.length === 0
            if (isDimension) return level > 0 ? null : <LeafHead key={header.id} id={column.id} label={label} rowSpan={groups.length} isNumber={false} {...head} />
            if (column.columns.length > 0) return <th key={header.id} colSpan={header.colSpan} scope="colgroup" className="group first"><span>{label}</span></th>
            return <LeafHead key={header.id} id={column.id} label={label} isNumber {...head} />
          })}
        </tr>
      ))}
    </>
  )
}

function LeafHead({ id, label, rowSpan, isNumber, leafIds, firstIds, sort, onSort }: HeadProps & { id: string; label: string; rowSpan?: number; isNumber: boolean }) {
  const translate = useTranslate()
  const isSorted = sort?.column === id
  const direction = !isSorted ? 'none' : sort.isDescending ? 'descending' : 'ascending'
  // First the largest amounts, or names from the beginning; then the other way; then as the API orders it.
  const next = (): ReportSort => {
    if (!isSorted) return { column: id, isDescending: isNumber }
    return sort.isDescending === isNumber ? { column: id, isDescending: !isNumber } : null
  }
  return (
    <th scope="col" rowSpan={rowSpan} aria-sort={direction} className={[isNumber && 'number', firstIds.has(id) && 'first'].filter(Boolean).join(' ') || undefined}>
      <button type="button" onClick={() => onSort(next())} title={translate('resourcePages.report.sortBy', { name: label })} {...gridPlace({ row: 0, column: leafIds.indexOf(id) })}>
        {label}<span aria-hidden className="arrow">{direction === 'none' ? '' : direction === 'descending' ? '▼' : '▲'}</span>
      </button>
    </th>
  )
}
