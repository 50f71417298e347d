/** What a file of a report holds, wherever it is written: by the server or by a worker of the browser. Pure. */
import type { SheetRequest } from '#engine/values/spreadsheet/workbook.ts'
import type { Report } from '../../report.ts'
import { criteriaSheet } from './criteriaSheet.ts'
import type { ReportSort } from './storedQuery.ts'
import { sheetLabels, type Translate } from './labels.ts'
import type { MeasureColumn } from './measureColumn.ts'
import type { ReportAnswer, ReportRow } from './reportRows.ts'
import { type ReportColumn, reportSheet, type SheetTable } from './reportSheet.ts'
import type { CellValue } from '#engine/values/spreadsheet/cells.ts'
import { sortRows } from './sortRows.ts'

/** What a file of a report is asked to say, besides its rows: plain data, so that it can be handed to a worker. */
export interface ReportFileRequest {
  readonly report: Report
  /** Its measures, taken apart. */
  readonly measureColumns: readonly MeasureColumn[]
  readonly total: ReportRow
  /** What amounts are in. */
  readonly currency?: string | undefined
  readonly sort: ReportSort
  readonly hidden: ReadonlySet<string>
  /** What the answer covers. */
  readonly answer: Pick<ReportAnswer, 'from' | 'to' | 'zone' | 'upTo'>
  readonly generatedAt: Date
  /** Each filter in the reader's language, with the names of what it holds. */
  readonly filters: readonly (readonly [label: string, names: string])[]
  /** What else is known of the answer, for the second sheet. */
  readonly notes?: readonly (readonly [label: string, text: string])[] | undefined
  /** What a CSV file says of it in columns beside the measures: it has no second sheet. */
  readonly csvColumns?: readonly LastColumn[] | undefined
}

/** A column that says the same in every row, or something of what stands in another column. */
export interface LastColumn extends ReportColumn {
  readonly value?: CellValue
  /** By the texts of other columns, a space between them. */
  readonly by?: {
    readonly columns: readonly string[]
    readonly values: readonly (readonly [of: string, value: CellValue])[]
  }
}

/** A table as a CSV file holds it. */
export function csvTable<Table extends SheetTable>(
  table: Table,
  { csvColumns: added = [] }: Pick<ReportFileRequest, 'csvColumns'>,
): Table {
  const cells = added.map(({ value = null, by }) => {
    if (!by) return () => value
    const places = by.columns.map((name) => table.columns.findIndex(({ key }) => key === name))
    const values = new Map(by.values)
    return (row: readonly CellValue[]) => values.get(places.map((place) => row[place] ?? '').join(' ')) ?? null
  })
  return {
    ...table,
    columns: [...table.columns, ...added.map(({ key, label, kind }) => ({ key, label, kind }))],
    rows: table.rows.map((row) => [...row, ...cells.map((cell) => cell(row))]),
  }
}

/** The report as a table of cells in the order asked for, and the sheet that says what was asked for. */
export function reportFile({
  rows,
  translate,
  ...request
}: ReportFileRequest & { rows: readonly ReportRow[]; translate: Translate }): {
  readonly table: SheetTable & Pick<SheetRequest, 'name'>
  readonly criteria: SheetRequest
} {
  const labels = sheetLabels(translate)
  const table = reportSheet({
    ...request,
    rows: sortRows({ rows, sort: request.sort, labels }),
    labels,
    totalLabel: translate('resourcePages.report.total'),
  })
  return {
    table: { name: translate(`reports.${request.report.name}.name`), ...table },
    criteria: criteriaSheet({ ...request, columns: table.columns, translate }),
  }
}

/** A row without those inside it, and how deep it stands: a tree that goes somewhere else some rows at a time. */
export interface RowLine {
  readonly row: Omit<ReportRow, 'children'>
  readonly depth: number
}

/** The rows of a tree one after the other, those inside a row after it. */
export function* linesOfRows(rows: readonly ReportRow[], depth = 0): Generator<RowLine> {
  for (const { children, ...row } of rows) {
    yield { row, depth }
    if (children) yield* linesOfRows(children, depth + 1)
  }
}

type GrowingRow = Omit<ReportRow, 'children'> & { children?: GrowingRow[] }

/** The tree that such lines came from. */
export function rowsOfLines(lines: readonly RowLine[]): ReportRow[] {
  const rows: GrowingRow[] = []
  const around: GrowingRow[] = []
  for (const { row, depth } of lines) {
    const growing: GrowingRow = { ...row }
    around.length = depth
    const parent = around.at(-1)
    if (parent) (parent.children ??= []).push(growing)
    else rows.push(growing)
    around.push(growing)
  }
  return rows
}

/** How many rows there are, those inside others included. */
export const countRows = (rows: readonly ReportRow[]): number =>
  rows.reduce((sum, { children }) => sum + 1 + (children ? countRows(children) : 0), 0)
