import { useTranslate } from 'ra-core'
import type { Report, ReportDimension } from '../../../../config/report.ts'
import type { ReportLabels } from '../reportLabels.ts'
import type { ReportRow } from '../../../../config/derive/report/reportRows.ts'

/** The dimension a row stands for in its first cell: of a nested row the innermost one it has. */
export function namingDimension(report: Report, row: ReportRow): ReportDimension | undefined {
  const opened = report.openInto[row.opened - 1]
  if (opened && opened in row.dimensions) return opened
  // Rows that came inside others (a tree of partners) stand for the same as those around them.
  return report.rows.find((dimension) => dimension in row.dimensions) ?? report.rows[0]
}

/** A row's name, and the sign that opens the rows inside it. */
export function RowName({ row, report, labels, canOpen, isOpen, isLoading, onToggle }: {
  row: ReportRow
  report: Report
  labels: ReportLabels
  canOpen: boolean
  isOpen: boolean
  isLoading: boolean
  onToggle: () => void
}) {
  const translate = useTranslate()
  const dimension = namingDimension(report, row)
  const called = dimension ? labels.value(dimension, row.dimensions[dimension]) : ''
  const name = row.isDirect ? labels.direct(called) : called
  if (!canOpen) return <span title={name}>{name}</span>
  return (
    <button type="button" aria-expanded={isOpen} aria-busy={isLoading} onClick={onToggle} title={translate(isOpen ? 'resourcePages.report.close' : 'resourcePages.report.open', { name })}
      style={{ all: 'unset', cursor: 'pointer' }}>
      <span aria-hidden style={{ display: 'inline-block', width: 18 }}>{isLoading ? '…' : isOpen ? '▾' : '▸'}</span>{name}
    </button>
  )
}
