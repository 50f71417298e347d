import type { HeaderGroup } from '@tanstack/react-table'
import { useTranslate } from 'ra-core'
import type { features } from './ReportTable.tsx'
import type { ReportSort } from '../../../../config/derive/report/keptQuery.ts'
import type { ReportRow } from '../../../../config/derive/report/reportRows.ts'

/** The heads of a report: products above, measures below, each a button that orders by it. */
export function HeaderRows({ groups, sort, onSort }: {
  groups: readonly HeaderGroup<typeof features, ReportRow>[]
  sort: ReportSort
  onSort: (sort: ReportSort) => void
}) {
  return (
    <>
      {groups.map((group, level) => (
        <tr key={group.id}>
          {group.headers.map((header) => {
            const { column } = header
            const label = String(column.columnDef.header ?? '')
            // What the rows stand for has no head above it: it stands in both rows.
            const isDimension = column.parent === undefined && column.columns.length === 0
            if (isDimension) return level > 0 ? null : <LeafHead key={header.id} id={column.id} label={label} rowSpan={groups.length} isNumber={false} sort={sort} onSort={onSort} />
            if (column.columns.length > 0) return <th key={header.id} colSpan={header.colSpan} scope="colgroup" className="group">{label}</th>
            return <LeafHead key={header.id} id={column.id} label={label} isNumber sort={sort} onSort={onSort} />
          })}
        </tr>
      ))}
    </>
  )
}

function LeafHead({ id, label, rowSpan, isNumber, sort, onSort }: { id: string; label: string; rowSpan?: number; isNumber: boolean; sort: ReportSort; onSort: (sort: ReportSort) => void }) {
  const translate = useTranslate()
  const isSorted = sort?.column === id
  const direction = !isSorted ? 'none' : sort.isDescending ? 'descending' : 'ascending'
  // First the largest amounts, or names from the beginning; then the other way; then as the API orders it.
  const next = (): ReportSort => {
    if (!isSorted) return { column: id, isDescending: isNumber }
    return sort.isDescending === isNumber ? { column: id, isDescending: !isNumber } : null
  }
  return (
    <th scope="col" rowSpan={rowSpan} aria-sort={direction} className={isNumber ? 'number' : undefined}>
      <button type="button" onClick={() => onSort(next())} title={translate('resourcePages.report.sortBy', { name: label })}>
        {label}<span aria-hidden className="arrow">{direction === 'none' ? '' : direction === 'descending' ? '▼' : '▲'}</span>
      </button>
    </th>
  )
}
