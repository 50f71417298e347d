import { useTranslate } from 'ra-core'
import type { Report, ReportDimension } from '../../../../config/report.ts'
import type { ReportLabels } from '../reportLabels.ts'
import type { ReportRow } from '../reportRows.ts'

/** The dimension a row stands for in its first cell: of a nested row the innermost one it has. */
export function namingDimension(report: Report, row: ReportRow, depth: number): ReportDimension | undefined {
  const opened = report.openInto[depth - 1]
  if (depth > 0 && opened && opened in row.dimensions) return opened
  // Rows that came inside others (a tree of partners) stand for the same as those around them.
  return report.rows.find((dimension) => dimension in row.dimensions) ?? report.rows[0]
}

/** A row's name, and the sign that opens the rows inside it. */
export function RowName({ row, depth, report, labels, canOpen, isOpen, isLoading, onToggle }: {
  row: ReportRow
  depth: number
  report: Report
  labels: ReportLabels
  canOpen: boolean
  isOpen: boolean
  isLoading: boolean
  onToggle: () => void
}) {
  const translate = useTranslate()
  const dimension = namingDimension(report, row, depth)
  const name = dimension ? labels.value(dimension, row.dimensions[dimension]) : ''
  if (!canOpen) return <span title={name}>{name}</span>
  return (
    <button type="button" aria-expanded={isOpen} aria-busy={isLoading} onClick={onToggle} title={translate(isOpen ? 'resourcePages.report.close' : 'resourcePages.report.open', { name })}
      style={{ all: 'unset', cursor: 'pointer' }}>
      <span aria-hidden style={{ display: 'inline-block', width: 18 }}>{isLoading ? '…' : isOpen ? '▾' : '▸'}</span>{name}
    </button>
  )
}
