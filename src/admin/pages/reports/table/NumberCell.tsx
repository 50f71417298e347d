import { useTranslate } from 'ra-core'
import type { MeasureColumn } from '../../../../config/derive/report/measureColumn.ts'
import type { ReportRow } from '../../../../config/derive/report/reportRows.ts'
import { difference } from '../comparison.ts'
import { isCommission } from '../explain/commission.ts'
import type { ReportLabels } from '../reportLabels.ts'
import type { gridPlace } from './useGridFocus.ts'
import type { ReportTableProps } from './ReportTable.tsx'

interface NumberCellProps {
  readonly row: ReportRow
  readonly column: MeasureColumn
  readonly labels: ReportLabels
  /** What it was in the period before, where it is compared. */
  readonly earlier: ReportRow['values'] | undefined
  readonly onExplain: ReportTableProps['onExplain']
  readonly className: string | undefined
  readonly place: ReturnType<typeof gridPlace>
}

/** A number of a report. A commission opens how it came about; where the report is compared, the difference stands below. */
export function NumberCell({ row, column, labels, earlier, onExplain, className, place }: NumberCellProps) {
  const translate = useTranslate()
  const value = row.values[column.name]
  const number = labels.number(column, value)
  const compared = earlier && <span className="difference">{labels.difference(column, difference(value, earlier[column.name] ?? (column.unit === 'ratio' ? null : 0)))}</span>
  if (!onExplain || !value || !isCommission(column)) return <td className={className} {...place}>{number}{compared}</td>
  const title = translate('resourcePages.report.explain', { name: labels.column(column), value: number })
  return <td className={className}><button type="button" title={title} aria-label={title} onClick={() => onExplain({ row, column })} {...place}>{number}</button>{compared}</td>
}
