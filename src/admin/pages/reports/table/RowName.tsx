import { useTranslate } from 'ra-core'
import type { ReportRow } from '../../../../config/derive/report/reportRows.ts'
import type { Report, ReportDimension } from '../../../../config/report.ts'
import type { ReportLabels } from '../reportLabels.ts'
import type { gridPlace } from './useGridFocus.ts'

/** The dimension a row stands for in its first cell: of a nested row the innermost one it has. */
function namingDimension(report: Report, row: ReportRow): ReportDimension | undefined {
  const opened = report.openInto[row.opened - 1]
  if (opened && opened in row.dimensions) return opened
  // Rows that came inside others (a tree of partners) stand for the same as those around them.
  return report.rows.find((dimension) => dimension in row.dimensions) ?? report.rows[0]
}

/** A row's name, and the sign that opens the rows inside it. */
export function RowName({ row, report, labels, canOpen, isOpen, isLoading, onToggle, place }: {
  row: ReportRow
  report: Report
  labels: ReportLabels
  canOpen: boolean
  isOpen: boolean
  isLoading: boolean
  onToggle: () => void
  place: ReturnType<typeof gridPlace>
}) {
  const translate = useTranslate()
  const dimension = namingDimension(report, row)
  const called = dimension ? labels.value(dimension, row.dimensions[dimension]) : ''
  const name = row.isDirect ? labels.direct(called) : called
  if (!canOpen) return <span title={name} className="leaf">{name}</span>
  return (
    <button type="button" className="opener" aria-expanded={isOpen} aria-busy={isLoading} onClick={onToggle} title={translate(isOpen ? 'resourcePages.report.close' : 'resourcePages.report.open', { name })} {...place}>
      <span aria-hidden className="sign">{isLoading ? '…' : isOpen ? '▾' : '▸'}</span>{name}
    </button>
  )
}
