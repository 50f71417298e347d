import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { readAddress } from './address.ts'
import { askCopy, CopiedRows } from './copyRows.ts'
import { refuseIncomplete, watchResults } from './citus/lostResults.ts'
import { bySession, byText, destroyConnection } from './askDatabase.ts'
import { askBehind, type Before } from './rowSecurity/rowSecurityQuery.ts'
import { StatementWatch } from './statementWatch.ts'
import { tracedStatement } from '#engine/server/tracing/tracing.ts'
import { unavailability, WorkerUnavailable } from './unavailable.ts'

/** What a pool is made from. */
export interface PoolOptions {
  url: string
  maxConnections: number
  statementTimeoutMs: number
  /** After how long the database is asked whether it still works on a statement: see {@link StatementWatch}. */
  silentMs?: number
  /** How long a caller waits for a connection before it is told that the database is unavailable. */
  connectLimitMs?: number
  /** Whether the address may lead to several servers, as that of replicas can. */
  hasSeveralServers?: boolean
}

/** Milliseconds a caller waits for a connection before it is told that the database is unavailable. */
const connectLimitDefaultMs = 8_000
/** How much longer than the database itself this side waits for a statement. */
const deadlineAfterMs = 5_000
/** Milliseconds of silence after which the system asks whether the other side is still there. */
const keepAliveMs = 5_000
/** Milliseconds that connections have to say goodbye; whoever does not hear it is left. */
const endLimitMs = 1_000
/**
 * Many short statements on few cores: parallel workers and just-in-time compilation cost more than they bring (a report
 * on
 * a Debian server with its compiler took seconds to compile and milliseconds to run).
 */
const sessionSettings = '-c TimeZone=UTC -c max_parallel_workers_per_gather=0 -c jit=off'
/** Statement texts that are prepared under a name; what is beyond (endlessly varied texts) is sent whole. */
const namedStatementLimit = 500

/** A session that can ask a statement with another one before it, in one round trip. */
export interface PoolSession extends PostgresPoolClient {
  behind(before: Before, text: string, values: readonly unknown[]): Promise<pg.QueryResult>
  /** Asks statements without values that no two callers say alike: they are not kept under a name. */
  plain(text: string): Promise<pg.QueryResult>
}

/** How a statement is asked: behind another one, or without a name. */
interface How {
  readonly before?: Before
  readonly isPlain?: boolean
}

/** What a pool is for: which role, on which server. */
export type PoolName = `${'' | 'session_' | 'root_'}${'primary' | 'replica'}`

/** How a pool is at this moment. */
export interface PoolCounts {
  /** Connections that are open, and those of them that nobody uses. */
  readonly open: number
  readonly idle: number
  /** Who waits for one. */
  readonly waiting: number
  readonly max: number
}

/** A pool whose sessions can do so. */
export interface SessionPool extends PostgresPool {
  connect(): Promise<PoolSession>
  counts(): PoolCounts
}

/**
 * A pool for Kysely. Statements are prepared under a name once a session, a lost connection becomes
 * `DatabaseUnavailable`,
 * and values arrive as the interface `Database` says.
 */
export function openPool({
  url,
  maxConnections,
  statementTimeoutMs,
  silentMs = 5_000,
  connectLimitMs = connectLimitDefaultMs,
  hasSeveralServers = false,
}: PoolOptions): SessionPool {
  const { connectionString, hasOwnSession } = readAddress(url)
  const open = new Set<pg.Client>()
  const pool = new pg.Pool({
    // Every connection is known from its beginning: one that is never made would keep the pool from closing.
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        super(config)
        open.add(this)
        this.once('end', () => open.delete(this))
      }
    },
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectLimitMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'affiliate-back-office',
    types: valueTypes,
    ...(hasOwnSession ? { statement_timeout: statementTimeoutMs, options: sessionSettings } : {}),
  })
  pool.on('error', () => {}) // An idle connection was lost; the pool has dropped it already.
  // Lost between two statements, or in the moment it was made: the next statement says so. Heard before anybody has it,
  // since what ends it can arrive in one packet with what made it.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    watchResults(client)
  })
  const watch = new StatementWatch({
    probe: {
      connectionString,
      connectionTimeoutMillis: silentMs,
      query_timeout: silentMs,
      application_name: 'affiliate-back-office',
    },
    silentMs,
    deadlineMs: statementTimeoutMs + deadlineAfterMs,
    ask: hasSeveralServers ? null : hasOwnSession ? bySession : byText,
  })
  const end = async () => {
    const cut = setTimeout(() => open.forEach(destroyConnection), endLimitMs)
    await pool.end().finally(() => clearTimeout(cut))
  }
  const sessions = new Sessions(hasOwnSession, watch)
  let ending: Promise<void> | null = null
  return {
    async connect() {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          throw unavailability(error) ?? error
        })
        const session = sessions.of(client)
        if (session) return session
        client.release(true)
      }
    },
    end: () => (ending ??= end()),
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount, max: maxConnections }),
  }
}

/**
 * What is known of each session: its wrapping, and whether it began before a table changed under prepared statements,
 * or before a connection was lost.
 */
class Sessions {
  readonly #wrapped = new WeakMap<pg.PoolClient, { session: PoolSession; generation: number }>()
  readonly #names: ((text: string) => string) | null
  readonly #watch: StatementWatch
  #generation = 0

  constructor(prepares: boolean, watch: StatementWatch) {
    this.#watch = watch
    this.#names = prepares ? statementNames() : null
  }

  /**
   * The session as Kysely takes it; null when its prepared statements are out of date or it is most likely lost, so
   * that it must be ended.
   */
  of(client: pg.PoolClient): PoolSession | null {
    const known = this.#wrapped.get(client)
    if (known) return known.generation === this.#generation ? known.session : null
    const session: PoolSession = {
      query: ((text: string, values: readonly unknown[]) =>
        this.#run(client, text, values as unknown[])) as unknown as PostgresPoolClient['query'],
      behind: (before, text, values) => this.#run(client, text, values as unknown[], { before }),
      plain: (text) => this.#run(client, text, [], { isPlain: true }),
      release: () => client.release(),
    }
    this.#wrapped.set(client, { session, generation: this.#generation })
    return session
  }

  #run(client: pg.PoolClient, text: string, values: unknown[], how: How = {}): Promise<pg.QueryResult> {
    return tracedStatement(text, () => this.#answer(client, text, values, how))
  }

  async #answer(
    client: pg.PoolClient,
    text: string,
    values: unknown[],
    { before, isPlain = false }: How,
  ): Promise<pg.QueryResult> {
    const ask = (name: string | undefined) =>
      before ? askBehind(client, { text, values, name }, before) : client.query({ text, values, name })
    const [first] = values
    const askFirst = () =>
      first instanceof CopiedRows ? askCopy(client, text, first) : ask(isPlain ? undefined : this.#names?.(text))
    try {
      const answer = await this.#watch.during({ client, text }, askFirst)
      refuseIncomplete(client)
      return answer
    } catch (error) {
      if (isStalePlan(error)) {
        this.#generation += 1
        if (client.getTransactionStatus() === 'I')
          return await this.#watch.during({ client, text }, () => ask(undefined))
      }
      const unavailable = unavailability(error)
      if (!unavailable) throw error
      // What took this connection away has most likely taken those that are idle as well: they are made anew.
      if (!(unavailable instanceof WorkerUnavailable)) this.#generation += 1
      throw unavailable
    }
  }
}

/** A table has changed under a prepared statement: this session cannot use it any more, a new one can. */
function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan')
}

function statementNames(): (text: string) => string {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= namedStatementLimit) return ''
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

const valueTypes = new pg.TypeOverrides()
const oid = { bigint: 20, bigintArray: 1016, date: 1082, dateArray: 1182, textArray: 1009 }
const parseTextArray = pg.types.getTypeParser(oid.textArray) as (text: string) => (string | null)[]
valueTypes.setTypeParser(oid.bigint, parseBigint)
valueTypes.setTypeParser(oid.bigintArray, (text: string) =>
  parseTextArray(text).map((item) => (item === null ? null : parseBigint(item))),
)
valueTypes.setTypeParser(oid.date, (text: string) => text)
valueTypes.setTypeParser(oid.dateArray, (text: string) => parseTextArray(text))

function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(
      `The database returned ${text}, more than a JavaScript number holds exactly. Read it as text (::text).`,
    )
  return value
}
