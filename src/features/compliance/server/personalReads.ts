import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { readableFields } from '#engine/declaration/derive/access.ts'
import { personalFields } from '#engine/declaration/derive/personal.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { warnOfFailure } from '#engine/server/http/outageLog.ts'

/*
 * Who read personal data. A read must not become a write for it: what was read is noted in memory, alike reads as one,
 * and written together every two seconds. A server that is killed loses what it noted in those seconds; one that is
 * stopped writes it first. While the database is away nothing can be read, so little can wait.
 */

/** How personal data were read: one record, a page of a list, a file of a list, everything about one person. */
export type ReadHow = 'record' | 'list' | 'export' | 'person'

/** A read of personal data. */
export interface PersonalRead {
  readonly actor: Actor
  readonly resource: AnyResource
  readonly how: ReadHow
  /** The record; a list has none. */
  readonly id?: string
  /** How many records were read. */
  readonly count: number
  /** Where it was asked from. */
  readonly address: string | null
}

interface Noted extends PersonalRead {
  at: Date
  count: number
}

const flushAfterMs = 2_000
/** Different reads that wait at most; beyond them what comes is left out, and said in the log. */
const capacity = 20_000
const attemptsMax = 3

class Book {
  readonly #waiting = new Map<string, Noted>()
  #timer: NodeJS.Timeout | null = null
  #flushing: Promise<void> = Promise.resolve()
  readonly #database: Database
  onError: (error: unknown) => void = () => {}

  constructor(database: Database) {
    this.#database = database
  }

  note(read: PersonalRead, at: Date): void {
    const { actor, resource, how, id, address } = read
    const key = JSON.stringify([actor.kind, actor.userId, actor.name, resource.name, how, id, address])
    const known = this.#waiting.get(key)
    if (known) known.count += read.count
    else if (this.#waiting.size < capacity) this.#waiting.set(key, { ...read, at })
    this.#timer ??= setTimeout(() => void this.flush().catch(this.onError), flushAfterMs).unref()
  }

  /** Writes what waits. @throws what writing throws; what was not written waits on */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const write = () => this.#write()
    this.#flushing = this.#flushing.then(write, write)
    return this.#flushing
  }

  async #write(): Promise<void> {
    const taken = [...this.#waiting]
    if (taken.length === 0) return
    this.#waiting.clear()
    const rows = taken.map(([, { at, actor, resource, how, id, count, address }]) => ({
      at: at.toISOString(),
      user: actor.userId,
      reader: actor.name.toWellFormed(),
      how,
      object: resource.name,
      object_id: id ?? null,
      records: count,
      address,
    }))
    try {
      await sql`insert into personal_read (at, "user", reader, how, object, object_id, records, address)
        select at, "user", reader, how, object, object_id, records, address
        from json_to_recordset(${JSON.stringify(rows)}::text::json) as read
          (at timestamptz, "user" bigint, reader text, how text, object text, object_id text, records integer,
            address text)`.execute(this.#database.db)
    } catch (error) {
      for (const [key, noted] of taken) if (!this.#waiting.has(key)) this.#waiting.set(key, noted)
      this.#timer ??= setTimeout(() => void this.flush().catch(this.onError), flushAfterMs).unref()
      throw error
    }
  }
}

const books = new WeakMap<Database, Book>()

function bookOf(database: Database): Book {
  let book = books.get(database)
  if (!book) {
    book = new Book(database)
    books.set(database, book)
  }
  return book
}

/** Notes that somebody read personal data, where they see any of it; costs no statement of its own. */
export function logPersonalDataAccess(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  read: PersonalRead,
): void {
  const personal = personalFields(read.resource)
  if (personal.length === 0 || read.count === 0) return
  const seen = readableFields(read)
  if (personal.some((name) => seen.includes(name))) bookOf(database).note(read, now())
}

/** Writes what was noted: a command that ends, a test that looks. */
export const writePersonalReads = (database: Database): Promise<void> => bookOf(database).flush()

/** Writes what was noted before the server ends, and says where it cannot be written. */
export function keepPersonalReads(app: FastifyInstance, { database }: AppContext): void {
  const book = bookOf(database)
  const message = 'who read personal data could not be written'
  book.onError = (error) => warnOfFailure({ database, log: app.log, error, message })
  app.addHook('onClose', async () => {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      try {
        return await book.flush()
      } catch (error) {
        book.onError(error)
      }
    }
  })
}
