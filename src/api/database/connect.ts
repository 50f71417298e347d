import { Kysely } from 'kysely'
import postgres from 'postgres'
import { connectionOptions } from './connectionOptions.ts'
import { postgresDialect } from './kyselyDriver.ts'

/** Tables come from the configuration at run time, so queries name them as strings; this is the type of "any table". */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyTables = any

/** The pool for single statements. Transactions go through `inTransaction`: see there why `begin` and `reserve` are taken away. */
export type Sql = Omit<postgres.Sql, 'begin' | 'reserve'> & {
  <Rows extends readonly (object | undefined)[] = postgres.Row[]>(template: TemplateStringsArray, ...parameters: readonly postgres.ParameterOrFragment<never>[]): postgres.PendingQuery<Rows>
}

/**
 * The database as the whole server uses it. Values arrive as: bigint -> number (an id beyond 2^53 throws), numeric ->
 * string, date -> 'YYYY-MM-DD', timestamptz -> Date, jsonb -> parsed, arrays -> arrays of these.
 */
export interface Database {
  db: Kysely<AnyTables>
  sql: Sql
  /** For reports and lists: the replica where there is one, else the same as `db`. */
  readDb: Kysely<AnyTables>
  readSql: Sql
  /** Waits for running queries (5 s at most) and closes every connection. */
  close(): Promise<void>
}

/** Where the database is and how much of it we may take. */
export interface DatabaseOptions {
  url: string
  /** A replica for reports and lists. */
  readUrl?: string
  /** Connections of the pool (each, where there is a replica). */
  maxConnections?: number
  /** A statement that runs longer is stopped by the server. */
  statementTimeoutMs?: number
}

/**
 * Opens the pool(s). Connects on first use; a lost connection fails the queries on it (`isDatabaseUnavailable`) and is made anew.
 * @throws Error when an address cannot be read
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { sql, db } = openPool(options.url, options)
  const reader = options.readUrl ? openPool(options.readUrl, options) : { sql, db }
  return {
    db,
    sql,
    readDb: reader.db,
    readSql: reader.sql,
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), reader.sql === sql ? null : reader.sql.end({ timeout: 5 })])
    },
  }
}

function openPool(url: string, { maxConnections = 10, statementTimeoutMs = 120_000 }: DatabaseOptions) {
  const address = connectionOptions(url)
  const pool = postgres({
    ...address,
    max: maxConnections,
    // A pooler between us and the server refuses settings it does not know; there they belong to the database role.
    connection: address.prepare
      ? { application_name: 'affiliate-back-office', TimeZone: 'UTC', max_parallel_workers_per_gather: 0, statement_timeout: statementTimeoutMs }
      : { application_name: 'affiliate-back-office', TimeZone: 'UTC' },
    types: valueTypes,
    onnotice: () => {},
  })
  return { sql: pool as unknown as Sql, db: new Kysely<AnyTables>({ dialect: postgresDialect(pool) }) }
}

const valueTypes = {
  bigint: { to: 20, from: [20], parse: parseBigint, serialize: String },
  day: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (day: unknown) => (day instanceof Date ? day.toISOString().slice(0, 10) : String(day)) },
  date: { to: 1184, from: [1114, 1184], parse: (text: string) => new Date(text), serialize: (moment: unknown) => (moment instanceof Date ? moment.toISOString() : String(moment)) },
}

function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, which is more than a JavaScript number holds exactly. Read it as text (::text).`)
  return value
}
