/** A list on paper: all rows that match, drawn beside the page for as long as they are printed. */
import { languages } from '#locales/languages.ts'
import { type CellValue, decimalsIn, type ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatDay, formatMoment, formatPercent } from '#engine/ui/fields/format.ts'
import { exportPath, type ListExport } from './listExport.ts'

/** Up to so many rows a list is put on paper: some sixty sheets. A file has more. */
export const printedRowsMax = 2_000

/** What is printed: the list, and the words it stands under. */
interface Printed {
  readonly dataProvider: BackOfficeDataProvider
  readonly subject: ListExport
  readonly title: string
  readonly words: { readonly yes: string; readonly no: string }
  readonly signal: AbortSignal
}

/** The first line of a table, as the server streams it. */
interface TableHead {
  readonly columns: readonly ExportColumn[]
  /** What was asked for; behind an empty line it says how columns are called, which paper says itself. */
  readonly criteria: { readonly rows: readonly (readonly [string, string])[] }
}

function shownCell(
  row: readonly CellValue[],
  [index, { kind, currency }]: readonly [number, ExportColumn],
  { subject: { language }, words }: Pick<Printed, 'subject' | 'words'>,
): string {
  const value = row[index] ?? null
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') {
    if (kind === 'percent') return formatPercent(value, { language })
    const least = kind === 'money' ? decimalsIn({ currency }, row, value) : 0
    return value.toLocaleString(languages[language].numbers, {
      minimumFractionDigits: least,
      maximumFractionDigits: 8,
      useGrouping: 'always',
    })
  }
  if (kind === 'date') return formatDay(value)
  return kind === 'moment' ? formatMoment(value) : value
}

function element(tag: string, text = '', within?: HTMLElement): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  within?.append(made)
  return made
}

const isAmount = ({ kind }: ExportColumn) => kind === 'number' || kind === 'money' || kind === 'percent'

function drawn(lines: readonly string[], printed: Printed): HTMLElement {
  const { columns, criteria } = JSON.parse(lines[0]!) as TableHead
  const paper = element('section')
  paper.className = 'on-paper'
  element('h1', printed.title, paper)
  const end = criteria.rows.findIndex(([label, text]) => label === '' && text === '')
  for (const [label, text] of criteria.rows.slice(0, end < 0 ? undefined : end))
    element('p', label ? `${label}: ${text}` : text, paper)
  const table = element('table', '', paper)
  const head = element('tr', '', element('thead', '', table))
  const body = element('tbody', '', table)
  const cell = (tag: 'td' | 'th', text: string, column: ExportColumn, row: HTMLElement) => {
    if (isAmount(column)) element(tag, text, row).className = 'amount'
    else element(tag, text, row)
  }
  for (const column of columns) cell('th', column.label, column, head)
  for (const line of lines.slice(1)) {
    const values = JSON.parse(line) as CellValue[]
    const row = element('tr', '', body)
    for (const each of columns.entries()) cell('td', shownCell(values, each, printed), each[1], row)
  }
  return paper
}

/**
 * Prints all rows that match, in the order of the list, with the columns it shows.
 * @throws HttpError the API's refusal; the signal's reason where the person stopped it.
 */
export async function printList(printed: Printed): Promise<void> {
  const { dataProvider, subject, signal } = printed
  const { body } = await dataProvider.download(exportPath(subject, 'table'), signal)
  const text = await new Response(body).text()
  signal.throwIfAborted()
  const paper = drawn(text.split('\n').filter(Boolean), printed)
  document.body.append(paper)
  // Some browsers go on before the sheets are drawn.
  window.addEventListener('afterprint', () => paper.remove(), { once: true })
  window.print()
}
