import { type CellObject, read, SSF, type WorkSheet } from 'xlsx'
import { FeedError } from './feedError.ts'

/** A workbook is unpacked whole: larger files are exported as CSV. */
export const workbookBytesMax = 16 * 1024 * 1024
const dayMs = 86_400_000
/** Day 0 of spreadsheet programs, and of those that count from 1904. */
const epochMs = Date.UTC(1899, 11, 30)
const since1904 = 1_462

interface Format {
  readonly is1904: boolean
}

function textOf(cell: CellObject | undefined, { is1904 }: Format): string {
  if (!cell || cell.v === undefined || cell.t === 'z' || cell.t === 'e') return ''
  if (cell.t !== 'n') return String(cell.v)
  const value = Number(cell.v)
  if (cell.z === undefined || !SSF.is_date(String(cell.z))) return String(Number(value.toPrecision(15)))
  const ms = epochMs + (value + (is1904 ? since1904 : 0)) * dayMs
  return new Date(Math.round(ms / 1000) * 1000).toISOString().slice(0, 19)
}

/**
 * The rows of a workbook's first sheet that has any, as text: moments as `YYYY-MM-DDThh:mm:ss`, numbers with a point.
 * @throws FeedError `broken` where it is no workbook
 */
export function readWorkbook(bytes: Uint8Array, rowsMax: number): string[][] {
  try {
    const workbook = read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      sheetRows: rowsMax + 2,
    })
    const format = { is1904: Boolean(workbook.Workbook?.WBProps?.date1904) }
    const rowsOf = (sheet: WorkSheet | undefined) =>
      Array.from(
        (sheet as unknown as { '!data'?: (readonly (CellObject | undefined)[] | undefined)[] })?.['!data'] ?? [],
        (cells) => Array.from(cells ?? [], (cell) => textOf(cell, format)),
      )
    const sheets = workbook.SheetNames.map((name) => rowsOf(workbook.Sheets[name]))
    return sheets.find((rows) => rows.some((cells) => cells.some((cell) => cell !== ''))) ?? []
  } catch {
    throw new FeedError({ code: 'noWorkbook' })
  }
}
