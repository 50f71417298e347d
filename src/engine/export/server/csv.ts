import { byteOrderMark, type CellValue, csvRow, type ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import type { FileTexts } from './texts.ts'

/** A table while it is read: rows come some at a time, so that one of any length needs no more memory. */
export interface Table {
  readonly columns: readonly ExportColumn[]
  /** Some rows at a time, each with a cell for every column. */
  readonly rows: AsyncIterable<readonly (readonly CellValue[])[]> | Iterable<readonly (readonly CellValue[])[]>
}

/**
 * A table as CSV (RFC 4180, UTF-8 with the mark that spreadsheet programs need), piece by piece. No cell can become a
 * formula.
 * @example reply.type(csvType).send(Readable.from(csvChunks(table, textsOf('pt')), { objectMode: false }))
 */
export async function* csvChunks(
  { columns, rows }: Table,
  { csv }: FileTexts,
): AsyncGenerator<string, void, undefined> {
  yield `${byteOrderMark}${csvRow(
    columns.map(({ label }) => label),
    csv,
  )}`
  for await (const some of rows) yield some.map((row) => csvRow(row, csv, columns)).join('')
}

/** The type of a CSV file as HTTP names it. */
export const csvType = 'text/csv; charset=utf-8'
