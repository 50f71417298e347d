/** Cells of an export, by type, as CSV and as workbooks hold them: the same in the browser and on the server. */
import { decimalsOf } from '../currencies.ts'
import { moneyPlaces } from '../money.ts'
import { formatDay, formatMoment } from '../shownTime.ts'

/** How a column of an export is typed. `percent` is in percent points (12.5), `ratio` a fraction shown as percent. */
export type CellKind = 'text' | 'number' | 'money' | 'percent' | 'date' | 'moment' | 'boolean'

/** A column of an export: its head and how its cells are typed. */
export interface ExportColumn {
  readonly label: string
  readonly kind: CellKind
  /**
   * Of amounts: the currency they are in, or the place in a row where it stands, which may be behind the last column.
   * Without it they have 2 decimals.
   */
  readonly currency?: string | number | undefined
}

/** A column's amounts in a row: how many decimals they have. One with more than its currency, as an average has, has 2. */
export function decimalsIn(
  { currency }: Pick<ExportColumn, 'currency'>,
  row: readonly CellValue[],
  value: number,
): number {
  const code = typeof currency === 'number' ? row[currency] : currency
  return typeof code === 'string' && Number.isInteger(value) ? decimalsOf(code) : moneyPlaces
}

/** A cell before it is written: text, number, yes or no, or nothing. Days and moments are ISO 8601 text. */
export type CellValue = string | number | boolean | null

/**
 * Characters with which a spreadsheet program begins a formula, the wide ones of East Asian keyboards among them; after
 * apostrophes too, so that what was made safe can be told from what had one.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Where a program that separates by another character begins a cell anew, in the middle of a text, and would begin a
 * formula there.
 */
const innerFormulaStart = /([;,|\t\r\n]["\t\r\n]*)(?='*[=+\-@＝＋－＠])/g

/**
 * Text that a spreadsheet program takes as text: what would begin a formula gets an apostrophe before it, at its
 * beginning and after whatever
 * another language's settings take for the end of a cell.
 * @example safeText('=HYPERLINK("http://evil")') // `'=HYPERLINK("http://evil")`
 * @example safeText('a;=1+1') // `a;'=1+1`
 */
export function safeText(text: string): string {
  const inner = text.replace(innerFormulaStart, "$1'")
  return formulaStart.test(inner) ? `'${inner}` : inner
}

const safeStart = /^'('*[=+\-@\t\r\n＝＋－＠])/
const safeInner = /([;,|\t\r\n]["\t\r\n]*)'(?='*[=+\-@＝＋－＠])/g

/** The text that {@link safeText} made safe. @example unsafeText("'=1+1") // `=1+1` */
export function unsafeText(text: string): string {
  return text.replace(safeStart, '$1').replace(safeInner, '$1')
}

/** What a CSV file says and how it writes numbers, by language. */
export interface CsvWords {
  readonly yes: string
  readonly no: string
  /** A point where nothing is said. */
  readonly decimalSign?: ',' | '.'
  /** What stands between fields; a comma where nothing is said. */
  readonly separator?: ',' | ';'
}

/**
 * A number that a spreadsheet program of the language reads as one: ungrouped, amounts with the decimals of their
 * currency and percentages with 2 at least, no sign of currency.
 */
function csvNumber(value: number, decimals: number, { decimalSign = '.' }: CsvWords): string {
  const [, fraction = ''] = String(value).split('.')
  const text = fraction.length < decimals ? value.toFixed(decimals) : String(value)
  return decimalSign === '.' ? text : text.replace('.', decimalSign)
}

/** A cell as CSV holds it, without its quotes. @param places the decimals of an amount */
export function csvText(value: CellValue, kind: CellKind, words: CsvWords, places = moneyPlaces): string {
  if (value === null) return ''
  if (typeof value === 'number') return csvNumber(value, kind === 'money' ? places : kind === 'percent' ? 2 : 0, words)
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (kind === 'date') return formatDay(value)
  return kind === 'moment' ? formatMoment(value) : safeText(value)
}

/**
 * A row of a CSV file (RFC 4180) with its end. Numbers stay numbers; text cannot become a formula. Every field stands
 * in quotes, so that a program
 * which separates by semicolons cuts no text.
 * @param columns how the cells are typed, for days, moments and amounts as people read them (specification, section 9);
 * without them values stay as they are.
 */
export function csvRow(values: readonly CellValue[], words: CsvWords, columns?: readonly ExportColumn[]): string {
  const fields = values.slice(0, columns?.length).map((value, index) => {
    const column = columns?.[index]
    const places = column && typeof value === 'number' ? decimalsIn(column, values, value) : undefined
    const text = csvText(value, column?.kind ?? 'text', words, places)
    return `"${text.replaceAll('"', '""')}"`
  })
  return `${fields.join(words.separator ?? ',')}\r\n`
}

/** Spreadsheet programs need it to read UTF-8. */
export const byteOrderMark = '\uFEFF'

const msADay = 86_400_000
/** Day 0 of spreadsheet programs, so that 1900-03-01 is day 61. */
const spreadsheetEpochMs = Date.UTC(1899, 11, 30)

/**
 * A day or moment as spreadsheet programs count them: days since 1899-12-30, in UTC; null where it is no date they
 * know.
 */
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

/** How amounts without decimals are shown. */
export const wholeAmounts = '#,##0'

const numberFormats: Readonly<Partial<Record<CellKind, string>>> = {
  money: '#,##0.00',
  percent: '0.00%',
  date: 'dd/mm/yyyy',
  moment: 'dd/mm/yyyy hh:mm',
}
/** The longest text of a workbook's cell, in characters. */
export const longestText = 32_767

/**
 * A typed cell: numbers as numbers, days as days, everything else as text, which no spreadsheet program evaluates. Null
 * leaves it out.
 * @param places the decimals of an amount
 */
export function workbookCell(value: CellValue, kind: CellKind, places = moneyPlaces): WorkbookCell | null {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return { t: 'b', v: value }
  const z = kind === 'money' && places === 0 ? wholeAmounts : numberFormats[kind]
  if (typeof value === 'number') return { t: 'n', v: kind === 'percent' ? value / 100 : value, ...(z ? { z } : {}) }
  const date = kind === 'date' || kind === 'moment' ? spreadsheetDate(value) : null
  return date === null ? { t: 's', v: value.slice(0, longestText) } : { t: 'n', v: date, z }
}

/** The cell of a column in a row, amounts with the decimals of their currency. */
export function cellIn(row: readonly CellValue[], column: ExportColumn, index: number): WorkbookCell | null {
  const value = row[index] ?? null
  return workbookCell(value, column.kind, typeof value === 'number' ? decimalsIn(column, row, value) : undefined)
}

const longestSheetName = 31
/** What a sheet's name may not hold. */
const notInSheetNames = /[\\/?*[\]:]/g

/**
 * A name that a spreadsheet program takes for a sheet: short, without its special characters, and not used before
 * whatever the case.
 * @param part 2 and more for a table that goes on in another sheet.
 * @param taken the names of the sheets before.
 */
export function sheetName(
  name: string,
  { part = 1, taken = [] }: { part?: number; taken?: readonly string[] } = {},
): string {
  const clean =
    name
      .replace(notInSheetNames, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  for (let number = part; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`
    const title = `${clean.slice(0, longestSheetName - end.length)}${end}`
    if (!taken.some((each) => each.toLowerCase() === title.toLowerCase())) return title
  }
}

const widestColumn = 40

/**
 * How wide a column is, in characters: its head fits, and so do the values as far as some of them are known.
 * @param values the column's values in the first rows.
 */
export function columnWidth({ label, kind }: ExportColumn, values: readonly CellValue[] = []): number {
  const widest =
    kind === 'text'
      ? values.reduce<number>(
          (most, value) => Math.max(most, String(value ?? '').length + 2),
          values.length === 0 ? 24 : 0,
        )
      : 16
  return Math.min(widestColumn, Math.max(label.length + 2, widest))
}
