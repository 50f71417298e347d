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

/** Whether a cell is a number or an amount, as they stand beside the word of a sum. */
const isFigure = (cell: FileCell) =>
  /^[^\p{L}]*\d[^\p{L}]*$/u.test(String(cell).replace(/[A-Z]{0,3}\p{Sc}|^[A-Z]{3}\b|\b[A-Z]{3}$/gu, ''))

/** Whether a row is the sum below a table: its first filled cell says so, and the others are few or figures alone. */
function isSumRow(cells: readonly FileCell[], width: number): boolean {
  const [first = '', ...others] = cells.filter(isFilled)
  const [, word = '', count = ''] = /^(.*?)\s*(?::\s*(\d*)|\(\d+\))?$/.exec(foldText(String(first))) ?? []
  if (!sumWords.has(word)) return false
  return (others.length + 1) * 2 <= width || (others.length === 0 ? count !== '' : others.every(isFigure))
}

/** Heads that can be told apart: `Name` a second time is `Name #2`. */
function apart(heads: readonly string[]): string[] {
  const taken = new Set<string>()
  return heads.map((head) => {
    let unlike = head
    for (let number = 2; head !== '' && taken.has(unlike); number += 1) unlike = `${head} #${number}`
    taken.add(unlike)
    return unlike
  })
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
  const heads = apart(rows[place]!.slice(0, headsMax).map((cell) => String(cell ?? '').trim()))
  const below = rows
    .slice(place + 1)
    .map((cells, index) => ({
      row: numbers?.[place + 1 + index] ?? place + 2 + index,
      cells: cells.slice(0, heads.length),
    }))
  const rowsFilled = below.filter(({ cells }) => cells.some(isFilled))
  const width = heads.filter(Boolean).length
  const last = rowsFilled.findLastIndex(({ cells }, index) => index === 0 || !isSumRow(cells, width))
  return { heads, rows: rowsFilled.slice(0, last + 1), isCsv }
}
