import type { Kysely } from 'kysely'
import { type FieldChange } from '#engine/declaration/derive/difference.ts'
import { isExternalIdColumn } from '#engine/declaration/derive/exportColumns.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { type FileTexts, textsOfAll } from '#engine/export/server/texts.ts'
import type { WritingRequest } from '#engine/records/server/operations/create.ts'
import type { StepUpCredentials } from '#engine/records/server/write/writeRequest.ts'
import { unsafeText } from '#engine/values/spreadsheet/cells.ts'
import { type ColumnHabit, habitOf } from './cells.ts'
import { type ImportMapping, isContinuation, type MatchedColumn } from './mapping.ts'
import type { FileCell, FileRow, FileTable } from './table/fileTable.ts'

/** What became of a row, or would. */
export interface RowOutcome {
  readonly row: number
  readonly operation: 'create' | 'update' | 'unchanged' | 'refuse'
  readonly record: number | null
  /** What the record is called. */
  readonly name: string | null
  /** Of an update: what changed, as the API carries it. */
  readonly changes?: readonly FieldChange[]
  /** Of a refusal: why, with the cell that says so. Of a new record: cells that name nothing here and were left empty. */
  readonly problems?: readonly (Problem & { readonly cell: string | null })[]
}

/** What is imported, and how. */
export interface ImportOrder {
  readonly request: WritingRequest
  readonly table: FileTable
  readonly columns: readonly MatchedColumn[]
  readonly mapping: Pick<ImportMapping, 'values' | 'defaults' | 'source' | 'cells'>
  /** `all`: in one transaction or not at all. `accepted`: rows that are refused are left out. */
  readonly mode: 'all' | 'accepted'
  /** Writes nothing: each row is written and undone. */
  readonly isTrial: boolean
  readonly proof?: StepUpCredentials | undefined
  /** Ties the lines of the activity log together. */
  readonly batch?: string | undefined
  /** Rows that an earlier run has written, with their records. */
  readonly done?: ReadonlyMap<number, number>
  /** Keeps what became of some rows, in the transaction that wrote them. */
  readonly store?: (
    db: Kysely<any>,
    outcomes: readonly (RowOutcome & { readonly version: number | null })[],
  ) => Promise<void>
  readonly onProgress?: (done: number) => Promise<void> | void
}

/** What came of an import. */
export interface ImportOutcome {
  readonly outcomes: readonly RowOutcome[]
  /** Some of it asks for the authenticator's code, or the present password. */
  readonly needsProof: boolean
}

/** A row with its cells by the field they are for. */
export interface PreparedRow {
  readonly row: number
  readonly cells: ReadonlyMap<string, FileCell>
}

/** What all rows of a file tell together. */
export interface Learned {
  readonly habits: ReadonlyMap<string, ColumnHabit>
  readonly texts: readonly FileTexts[]
}

/** That a row of the file is about a record. */
export const aboutMark = (record: number): string => `about\n${record}`

/** Whether a cell says anything. */
export const isFilled = (cell: FileCell | undefined): cell is string | number | boolean =>
  cell !== undefined && cell !== null && String(cell).trim() !== ''

/** The rows of a file by field, and how each column is written. */
export function prepare({ request, table, columns, mapping }: ImportOrder): { rows: PreparedRow[]; learned: Learned } {
  const wanted = columns.flatMap(({ field, head }, place) => (field === null ? [] : [{ field, head, place }]))
  const isSecond = ({ field, head }: { field: string; head: string }) => isContinuation(request.resource, field, head)
  const places = [...wanted.filter((column) => !isSecond(column)), ...wanted.filter(isSecond)]
  const cellsByField = (cells: readonly FileCell[]): Record<string, FileCell> => {
    const found: Record<string, FileCell> = {}
    for (const { field, head, place } of places) {
      const cell = plain(field, cells[place] ?? null)
      const before = found[field]
      found[field] = isFilled(before) && isSecond({ field, head }) ? [before, cell].filter(isFilled).join(' ') : cell
    }
    return found
  }
  // Fields read what an export made safe by themselves.
  const plain = (field: string, cell: FileCell) =>
    table.isCsv && isExternalIdColumn(field) && typeof cell === 'string' ? unsafeText(cell) : cell
  const cellsOf = ({ row, cells }: FileRow): PreparedRow => ({
    row,
    cells: new Map(
      Object.entries({ ...cellsByField(cells), ...mapping.cells[row] }).filter(([, cell]) => isFilled(cell)),
    ),
  })
  const habits = new Map(
    places.map(({ field, place }) => [field, habitOf(table.rows.map(({ cells }) => cells[place] ?? null))]),
  )
  return { rows: table.rows.map(cellsOf), learned: { habits, texts: textsOfAll() } }
}
