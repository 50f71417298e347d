import { CompiledQuery, type Transaction } from 'kysely'
import pg from 'pg'
import type { AnyTables } from './connect.ts'

/** The types that rows can be copied in with, and what stands for each. */
export interface CopiedTypes {
  readonly bigint: number
  readonly boolean: boolean
  /** A day, `YYYY-MM-DD`. */
  readonly date: string
  /** Money's text, of no more than 13 digits before the point. */
  readonly money: string
  readonly text: string
  readonly texts: readonly (string | null)[]
  /** ISO 8601 in UTC. */
  readonly timestamptz: string
  /** 32 hexadecimal digits. */
  readonly uuid: string
}

/** A column that is copied: its type, and what of a row it is. */
export type CopiedColumn<Row> = {
  [Type in keyof CopiedTypes]: readonly [Type, (row: Row) => CopiedTypes[Type] | null | undefined]
}[keyof CopiedTypes]

/** Rows as the one value of a statement that copies; {@link copyRows} makes it. */
export class CopiedRows {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

/**
 * Adds rows to a table by COPY, in their order: the server reads them without parsing a text, and writes a page of them
 * at once instead of each by itself. Nothing is overlooked: a row that stands already is an error of the statement.
 * @example await copyRows(trx, 'event_identity', events, { brand: ['bigint', () => brand.id], day: ['date', ({ day }) => day] })
 */
export async function copyRows<Row>(
  trx: Transaction<AnyTables>,
  table: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, CopiedColumn<Row>>>,
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const copied = new CopiedRows(binaryRows(rows, Object.values(columns)))
  await trx.executeQuery(CompiledQuery.raw(`copy ${table} (${names}) from stdin (format binary)`, [copied]))
}

/** The part of the driver that a statement which copies speaks to. */
interface Wire {
  sendCopyFromChunk(bytes: Buffer): void
  endCopyFrom(): void
}

type Callback = (error: Error | null, result: pg.QueryResult) => void

const BaseQuery = pg.Query as unknown as new (config: { text: string }, values: undefined, callback: Callback) => object

class CopyQuery extends BaseQuery {
  readonly #bytes: Buffer

  constructor(text: string, bytes: Buffer, callback: Callback) {
    super({ text }, undefined, callback)
    this.#bytes = bytes
  }

  /** What the driver does when the server waits for rows. */
  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFromChunk(this.#bytes)
    connection.endCopyFrom()
  }
}

/** Asks a statement that copies, with its rows. */
export function askCopy(client: pg.ClientBase, text: string, { bytes }: CopiedRows): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new CopyQuery(text, bytes, (error, result) => (error ? reject(error) : resolve(result)))
    client.query(query as unknown as pg.Submittable)
  })
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const startSize = 64 * 1024

/** Rows in PostgreSQL's binary format of COPY. */
export function binaryRows<Row>(rows: readonly Row[], columns: readonly CopiedColumn<Row>[]): Buffer {
  const out = new BinaryWriter()
  out.begin()
  for (const row of rows) {
    out.int16(columns.length)
    for (const [type, read] of columns) {
      const value = read(row)
      if (value === null || value === undefined) out.int32(-1)
      else out[type](value as never)
    }
  }
  out.int16(-1)
  return out.written()
}

const dayMs = 86_400_000
/** The database counts days and microseconds from here. */
const epochMs = Date.UTC(2000, 0, 1)
const textOid = 25
const negativeSign = 0x4000
const daysOf = new Map<string, number>()
const rememberedDays = 10_000

function daysSinceEpoch(day: string): number {
  let days = daysOf.get(day)
  if (days === undefined) {
    if (daysOf.size >= rememberedDays) daysOf.clear()
    daysOf.set(day, (days = (Date.parse(day) - epochMs) / dayMs))
  }
  return days
}

/** Longer texts are written faster by the system than letter by letter. */
const shortText = 40
const asciiMax = 0x7f

/** Writes values one behind the other, each with its length before it. */
class BinaryWriter {
  #bytes = Buffer.allocUnsafeSlow(startSize)
  #view = new DataView(this.#bytes.buffer)
  #end = 0

  begin(): void {
    signature.copy(this.#bytes)
    this.#end = signature.length
    this.int32(0)
    this.int32(0)
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }

  #room(size: number): void {
    if (this.#end + size <= this.#bytes.length) return
    const more = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#end + size))
    this.#bytes.copy(more, 0, 0, this.#end)
    this.#bytes = more
    this.#view = new DataView(more.buffer)
  }

  int16(value: number): void {
    this.#room(2)
    this.#view.setInt16(this.#end, value)
    this.#end += 2
  }

  int32(value: number): void {
    this.#room(4)
    this.#view.setInt32(this.#end, value)
    this.#end += 4
  }

  bigint(value: number): void {
    this.int32(8)
    this.int32(Math.floor(value / 2 ** 32))
    this.int32(value | 0)
  }

  boolean(value: boolean): void {
    this.int32(1)
    this.#room(1)
    this.#bytes[this.#end] = value ? 1 : 0
    this.#end += 1
  }

  date(day: string): void {
    this.int32(4)
    this.int32(daysSinceEpoch(day))
  }

  timestamptz(at: string): void {
    this.bigint((Date.parse(at) - epochMs) * 1000)
  }

  text(value: string): void {
    // No character takes more than three bytes for each unit of a string.
    this.#room(4 + value.length * 3)
    const start = this.#end + 4
    const size = this.#writeAscii(value, start) ? value.length : this.#bytes.write(value, start)
    this.#view.setInt32(this.#end, size)
    this.#end = start + size
  }

  /** @returns false where the text is long, or not of ASCII alone */
  #writeAscii(value: string, start: number): boolean {
    if (value.length > shortText) return false
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index)
      if (code > asciiMax) return false
      this.#bytes[start + index] = code
    }
    return true
  }

  texts(values: readonly (string | null)[]): void {
    this.#room(4)
    const start = this.#end
    this.#end += 4
    this.int32(1)
    this.int32(values.includes(null) ? 1 : 0)
    this.int32(textOid)
    this.int32(values.length)
    this.int32(1)
    for (const value of values) {
      if (value === null) this.int32(-1)
      else this.text(value)
    }
    this.#view.setInt32(start, this.#end - start - 4)
  }

  uuid(digits: string): void {
    this.int32(16)
    this.#room(16)
    this.#end += this.#bytes.write(digits, this.#end, 'hex')
  }

  /** A numeric of two places: groups of four digits, the first of them worth 10,000 to the power of `weight`. */
  money(amount: string): void {
    const isNegative = amount.startsWith('-')
    const cents = Number(amount.slice(isNegative ? 1 : 0, -3) + amount.slice(-2))
    if (!Number.isSafeInteger(cents)) throw new RangeError(`${amount} is no amount of money that can be copied.`)
    const groups = [(cents % 100) * 100]
    for (let whole = Math.floor(cents / 100); whole > 0; whole = Math.floor(whole / 10_000))
      groups.unshift(whole % 10_000)
    this.int32(8 + groups.length * 2)
    this.int16(groups.length)
    this.int16(groups.length - 2)
    this.int16(isNegative ? negativeSign : 0)
    this.int16(2)
    for (const group of groups) this.int16(group)
  }
}
