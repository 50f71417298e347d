import {
  cellIn,
  type CellValue,
  columnWidth,
  type ExportColumn,
  sheetName,
  wholeAmounts,
} from '#engine/values/spreadsheet/cells.ts'
import type { Table } from './csv.ts'
import { type ZipFile, zipChunks } from './zip.ts'

/** A sheet of a workbook: a table under a name. Rows beyond what a sheet can hold go on in another one. */
export interface Sheet extends Table {
  readonly name: string
  /** For a table that people narrow further; a list of two columns needs none. */
  readonly hasFilter?: boolean
}

/** The type of a workbook as HTTP names it. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Most rows of a sheet, the head among them: the limit of the format. */
export const sheetRowsMax = 1_048_576

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Place of each number format in the styles; 0 is plain, 1 the head. */
const styleOf: Readonly<Record<string, number>> = {
  '#,##0.00': 2,
  '0.00%': 3,
  'dd/mm/yyyy': 4,
  'dd/mm/yyyy hh:mm': 5,
  [wholeAmounts]: 6,
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/**
 * Characters that XML cannot hold are written as the format says: `_x0001_`; what looks like that already is told apart
 * by its underscore.
 */
const special =
  // oxlint-disable-next-line no-control-regex
  /[&<>"]|[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|_(?=x[0-9A-Fa-f]{4}_)/g
const escaped = (text: string) =>
  text.replace(
    special,
    (found) => entities[found] ?? `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )

/** `A`, `Z`, `AA`: a column's name by its place from 0. */
function columnName(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)
}

function cellXml(cell: ReturnType<typeof cellIn>, place: string): string {
  if (cell === null) return ''
  const style = cell.z === undefined ? '' : ` s="${styleOf[cell.z]}"`
  if (cell.t === 's')
    return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(String(cell.v))}</t></is></c>`
  return cell.t === 'b'
    ? `<c r="${place}" t="b"><v>${cell.v ? 1 : 0}</v></c>`
    : `<c r="${place}"${style}><v>${cell.v}</v></c>`
}

function sheetBegin(columns: readonly ExportColumn[], names: readonly string[]): string {
  const widths = columns
    .map(
      (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${columnWidth(column)}" customWidth="1"/>`,
    )
    .join('')
  const head = columns
    .map(
      ({ label }, index) =>
        `<c r="${names[index]}1" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(label)}</t></is></c>`,
    )
    .join('')
  return (
    `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths}</cols><sheetData><row r="1">${head}</row>`
  )
}

type Rows = AsyncIterator<readonly (readonly CellValue[])[]>

/** Rows that did not fit the sheet before, and those still to be read. */
interface Remaining {
  left: Awaited<ReturnType<Rows['next']>>['value'] | []
  readonly rows: Rows
  isOver: boolean
}

/** One sheet, until it is full or the rows are over; what does not fit stays in `remaining`. */
async function* sheetXml(
  { columns, hasFilter = true }: Sheet,
  remaining: Remaining,
  rowsMax: number,
): AsyncGenerator<string, void, undefined> {
  const names = columns.map((_, index) => columnName(index))
  yield sheetBegin(columns, names)
  let last = 1
  while (last < rowsMax) {
    const { value, done } =
      remaining.left.length > 0 ? { value: remaining.left, done: false } : await remaining.rows.next()
    if (done) {
      remaining.isOver = true
      break
    }
    const fitting = (value as readonly (readonly never[])[]).slice(0, rowsMax - last)
    remaining.left = value.slice(fitting.length)
    yield fitting
      .map((row) => {
        last += 1
        const cells = columns.map((column, index) => cellXml(cellIn(row, column, index), `${names[index]}${last}`))
        return `<row r="${last}">${cells.join('')}</row>`
      })
      .join('')
  }
  yield `</sheetData>${hasFilter && columns.length > 0 ? `<autoFilter ref="A1:${names.at(-1)}${last}"/>` : ''}</worksheet>`
}

async function* iterated(rows: Sheet['rows']) {
  yield* rows
}

/** The sheets one after the other; a table that does not fit one goes on in `Name (2)`. */
async function* sheetFiles(
  sheets: readonly Sheet[],
  titles: string[],
  rowsMax: number,
): AsyncGenerator<ZipFile, void, undefined> {
  for (const sheet of sheets) {
    const rows = iterated(sheet.rows)
    const remaining: Remaining = { left: [], rows, isOver: false }
    try {
      for (let part = 1; !remaining.isOver; part += 1) {
        titles.push(sheetName(sheet.name, { part, taken: titles }))
        yield { path: `xl/worksheets/sheet${titles.length}.xml`, content: sheetXml(sheet, remaining, rowsMax) }
      }
    } finally {
      await rows.return()
    }
  }
}

const relationsXml = (relations: readonly (readonly [type: string, target: string])[]) =>
  `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${relations
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

function stylesXml(): string {
  const formats = Object.keys(styleOf)
  const each = (xml: (id: number, format: string) => string) =>
    formats.map((format, index) => xml(164 + index, format)).join('')
  const plain = 'fillId="0" borderId="0" xfId="0"'
  return (
    `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="${formats.length}">` +
    `${each((id, format) => `<numFmt numFmtId="${id}" formatCode="${escaped(format)}"/>`)}</numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${2 + formats.length}"><xf numFmtId="0" fontId="0" ${plain}/><xf numFmtId="0" fontId="1" ${plain} applyFont="1"/>` +
    `${each((id) => `<xf numFmtId="${id}" fontId="0" ${plain} applyNumberFormat="1"/>`)}</cellXfs></styleSheet>`
  )
}

/** The parts that name the sheets; they come last, because nobody knows before how many sheets the rows need. */
function frameFiles(titles: readonly string[]): ZipFile[] {
  const numbers = titles.map((_, index) => index + 1)
  const override = (path: string, type: string) =>
    `<Override PartName="/${path}" ContentType="${contentType}.${type}+xml"/>`
  const types = [
    `${xmlHead}<Types xmlns="${packageNamespace}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', 'sheet.main'),
    override('xl/styles.xml', 'styles'),
    ...numbers.map((number) => override(`xl/worksheets/sheet${number}.xml`, 'worksheet')),
    '</Types>',
  ].join('')
  const sheets = titles.map(
    (title, index) => `<sheet name="${escaped(title)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const workbook =
    `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relationships}"><sheets>` +
    `${sheets.join('')}</sheets></workbook>`
  return [
    { path: 'xl/styles.xml', content: [stylesXml()] },
    { path: 'xl/workbook.xml', content: [workbook] },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: [
        relationsXml([
          ...numbers.map((number) => ['worksheet', `worksheets/sheet${number}.xml`] as const),
          ['styles', 'styles.xml'],
        ]),
      ],
    },
    { path: '_rels/.rels', content: [relationsXml([['officeDocument', 'xl/workbook.xml']])] },
    { path: '[Content_Types].xml', content: [types] },
  ]
}

/**
 * A workbook (.xlsx) of any length, piece by piece: numbers as numbers, days as days, everything else as text that no
 * spreadsheet program evaluates.
 * Sheets are read in their order, each only when the one before is written.
 * @param rowsMax rows of a sheet, its head among them; what the format allows where nothing is said.
 * @example reply.type(workbookType).send(Readable.from(workbookChunks([{ name: 'Afiliados', columns, rows }])))
 */
export async function* workbookChunks(
  sheets: readonly Sheet[],
  { rowsMax = sheetRowsMax } = {},
): AsyncGenerator<Buffer, void, undefined> {
  const titles: string[] = []
  async function* files() {
    yield* sheetFiles(sheets, titles, rowsMax)
    yield* frameFiles(titles)
  }
  yield* zipChunks(files())
}
