import { parse } from 'csv-parse/sync'
import { ApiError } from '#engine/server/http/errors.ts'
import { type FileTable, fileRowsMax, tableOf } from './fileTable.ts'

const usualSeparators = [';', ',', '\t', '|'] as const
const linesLookedAt = 30
const options = {
  bom: true,
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: false,
  max_record_size: 1_000_000,
} as const

const parsed = (text: string, delimiter: string, to?: number): string[][] =>
  parse(text, { ...options, delimiter, ...(to === undefined ? {} : { to }) }) as string[][]

/** How well a character separates: rows as wide as the widest, which must have more than one cell. */
function fitness(text: string, separator: string): number {
  let rows: string[][]
  try {
    rows = parsed(text, separator, linesLookedAt).filter((cells) => cells.some((cell) => cell !== ''))
  } catch {
    return 0
  }
  const widest = Math.max(0, ...rows.map(({ length }) => length))
  if (widest < 2) return 0
  return (rows.filter(({ length }) => length === widest).length / rows.length) * Math.log2(widest + 1)
}

/** The character that separates the cells; a comma where none does. */
function separatorOf(text: string): string {
  const begin = text.split(/\r\n|\r|\n/, linesLookedAt * 2).join('\n')
  const firstLine = begin.split('\n').find((line) => line.trim() !== '') ?? ''
  const others = [...new Set(firstLine.replaceAll(/[\p{L}\p{M}\p{N}\s"'_.,;|()/$%&#+-]/gu, ''))]
  const candidates = [...usualSeparators, ...others]
    .map((separator) => ({ separator, fit: fitness(begin, separator) }))
    .toSorted((first, second) => second.fit - first.fit)
  return candidates[0]!.fit > 0 ? candidates[0]!.separator : ','
}

/**
 * Reads CSV with any separator, named in a first line `sep=;` or found.
 * @throws ApiError `import_unreadable`, `import_too_many_rows`
 */
export function readCsvTable(given: string): FileTable {
  const text = given.replace(/^\uFEFF/, '')
  if (text.slice(0, 4_000).includes('\0')) throw new ApiError('import_unreadable')
  const said = /^sep=(.)\r?\n/i.exec(text)
  const body = said ? text.slice(said[0].length) : text
  let rows: string[][]
  try {
    rows = parsed(body, said?.[1] ?? separatorOf(body), fileRowsMax + linesLookedAt)
  } catch {
    throw new ApiError('import_unreadable')
  }
  const offset = said ? 2 : 1
  const table = tableOf(rows, { isCsv: true, numbers: rows.map((_, index) => index + offset) })
  if (table.rows.length > fileRowsMax) throw new ApiError('import_too_many_rows', { values: { max: fileRowsMax } })
  return table
}
