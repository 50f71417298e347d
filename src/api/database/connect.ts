import { Kysely, PostgresDialect } from 'kysely'
import { openPool } from './pool.ts'

/** Tables come from the configuration at run time, so queries name them as strings; this is the type of "any table". */
// oxlint-disable-next-line no-explicit-any
export type AnyTables = any

/**
 * The database as the whole server uses it. Values arrive as: bigint -> number (beyond 2^53 it throws), numeric ->
 * string, date -> 'YYYY-MM-DD', timestamptz -> Date, jsonb -> parsed, arrays -> arrays of these. Going in, write JSON as
 * `${JSON.stringify(value)}::text::jsonb`. When the database cannot be reached every query throws `DatabaseUnavailable`.
 */
export interface Database {
  db: Kysely<AnyTables>
  /** For reports and lists: the replica where there is one, else the same as `db`. */
  readDb: Kysely<AnyTables>
  /** Waits for what is under way and closes every connection. */
  close(): Promise<void>
}

/** Where the database is and how much of it we may take. */
export interface DatabaseOptions {
  url: string
  /** A replica for reports and lists. */
  readUrl?: string
  /** Connections of the pool (of each, where there is a replica). */
  maxConnections?: number
  /** A statement that runs longer is stopped by the server. */
  statementTimeoutMs?: number
}

/**
 * Opens the pool(s). Connects on first use; a lost connection fails the queries on it and is made anew.
 * @throws Error when an address cannot be read
 */
export function openDatabase({ url, readUrl, maxConnections = 10, statementTimeoutMs = 120_000 }: DatabaseOptions): Database {
  const open = (address: string) => new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool: openPool({ url: address, maxConnections, statementTimeoutMs }) }) })
  const db = open(url)
  const readDb = readUrl ? open(readUrl) : db
  return {
    db,
    readDb,
    async close() {
      await db.destroy()
      if (readDb !== db) await readDb.destroy()
    },
  }
}
