/** A report as sheets of a workbook or lines of a CSV file. Pure. */
import type { Report, ReportDimension } from '../../report.ts'
import type { CellKind, CellValue, ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import type { SheetLabels } from './labels.ts'
import type { MeasureColumn } from './measureColumn.ts'
import type { ReportRow } from './reportRows.ts'

const cellKinds: Readonly<Record<MeasureColumn['unit'], CellKind>> = {
  money: 'money',
  ratio: 'percent',
  count: 'number',
}

/** A column by its name as the API answers it. */
export interface ReportColumn extends ExportColumn {
  readonly key: string
}

/** A table of typed cells, the total row last. */
export interface SheetTable {
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly (readonly CellValue[])[]
}

interface FlatRow {
  readonly row: ReportRow
  readonly depth: number
}

/**
 * Rows as they stand below each other, those inside a row after it. Rows that a person opened have columns of their own
 * and are not deeper.
 */
function flatten(rows: readonly ReportRow[], depth = 0): FlatRow[] {
  return rows.flatMap((row) => [
    { row, depth: row.opened === 0 ? depth : 0 },
    ...flatten(row.children ?? [], depth + 1),
  ])
}

/** Wide spaces: what begins with an ordinary one is trimmed by some programs. */
const indent = '\u2003'

function dimensionCell(
  dimension: ReportDimension,
  { row, depth }: FlatRow,
  { report, labels }: { report: Report; labels: SheetLabels },
): CellValue {
  const value = row.dimensions[dimension]
  if (!value) return null
  if (dimension === 'day' && value.id !== null) return String(value.id)
  const name = labels.value(dimension, value)
  if (dimension !== report.rows[0] || !report.views.includes('structural')) return name
  return indent.repeat(depth) + (row.isDirect ? labels.direct(name) : name)
}

/** Does a row stand for what those inside it come to? */
const isSubtotal = ({ views }: Report, { row }: FlatRow) =>
  views.includes('grouped') && row.opened === 0 && row.children !== undefined

/** What is seen of a report: its dimensions and the columns that are not hidden. */
export function reportSheet({
  report,
  measureColumns,
  rows,
  total,
  currency,
  labels,
  hidden,
  totalLabel,
}: {
  report: Report
  measureColumns: readonly MeasureColumn[]
  rows: readonly ReportRow[]
  total: ReportRow
  currency?: string | undefined
  labels: SheetLabels
  hidden: ReadonlySet<string>
  totalLabel: string
}): SheetTable {
  const flat = flatten(rows)
  const opened = report.openInto.filter((dimension) => flat.some(({ row }) => dimension in row.dimensions))
  const dimensions = [...new Set([...report.rows, ...opened])]
  const measures = measureColumns.filter(({ name }) => !hidden.has(name))
  const columns: ReportColumn[] = [
    ...dimensions.map((dimension): ReportColumn => ({
      key: dimension,
      label: labels.dimension(dimension),
      kind: dimension === 'day' ? 'date' : 'text',
    })),
    ...measures.map((column): ReportColumn => ({
      key: column.name,
      label: labels.column(column),
      kind: cellKinds[column.unit],
      currency,
    })),
  ]
  const cells = (row: ReportRow) => measures.map(({ name }): CellValue => row.values[name] ?? null)
  return {
    columns,
    rows: [
      ...flat.map((line) => [
        ...dimensions.map((dimension, index) =>
          index === 1 && isSubtotal(report, line) ? totalLabel : dimensionCell(dimension, line, { report, labels }),
        ),
        ...cells(line.row),
      ]),
      [...dimensions.map((_, index): CellValue => (index === 0 ? totalLabel : null)), ...cells(total)],
    ],
  }
}
