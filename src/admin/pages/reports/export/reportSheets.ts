/** A report as sheets of a workbook or lines of a CSV file. Pure. */
import type { Report, ReportDimension } from '../../../../config/report.ts'
import type { CellKind, CellValue, ExportColumn } from '../../../export/spreadsheetCells.ts'
import type { ReportLabels } from '../reportLabels.ts'
import { columnGroups, type MeasureColumn, type ReportRow } from '../reportRows.ts'

const cellKinds: Readonly<Record<MeasureColumn['unit'], CellKind>> = { money: 'money', ratio: 'percent', count: 'number' }

/** A table of typed cells, the total row last. */
export interface SheetTable { readonly columns: readonly ExportColumn[]; readonly rows: readonly (readonly CellValue[])[] }

/** Rows as they stand below each other, those inside a row after it. */
function flatten(rows: readonly ReportRow[]): ReportRow[] {
  return rows.flatMap((row) => [row, ...flatten(row.children ?? [])])
}

function dimensionCell(dimension: ReportDimension, row: ReportRow, labels: ReportLabels): CellValue {
  const value = row.dimensions[dimension]
  if (!value) return null
  return dimension === 'day' && value.id !== null ? String(value.id) : labels.value(dimension, value)
}

/** What is seen of a report: its dimensions and the columns that are not hidden. */
export function reportSheet({ report, rows, total, labels, hidden, totalLabel }: {
  report: Report
  rows: readonly ReportRow[]
  total: ReportRow
  labels: ReportLabels
  hidden: ReadonlySet<string>
  totalLabel: string
}): SheetTable {
  const flat = flatten(rows)
  const opened = report.openInto.filter((dimension) => flat.some((row) => dimension in row.dimensions))
  const dimensions = [...new Set([...report.rows, ...opened])]
  const measures = columnGroups(report).flatMap((group) => group.columns).filter(({ name }) => !hidden.has(name))
  const columns: ExportColumn[] = [
    ...dimensions.map((dimension): ExportColumn => ({ label: labels.dimension(dimension), kind: dimension === 'day' ? 'date' : 'text' })),
    ...measures.map((column): ExportColumn => ({ label: labels.column(column), kind: cellKinds[column.unit] })),
  ]
  const cells = (row: ReportRow) => measures.map(({ name }): CellValue => row.values[name] ?? null)
  return {
    columns,
    rows: [
      ...flat.map((row) => [...dimensions.map((dimension) => dimensionCell(dimension, row, labels)), ...cells(row)]),
      [...dimensions.map((_, index): CellValue => (index === 0 ? totalLabel : null)), ...cells(total)],
    ],
  }
}
