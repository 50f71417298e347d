import { useTranslate } from 'react-admin'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report, ReportDimension } from '#engine/declaration/report.ts'
import type { ReportLabels } from '../reportLabels.ts'

/** The dimension a row stands for in its first cell: of a nested row the innermost one it has. */
function namingDimension(report: Report, row: ReportRow): ReportDimension | undefined {
  const opened = report.openInto[row.opened - 1]
  if (opened && opened in row.dimensions) return opened
  // Rows that came inside others (a tree of partners) stand for the same as those around them.
  return report.rows.find((dimension) => dimension in row.dimensions) ?? report.rows[0]
}

/** How a row is called in its first cell. */
export function nameOfRow({
  report,
  row,
  labels,
}: {
  report: Report
  row: ReportRow
  labels: Pick<ReportLabels, 'value' | 'direct'>
}): string {
  const dimension = namingDimension(report, row)
  const name = dimension ? labels.value(dimension, row.dimensions[dimension]) : ''
  return row.isDirect ? labels.direct(name) : name
}

/** A row's name, and the sign that opens the rows inside it. */
export function RowName({
  name,
  canOpen,
  isOpen,
  isLoading,
  onToggle,
}: {
  name: string
  canOpen: boolean
  isOpen: boolean
  isLoading: boolean
  onToggle: () => void
}) {
  const translate = useTranslate()
  if (!canOpen)
    return (
      <span title={name} className="leaf">
        {name}
      </span>
    )
  return (
    <button
      type="button"
      tabIndex={-1}
      className="opener"
      aria-expanded={isOpen}
      aria-busy={isLoading}
      onClick={onToggle}
      title={translate(isOpen ? 'resourcePages.report.close' : 'resourcePages.report.open', { name })}
    >
      <span aria-hidden className="sign">
        {isLoading ? '…' : isOpen ? '▾' : '▸'}
      </span>
      {name}
    </button>
  )
}
