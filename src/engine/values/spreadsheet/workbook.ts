/**
 * Sheets of typed cells as a workbook: pure, for a worker of the browser and a thread of the server, because many rows
 * keep whoever writes them busy for seconds.
 */
import { utils, type WorkSheet, write } from 'xlsx'
import { headFormat, withStandingHeads } from './standingHeads.ts'
import { cellIn, type CellValue, columnWidth, type ExportColumn, sheetName } from './cells.ts'

/** A sheet as it is asked for. */
export interface SheetRequest {
  readonly name: string
  readonly columns: readonly ExportColumn[]
  readonly rows: readonly (readonly CellValue[])[]
}

/** Looking at all rows for their width would cost more than it gives. */
const rowsLookedAt = 50

function sheetOf({ columns, rows }: SheetRequest): WorkSheet {
  const head = columns.map(({ label }) => ({ t: 's' as const, v: label, z: headFormat }))
  const body = rows.map((row) => columns.map((column, index) => cellIn(row, column, index) ?? undefined))
  const lastRow = Math.max(rows.length, 0)
  const sheet = {
    '!data': [head, ...body],
    '!ref': utils.encode_range({ s: { r: 0, c: 0 }, e: { r: lastRow, c: Math.max(columns.length - 1, 0) } }),
    '!cols': columns.map((column, index) => ({
      wch: columnWidth(
        column,
        rows.slice(0, rowsLookedAt).map((row) => row[index] ?? null),
      ),
    })),
    '!autofilter': {
      ref: utils.encode_range({ s: { r: 0, c: 0 }, e: { r: lastRow, c: Math.max(columns.length - 1, 0) } }),
    },
  }
  return sheet as unknown as WorkSheet
}

/**
 * The bytes of an .xlsx file that holds the sheets in their order, their heads bold and in sight. Names that spreadsheet programs refuse are made ones
 * they take.
 */
export function workbookBytes(sheets: readonly SheetRequest[]): ArrayBuffer {
  const workbook = utils.book_new()
  for (const sheet of sheets)
    utils.book_append_sheet(workbook, sheetOf(sheet), sheetName(sheet.name, { taken: workbook.SheetNames }))
  return withStandingHeads(write(workbook, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}
