import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import type { FeedProblemCode } from '#engine/declaration/messageCodes.ts'
import { eventProperties, optionalProperties } from '#rules/activity/events.ts'
import { FeedError } from './feedError.ts'

/** A row of a feed file: the event as it stands there, or null where the row has not as many values as the header. */
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

/** Columns a feed may have beside those it must have. */
const optionalColumns = ['click_id', ...optionalProperties]
const gzipMark = [0x1f, 0x8b]
const expected = eventProperties.join(',')

/** What the parser says of a line, by what it is called here. */
const lineProblems: Readonly<Partial<Record<string, FeedProblemCode>>> = {
  CSV_QUOTE_NOT_CLOSED: 'openQuote',
  CSV_INVALID_CLOSING_QUOTE: 'strayQuote',
  INVALID_OPENING_QUOTE: 'strayQuote',
  CSV_MAX_RECORD_SIZE: 'rowTooLong',
}

/**
 * Reads a feed file row by row, packed or not, with or without a byte order mark, lines ended either way, columns in
 * any order.
 * @throws FeedError where there is no such file, a column is missing or unknown, the packing is broken, a row cannot be
 * parsed, or it comes to more than it may
 */
export async function* parseFeed(
  path: string,
  { bytesMax, rowsMax, rowBytesMax }: FeedLimits,
): AsyncGenerator<FeedRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: rowBytesMax,
  })
  // Asked first: a stream that is opened before anybody listens ends the process where there is no such file.
  const unpacking = (await isGzip(path)) ? [createGunzip()] : []
  const streams: (Readable | Transform)[] = [createReadStream(path), ...unpacking, bounded(bytesMax), decoder(), parser]
  pipeline(streams as [Readable, ...Transform[]], () => {}) // An error ends the parser too, which is where we read.
  let columns: string[] | null = null
  let rows = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (columns === null) {
        columns = readHeader(record)
        continue
      }
      rows += 1
      if (rows > rowsMax) throw new FeedError({ code: 'tooManyRows', values: { max: rowsMax } })
      yield { line: info.lines, raw: record.length === columns.length ? rowOf(columns, record) : null }
    }
  } catch (error) {
    throw readable(error)
  }
  if (columns === null) throw new FeedError({ code: 'empty', values: { expected } })
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new FeedError(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be opened (${error.code}).`,
    )
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && gzipMark.every((byte, index) => buffer[index] === byte)
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

/** Bytes as text; what is no UTF-8 is refused instead of being stored with question marks. */
function decoder(): Transform {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decode = (chunk: Buffer | undefined, done: (error: Error | null, text?: string) => void) => {
    let text: string
    try {
      text = chunk ? utf8.decode(chunk, { stream: true }) : utf8.decode()
    } catch {
      return done(new FeedError({ code: 'notUtf8' }))
    }
    done(null, text)
  }
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => decode(chunk, done),
    flush: (done) => decode(undefined, done),
  })
}

function readHeader(record: readonly string[]): string[] {
  const columns = record.map((name) => name.trim())
  const missing = eventProperties.filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new FeedError({ code: 'missingColumns', values: { columns: missing.join(', '), expected } })
  const unknown = columns.filter((name) => !([...eventProperties, ...optionalColumns] as string[]).includes(name))
  if (unknown.length > 0)
    throw new FeedError({
      code: 'unknownColumns',
      values: { columns: unknown.map((name) => `"${name.slice(0, 60)}"`).join(', '), expected },
    })
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice) throw new FeedError({ code: 'columnTwice', values: { column: twice } })
  return columns
}

function rowOf(columns: readonly string[], record: readonly string[]): Record<string, string> {
  const raw: Record<string, string> = {}
  columns.forEach((name, index) => (raw[name] = record[index]!))
  return raw
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
