import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import { DatabaseClock } from './databaseClock.ts'
import { type ReaderLogins, onServer } from './rowSecurity/readerLogins.ts'
import { type RowSecurity, openRowSecurityPools } from './rowSecurity/openRowSecurity.ts'
import { openPool, type PoolCounts, type PoolName, type PoolOptions, type SessionPool } from './pool.ts'
import { followReplica, type Replica } from './replica/followReplica.ts'
import { lacksOwnWrites } from './replica/ownWrites.ts'
import { readPool } from './replica/readPool.ts'

/** Tables come from the configuration at run time, so queries name them as strings; this is the type of "any table". */
// oxlint-disable-next-line no-explicit-any
export type AnyTables = any

/**
 * The database as the whole server uses it. Values arrive as: bigint -> number (beyond 2^53 it throws), numeric ->
 * string, date -> 'YYYY-MM-DD', timestamptz -> Date, jsonb -> parsed, arrays -> arrays of these. Going in, write JSON
 * as
 * `${JSON.stringify(value)}::text::jsonb`. When the database cannot be reached every query throws
 * `DatabaseUnavailable`.
 */
export interface Database {
  db: Kysely<AnyTables>
  /**
   * For reports and lists: the replica where there is one that follows and has what the reader wrote, else the same as
   * `db`.
   */
  readDb: Kysely<AnyTables>
  /** Reads of people signed in, behind row-level security; absent where the operator's database does not allow it. */
  fence?: RowSecurity
  /** The present moment by the database, and how far this server's clock is from it. */
  clock: DatabaseClock
  /** What is known of the replica, where there is one. */
  replica?: Replica
  /** How each pool is at this moment. */
  pools(): readonly (PoolCounts & { readonly name: PoolName })[]
  /** Waits for what is under way, a second at most, and closes every connection. */
  close(): Promise<void>
}

/** Where the database is and how much of it we may take. */
export interface DatabaseOptions {
  url: string
  /** A replica for reports and lists. */
  readUrl?: string
  /** Where the roles of the second fence log in; without them the conditions in statements are the only fence. */
  fence?: ReaderLogins | null
  /** Connections of each pool. */
  maxConnections?: number
  /** A statement that runs longer is stopped by the server. */
  statementTimeoutMs?: number
  /** After how long the database is asked whether it still works on a statement; tests have less time. */
  silentMs?: number
  /** How long a caller waits for a connection; tests have less time. */
  connectLimitMs?: number
  /** This server's own clock, in milliseconds since 1970; tests set it. */
  serverMs?: (() => number) | undefined
}

/**
 * Opens the pool(s). Connects on first use; a lost connection fails the queries on it and is made anew.
 * @throws Error when an address cannot be read
 */
export function openDatabase({
  url,
  readUrl,
  fence: addresses,
  maxConnections = 10,
  statementTimeoutMs = 120_000,
  silentMs,
  connectLimitMs,
  serverMs,
}: DatabaseOptions): Database {
  const opened = new Map<PoolName, SessionPool>()
  const poolOf = (name: PoolName, address: string, of: Pick<PoolOptions, 'hasSeveralServers'> = {}) => {
    const pool = openPool({ url: address, maxConnections, statementTimeoutMs, silentMs, connectLimitMs, ...of })
    opened.set(name, pool)
    return pool
  }
  const pools = () => [...opened].map(([name, pool]) => ({ name, ...pool.counts() }))
  const over = (pool: PostgresPool) => new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) })
  const primary = poolOf('primary', url)
  const db = over(primary)
  const clock = new DatabaseClock(db, serverMs)
  const replicaPool = readUrl ? poolOf('replica', readUrl, { hasSeveralServers: true }) : undefined
  const following = replicaPool && {
    replica: followReplica({ primary, replica: replicaPool }),
    isPrimaryNeeded: lacksOwnWrites,
  }
  const replicaAddresses = readUrl && addresses ? onServer(readUrl, addresses) : undefined
  const fence = addresses ? openRowSecurityPools({ addresses, replicaAddresses, poolOf, following }) : undefined
  const behind = fence ? { fence } : {}
  const close = async () => void (await Promise.all([fence?.close(), db.destroy()]))
  if (!replicaPool || !following) return { db, readDb: db, ...behind, clock, pools, close }
  const reading = readPool({ primary, replicaPool, ...following })
  const readDb = over(reading)
  return {
    db,
    readDb,
    ...behind,
    clock,
    replica: following.replica,
    pools,
    async close() {
      await fence?.close()
      await readDb.destroy()
      await db.destroy()
      // Kysely ends only pools that it has used itself.
      await reading.end()
      await primary.end()
    },
  }
}
