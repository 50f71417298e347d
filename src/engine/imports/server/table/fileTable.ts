import { foldText } from '#engine/values/foldText.ts'

/** A cell of a file: text as it stands; numbers, days (ISO) and yes or no where a workbook says so. */
export type FileCell = string | number | boolean | null

/** A row below the heads, with its number as spreadsheet programs show it. */
export interface FileRow {
  readonly row: number
  readonly cells: readonly FileCell[]
}

/** What a file holds: one table with heads. */
export interface FileTable {
  readonly heads: readonly string[]
  readonly rows: readonly FileRow[]
  /** Cells of text carry the apostrophe that keeps spreadsheet programs from taking them for formulas. */
  readonly isCsv: boolean
}

/** The largest file, as it is sent. */
export const fileBytesMax = 20 * 1024 * 1024
/** The most rows of one file. */
export const fileRowsMax = 50_000
const headWithin = 20
const headsMax = 300

const isFilled = (cell: FileCell | undefined) => cell !== undefined && cell !== null && String(cell).trim() !== ''

/** The place of the heads: the first row that is about as wide as the table; titles above it are narrower. */
function headPlace(rows: readonly (readonly FileCell[])[]): number {
  const widths = rows.slice(0, headWithin).map((cells) => cells.filter(isFilled).length)
  const widest = Math.max(0, ...widths)
  return widths.findIndex((width) => width > 0 && width >= widest * 0.6)
}

const sumWords = new Set(['total', 'totals', 'grand total', 'totais', 'total geral', 'totales', 'soma', 'suma', 'sum'])

/** Whether a row is the sum below a table: few of its cells are filled, and the first of them says so. */
function isSumRow(cells: readonly FileCell[], width: number): boolean {
  const filled = cells.filter(isFilled)
  return filled.length * 2 <= width && sumWords.has(foldText(String(filled[0] ?? '')).replace(/ ?:$/, ''))
}

/**
 * The table in rows of cells: heads, and the rows below them that say something.
 * @param numbers of the rows, as spreadsheet programs show them
 */
export function tableOf(
  rows: readonly (readonly FileCell[])[],
  { isCsv, numbers }: { isCsv: boolean; numbers?: readonly number[] },
): FileTable {
  const place = headPlace(rows)
  if (place < 0) return { heads: [], rows: [], isCsv }
  const heads = rows[place]!.slice(0, headsMax).map((cell) => String(cell ?? '').trim())
  const below = rows
    .slice(place + 1)
    .map((cells, index) => ({
      row: numbers?.[place + 1 + index] ?? place + 2 + index,
      cells: cells.slice(0, heads.length),
    }))
  const rowsFilled = below.filter(({ cells }) => cells.some(isFilled))
  const isLastSum = rowsFilled.length > 1 && isSumRow(rowsFilled.at(-1)!.cells, heads.filter(Boolean).length)
  return { heads, rows: isLastSum ? rowsFilled.slice(0, -1) : rowsFilled, isCsv }
}
