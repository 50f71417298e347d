/** Cells of an export, by type: pure, shared by CSV and workbook. */

/** How a column of an export is typed. `percent` is in percent points (12.5), `ratio` a fraction shown as percent. */
export type CellKind = 'text' | 'number' | 'money' | 'percent' | 'date' | 'moment' | 'boolean'

/** A column of an export: its head and how its cells are typed. */
export interface ExportColumn {
  readonly label: string
  readonly kind: CellKind
}

/** A cell before it is written: text, number, yes or no, or nothing. Days and moments are ISO 8601 text. */
export type CellValue = string | number | boolean | null

/** Characters with which a spreadsheet program begins a formula. */
const formulaStart = /^[=+\-@\t\r]/

/**
 * Text that a spreadsheet program takes as text: what would begin a formula gets an apostrophe before it.
 * @example safeText('=HYPERLINK("http://evil")') // `'=HYPERLINK("http://evil")`
 */
export function safeText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** A field of a CSV row (RFC 4180). Numbers stay numbers; text cannot become a formula. */
export function csvField(value: CellValue, words: { yes: string; no: string }): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'boolean' ? (value ? words.yes : words.no) : safeText(value)
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A CSV row with its end. */
export function csvRow(values: readonly CellValue[], words: { yes: string; no: string }): string {
  return `${values.map((value) => csvField(value, words)).join(',')}\r\n`
}

/** Spreadsheet programs need it to read UTF-8. */
export const byteOrderMark = '\uFEFF'

const msADay = 86_400_000
/** Day 0 of spreadsheet programs, so that 1900-03-01 is day 61. */
const spreadsheetEpochMs = Date.UTC(1899, 11, 30)

/** A day or moment as spreadsheet programs count them: days since 1899-12-30, in UTC; null where it is no date they know. */
export function spreadsheetDate(iso: string): number | null {
  const ms = Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : iso)
  return Number.isNaN(ms) || ms < Date.UTC(1900, 2, 1) ? null : (ms - spreadsheetEpochMs) / msADay
}

/** A cell as the workbook holds it: its type, value and number format. */
export interface WorkbookCell {
  readonly t: 's' | 'n' | 'b'
  readonly v: string | number | boolean
  readonly z?: string
}

const numberFormats: Readonly<Partial<Record<CellKind, string>>> = { money: '#,##0.00', percent: '0.00%', date: 'dd/mm/yyyy', moment: 'dd/mm/yyyy hh:mm' }
const longestText = 32_767

/** A typed cell: numbers as numbers, days as days, everything else as text, which no spreadsheet program evaluates. Null leaves it out. */
export function workbookCell(value: CellValue, kind: CellKind): WorkbookCell | null {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return { t: 'b', v: value }
  const z = numberFormats[kind]
  if (typeof value === 'number') return { t: 'n', v: kind === 'percent' ? value / 100 : value, ...(z ? { z } : {}) }
  const date = kind === 'date' || kind === 'moment' ? spreadsheetDate(value) : null
  return date === null ? { t: 's', v: value.slice(0, longestText) } : { t: 'n', v: date, z }
}
