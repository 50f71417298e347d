import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import { migrationKits, playerListColumns } from '#rules/activity/migrationKits.ts'
import { productNames } from '#rules/activity/productNames.ts'
import type { FeedProblemCode } from '#engine/declaration/messageCodes.ts'
import { foldText } from '#engine/values/foldText.ts'
import { isMarkup } from '#engine/values/spreadsheet/markup.ts'
import { withoutUnseen } from '#engine/values/typedText.ts'
import { findPlayerColumns, findTotalColumns, missingOfTotals } from '#rules/activity/dailyTotals.ts'
import { eventProperties, optionalProperties } from '#rules/activity/events.ts'
import { eventColumnNames, eventTypeNames } from '#rules/activity/feedNames.ts'
import {
  type DayOrder,
  dayOrderIn,
  decimalSignIn,
  plainAmount,
  plainDay,
  plainMoment,
} from '#rules/activity/feedValues.ts'
import { products } from '#rules/activity/measures.ts'
import { decodeFeed } from './decodeFeed.ts'
import { FeedError } from './feedError.ts'
import { readWorkbook, workbookBytesMax } from './readWorkbook.ts'

/** A row of a feed file: an event as written, or a day's totals by column; null if its values do not match the header. */
export interface FeedRow {
  /** From 1, the header's line included. */
  readonly line: number
  readonly raw: Readonly<Record<string, string>> | null
}

/** What a feed file may come to. */
export interface FeedLimits {
  /** Unpacked: a small packed file can hold any amount. */
  readonly bytesMax: number
  readonly rowsMax: number
  readonly rowBytesMax: number
}

/** How the values of a feed are meant. */
export interface FeedFormat {
  /** Of moments that name none. */
  readonly zone: string
  /** The company's names of products, folded, before those of `src/rules/activity/productNames.ts`. */
  readonly productNames: Readonly<Record<string, string>>
}

/** What the first line of a feed says. */
export interface FeedHead {
  /** The columns that are left out. */
  readonly ignored: readonly string[]
  /** Of a file of daily totals the migration kit that knows its columns, `players` of a list of players; null where rows are single events. */
  readonly kit: string | null
}

/** A row of a file before anything is made of its values. */
interface RawRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a file, and what separates their values: nothing in a workbook. */
interface RawTable {
  readonly separator: string | null
  readonly rows: AsyncGenerator<RawRow>
}

/** Columns a feed may lack: a row that needs one is refused alone. */
const optional: readonly string[] = ['product', 'amount', 'currency', 'country', 'state', 'city']
/** What tells whose an event is as well as a link's token does. */
const attributing: readonly string[] = ['click_id', 'promo_code']
/** Columns a feed may have beside those it must have. */
const known: readonly string[] = [...eventProperties, 'click_id', ...optionalProperties]
const gzipMark = [0x1f, 0x8b]
const zipMark = [0x50, 0x4b, 0x03, 0x04]
/** Of workbooks before 2007. */
const oldWorkbookMark = [0xd0, 0xcf, 0x11, 0xe0]
const separators = [',', ';', '\t', '|', '^', '~'] as const
/** Title lines that somebody put above an export end otherwise than its own. */
const lineEnds = ['\r\n', '\n', '\r']
const expected = eventProperties.join(',')
/** Rows of a title or period that may stand above the header, which has more values than they. */
const titleRowsMax = 10
const headCellsMin = 3
/** Rows that are looked at to learn how the file writes amounts. */
const rowsLookedAt = 500

/** What the parser says of a line, by what it is called here. */
const lineProblems: Readonly<Partial<Record<string, FeedProblemCode>>> = {
  CSV_QUOTE_NOT_CLOSED: 'openQuote',
  CSV_INVALID_CLOSING_QUOTE: 'strayQuote',
  INVALID_OPENING_QUOTE: 'strayQuote',
  CSV_MAX_RECORD_SIZE: 'rowTooLong',
}

/**
 * Reads a feed file row by row: CSV separated by comma, semicolon, tab or line, in UTF-8, UTF-16 or windows-1252, packed
 * or not, or the first sheet of a workbook. Columns come in any order; those that no feed has are left out.
 * @param options `onHead` is told what the first line says, before the first row
 * @throws FeedError where there is no such file, a column is missing, the packing is broken, a row cannot be parsed, or
 * it comes to more than it may
 */
export async function* parseFeed(
  path: string,
  { limits, format, onHead }: { limits: FeedLimits; format: FeedFormat; onHead?: (head: FeedHead) => void },
): AsyncGenerator<FeedRow> {
  const { separator, rows } = await openTable(path, limits)
  let head = await rows.next()
  if (head.done) throw new FeedError({ code: 'empty', values: { expected } })
  for (let above = 0; above < titleRowsMax && isTitle(head.value.cells); above += 1) {
    const next = await rows.next()
    if (next.done) break
    head = next
  }
  const { columns, ...told } = readHeader(head.value.cells)
  onHead?.(told)
  const { looked, problem } = await takeFirst(rows)
  const order = await dayOrderOf(columns, looked, () => openTable(path, limits))
  const rowOf = rowReader(columns, { format, separator, looked, order, isOfEvents: told.kit === null })
  const isTold = tellingRow(head.value.cells, columns)
  for (const row of looked) if (isTold(row)) yield rowOf(row)
  if (problem) throw problem
  for await (const row of rows) if (isTold(row)) yield rowOf(row)
}

/** What says which event, day or player a row is about. */
const telling: readonly (string | null)[] = ['event_id', 'type', 'occurred_at', 'day', 'link', 'affiliate', 'player']
const totalWord = /^(?:sub ?|grand )?tota(?:l|is|les)\b|^(?:soma|suma|sum)$/

/** Leaves out what is no row: the head again, as files that were joined have it, and the sums below a table. */
function tellingRow(head: readonly string[], columns: readonly (string | null)[]): (row: RawRow) => boolean {
  const heads = head.map((name) => name.trim()).join('\n')
  const places = columns.flatMap((name, place) => (telling.includes(name) ? [place] : []))
  const isTelling = (text: string) => text !== '' && !totalWord.test(foldText(text))
  return ({ cells }) =>
    places.some((place) => isTelling(cells[place]?.trim() ?? '')) &&
    cells.map((cell) => cell.trim()).join('\n') !== heads
}

const isTitle = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length < headCellsMin

/** The first rows, and what ended them where it was not their number. */
async function takeFirst(rows: AsyncGenerator<RawRow>): Promise<{ looked: RawRow[]; problem?: unknown }> {
  const looked: RawRow[] = []
  try {
    while (looked.length < rowsLookedAt) {
      const { done, value } = await rows.next()
      if (done) break
      looked.push(value)
    }
    return { looked }
  } catch (problem) {
    return { looked, problem }
  }
}

const days: readonly (string | null)[] = ['occurred_at', 'day', 'registered', 'first_deposit']

/**
 * What comes first in the days of a file: what the first rows show, or where they leave it open the first later row that
 * shows it, for files are sorted by day. Where rows differ or none shows it, the day.
 */
async function dayOrderOf(
  columns: readonly (string | null)[],
  looked: readonly RawRow[],
  open: () => Promise<RawTable>,
): Promise<DayOrder> {
  const places = columns.flatMap((name, place) => (days.includes(name) ? [place] : []))
  const shownIn = ({ cells }: RawRow) => places.flatMap((place) => dayOrderIn(cells[place] ?? '') ?? [])
  const shown = new Set(looked.flatMap(shownIn))
  if (shown.size > 0) return shown.has('day_first') ? 'day_first' : 'month_first'
  const isOpen = ({ cells }: RawRow) => places.some((place) => /^\D?\d{1,2}[-/.]\d/.test(cells[place]?.trim() ?? ''))
  if (looked.length < rowsLookedAt || !looked.some(isOpen)) return 'day_first'
  const { rows } = await open()
  try {
    for await (const row of rows) for (const order of shownIn(row)) return order
  } catch {
    // What ends the file is told once its rows are read.
  }
  return 'day_first'
}

async function openTable(path: string, limits: FeedLimits): Promise<RawTable> {
  const unpacking = beginsWith(await firstBytes(path), gzipMark) ? [createGunzip()] : []
  const streams: (Readable | Transform)[] = [createReadStream(path), ...unpacking, bounded(limits.bytesMax)]
  // An error ends the last stream too, which is where it is read.
  const chunks = pipeline(streams as [Readable, ...Transform[]], () => {}) as unknown as AsyncIterable<Buffer>
  const [first, all] = await peek(chunks)
  if (beginsWith(first, zipMark) || beginsWith(first, oldWorkbookMark))
    return { separator: null, rows: workbookRows(all, limits) }
  const [text, whole] = await peek(decodeFeed(all), (sofar) => sofar.includes('\n'))
  const lead = text.replace(/^\uFEFF/, '')
  if (isMarkup(lead)) throw new FeedError({ code: 'noTable' })
  const said = /^sep=(.)\r?\n/i.exec(lead)
  const separator = said?.[1] ?? separatorOf(lead)
  return { separator, rows: csvRows(withoutLead(whole, said?.[0] ?? ''), { separator, limits, before: said ? 1 : 0 }) }
}

/** The beginning of what comes in parts, and all of it: as much as `isEnough` asks for, the first part where absent. */
async function peek<Part extends Buffer | string>(
  parts: AsyncIterable<Part>,
  isEnough: (sofar: Part) => boolean = () => true,
): Promise<[Part, AsyncIterable<Part>]> {
  const iterator = parts[Symbol.asyncIterator]()
  let sofar: Part | null = null
  try {
    while (sofar === null || !isEnough(sofar)) {
      const { done, value } = await iterator.next()
      if (done) break
      sofar = (sofar === null ? value : typeof value === 'string' ? `${sofar as string}${value}` : value) as Part
    }
  } catch (error) {
    throw readable(error)
  }
  async function* all() {
    if (sofar !== null) yield sofar
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return [sofar ?? ('' as Part), all()]
}

async function* withoutLead(parts: AsyncIterable<string>, said: string): AsyncGenerator<string> {
  let isFirst = true
  for await (const part of parts) {
    yield isFirst ? part.replace(/^\uFEFF/, '').slice(said.length) : part
    isFirst = false
  }
}

/** The character that separates most values of the header. */
function separatorOf(text: string): string {
  const lines = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, titleRowsMax + 1)
  const head = lines.find((line) => separators.some((each) => line.split(each).length >= headCellsMin)) ?? lines[0]!
  const count = (separator: string) => head.split(separator).length
  return separators.toSorted((one, other) => count(other) - count(one))[0]!
}

async function* csvRows(
  text: AsyncIterable<string>,
  { separator, limits, before }: { separator: string; limits: FeedLimits; before: number },
): AsyncGenerator<RawRow> {
  const parser = parse({
    delimiter: separator,
    info: true,
    record_delimiter: lineEnds,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: limits.rowBytesMax,
  })
  pipeline(Readable.from(text), parser, () => {})
  let rows = -1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (separator === ';' && record.every((cell) => cell === '')) continue
      rows += 1
      if (rows > limits.rowsMax) throw new FeedError({ code: 'tooManyRows', values: { max: limits.rowsMax } })
      yield { line: info.lines + before, cells: record }
    }
  } catch (error) {
    throw readable(error)
  }
}

async function* workbookRows(chunks: AsyncIterable<Buffer>, { rowsMax }: FeedLimits): AsyncGenerator<RawRow> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > workbookBytesMax) throw new FeedError({ code: 'tooLarge', values: { max: workbookBytesMax } })
    parts.push(chunk)
  }
  let rows = -1
  for (const [index, cells] of readWorkbook(Buffer.concat(parts), rowsMax).entries()) {
    if (cells.every((cell) => cell === '')) continue
    rows += 1
    if (rows > rowsMax) throw new FeedError({ code: 'tooManyRows', values: { max: rowsMax } })
    yield { line: index + 1, cells }
  }
}

const beginsWith = (bytes: ArrayLike<unknown>, mark: readonly number[]) =>
  mark.every((byte, index) => bytes[index] === byte)

async function firstBytes(path: string): Promise<Uint8Array> {
  // Asked first: a stream that is opened before anybody listens ends the process where there is no such file.
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new FeedError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be opened (${error.code}).`,
    )
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw new FeedError(`The file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  } finally {
    await file.close()
  }
}

/** Lets bytes through up to a number of them. */
function bounded(bytesMax: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(new FeedError({ code: 'tooLarge', values: { max: bytesMax } }))
      else done(null, chunk)
    },
  })
}

interface Heads extends FeedHead {
  /** Null for a column that is left out. */
  readonly columns: readonly (string | null)[]
}

/** `Event ID`, `eventId` and `event-id` are one column. */
const bareName = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/** The columns of events, those that a file lacks by what other tools call them. */
function withOtherNames(names: readonly string[], strict: readonly (string | null)[]): (string | null)[] {
  const columns = [...strict]
  const folded = names.map((name) => foldText(name.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')))
  for (const [property, others] of Object.entries(eventColumnNames)) {
    if (columns.includes(property)) continue
    const place = others.map((other) => folded.findIndex((name, at) => columns[at] === null && name === other))
    const [found] = place.filter((at) => at >= 0)
    if (found !== undefined) columns[found] = property
  }
  return columns
}

const blankKit = migrationKits.find(({ name }) => name === 'blank')!

function readHeader(record: readonly string[]): Heads {
  const names = record.map((name) => withoutUnseen(name).normalize('NFKC').trim())
  const strict = names.map((name) => known.find((each) => bareName(each) === bareName(name)) ?? null)
  const leftOut = (used: readonly (string | null)[]) => names.filter((name, at) => used[at] === null && name !== '')
  const totals = strict.includes('event_id') ? null : findTotalColumns(names, migrationKits, blankKit)
  const listed = strict.includes('event_id') ? null : findPlayerColumns(names, playerListColumns)
  if (listed) return { columns: listed.targets, ignored: leftOut(listed.targets), kit: listed.kit }
  const isRead = (name: string) => names.some((other, at) => other === name && totals!.targets[at] !== null)
  const again = totals && names.find((name, at) => name !== '' && totals.targets[at] === null && isRead(name))
  if (again) throw new FeedError({ code: 'columnTwice', values: { column: again } })
  if (totals) return { columns: totals.targets, ignored: leftOut(totals.targets), kit: totals.kit }
  const columns = withOtherNames(names, strict)
  const isAttributed = attributing.some((name) => columns.includes(name))
  const isOptional = (name: string) => optional.includes(name) || (name === 'action_token' && isAttributed)
  const missing = eventProperties.filter((name) => !isOptional(name) && !columns.includes(name))
  // Without the id of an event and its player it is no file of events; what has part of totals is told what it lacks.
  const lacks = (['event_id', 'player_ref'] as const).every((name) => missing.includes(name))
    ? missingOfTotals(names, migrationKits, blankKit)
    : []
  if (lacks.length === 1 || lacks.length === 2)
    throw new FeedError({ code: 'missingTotals', values: { columns: lacks.join(', ') } })
  if (missing.length > 0)
    throw new FeedError({ code: 'missingColumns', values: { columns: missing.join(', '), expected } })
  const twice = columns.find((name, index) => name !== null && columns.indexOf(name) !== index)
  if (twice) throw new FeedError({ code: 'columnTwice', values: { column: twice } })
  return { columns, ignored: leftOut(columns), kit: null }
}

/** Reads rows of these columns, with amounts, moments and products in the form that events take. */
function rowReader(
  columns: readonly (string | null)[],
  {
    format,
    separator,
    looked,
    order,
    isOfEvents,
  }: { format: FeedFormat; separator: string | null; looked: readonly RawRow[]; order: DayOrder; isOfEvents: boolean },
): (row: RawRow) => FeedRow {
  const isAmount = (name: string | null) => (isOfEvents ? name === 'amount' : name !== null && !isKey.has(name))
  const amountsAt = columns.flatMap((name, index) => (isAmount(name) ? [index] : []))
  const amounts = looked.flatMap(({ cells }) => amountsAt.map((at) => cells[at] ?? ''))
  const sign = decimalSignIn(amounts) ?? (separator === ';' ? ',' : '.')
  const readers: Readonly<Record<string, (text: string) => string>> = {
    occurred_at: (text) => plainMoment(text, format.zone, order),
    day: (text) => plainDay(text, order) ?? text,
    registered: (text) => plainDay(text, order) ?? text,
    first_deposit: (text) => plainDay(text, order) ?? text,
    product: productReader(format),
    type: (text) => typeNames.get(foldText(text)) ?? text.trim().toLowerCase(),
  }
  const readerOf = (name: string) =>
    readers[name] ?? (isAmount(name) ? (text: string) => plainAmount(text, sign) : undefined)
  const places = columns.flatMap((name, index) => (name === null ? [] : [{ name, index, read: readerOf(name) }]))
  return ({ line, cells }) => {
    // Spreadsheet programs leave out the last cells of a row where they are empty.
    const isWhole = cells.length >= columns.length && cells.slice(columns.length).every((cell) => cell === '')
    if (separator !== null && !isWhole) return { line, raw: null }
    const raw: Record<string, string> = {}
    for (const { name, index, read } of places) {
      const text = cells[index] ?? ''
      raw[name] = read && text !== '' ? read(text) : text
    }
    return { line, raw }
  }
}

const typeNames: ReadonlyMap<string, string> = new Map(Object.entries(eventTypeNames))

/** What tells rows of daily totals and of lists of players apart: no amount. */
const totalKeys = ['day', 'link', 'affiliate', 'product', 'currency']
const isKey: ReadonlySet<string> = new Set(totalKeys.concat(Object.keys(playerListColumns.columns)))

function productReader({ productNames: own }: FeedFormat): (text: string) => string {
  const names: ReadonlyMap<string, string> = new Map([...Object.entries(productNames), ...Object.entries(own)])
  const isProduct: ReadonlySet<string> = new Set(products)
  return (text) => {
    const folded = foldText(text)
    return own[folded] ?? (isProduct.has(text) ? text : (names.get(folded) ?? folded))
  }
}

function readable(error: unknown): unknown {
  if (error instanceof FeedError) return error
  if (error instanceof CsvError) {
    const line = (error as { lines?: number }).lines ?? '?'
    return new FeedError({ code: lineProblems[error.code] ?? 'line', values: { line, reason: error.message } })
  }
  const { code } = error as NodeJS.ErrnoException
  if (code?.startsWith('Z_')) return new FeedError({ code: 'broken' })
  return code === 'EISDIR' ? new FeedError('This is a folder, not a file.') : error
}
