import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { readAddress } from './address.ts'
import { DatabaseUnavailable, isUnavailable } from './unavailable.ts'

/** What a pool is made from. */
export interface PoolOptions {
  url: string
  maxConnections: number
  statementTimeoutMs: number
}

/** Milliseconds a caller waits for a connection before it is told that the database is unavailable. */
const connectLimitMs = 8_000
/** Statement texts that are prepared under a name; what is beyond (endlessly varied texts) is sent whole. */
const namedStatementLimit = 500

/**
 * A pool for Kysely. Statements are prepared under a name once a session, a lost connection becomes `DatabaseUnavailable`,
 * and values arrive as the interface `Database` says.
 */
export function openPool({ url, maxConnections, statementTimeoutMs }: PoolOptions): PostgresPool {
  const { connectionString, hasOwnSession } = readAddress(url)
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'affiliate-back-office',
    types: valueTypes,
    ...(hasOwnSession ? { statement_timeout: statementTimeoutMs, options: '-c TimeZone=UTC -c max_parallel_workers_per_gather=0' } : {}),
  })
  pool.on('error', () => {}) // An idle connection was lost; the pool has dropped it already.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const nameOf = hasOwnSession ? statementNames() : () => undefined
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
      })
      const known = wrapped.get(client)
      if (known) return known
      client.on('error', () => {}) // Lost between two statements of a transaction: the next statement says so.
      const session = wrapClient(client, nameOf)
      wrapped.set(client, session)
      return session
    },
    end: () => pool.end(),
  }
}

function wrapClient(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let isSpoilt = false
  const run = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query({ text, values: values as unknown[], name: nameOf(text) })
    } catch (error) {
      // A table has changed under a prepared statement: this session cannot use it any more, a new one can.
      if ((error as { code?: string }).code === '0A000') isSpoilt = true
      throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
    }
  }
  return { query: run as unknown as PostgresPoolClient['query'], release: () => client.release(isSpoilt) }
}

function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= namedStatementLimit) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

const valueTypes = new pg.TypeOverrides()
const oid = { bigint: 20, bigintArray: 1016, date: 1082, dateArray: 1182, textArray: 1009 }
const parseTextArray = pg.types.getTypeParser(oid.textArray) as (text: string) => (string | null)[]
valueTypes.setTypeParser(oid.bigint, parseBigint)
valueTypes.setTypeParser(oid.bigintArray, (text: string) => parseTextArray(text).map((item) => (item === null ? null : parseBigint(item))))
valueTypes.setTypeParser(oid.date, (text: string) => text)
valueTypes.setTypeParser(oid.dateArray, (text: string) => parseTextArray(text))

function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database returned ${text}, more than a JavaScript number holds exactly. Read it as text (::text).`)
  return value
}
