import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/*
 * A connection can be lost without a word: a firewall forgets it, a machine behind it stops, a proxy keeps its own half
 * open. Nothing then ever ends the statement under way, TCP's own patience
 * is a quarter of an hour, and what waits for it (the lookup of links, the round of jobs) waits for good. So every
 * statement has a deadline here, on the side that waits. Long before it the database
 * is asked, over another connection, whether it still works on what takes so long; what it knows nothing of will never
 * be answered. A connection that passed either is destroyed, never handed out
 * again: an answer that comes after all would be taken for that of the next statement.
 */

/** How a pool watches its statements. */
export interface WatchOptions {
  /** How another connection is made, to ask over. */
  readonly probe: pg.ClientConfig
  /** A statement of this age is asked after. */
  readonly silentMs: number
  /** A statement of this age is given up, whatever the database says. */
  readonly deadlineMs: number
  /**
   * Whether the database can be asked: not behind a pooler, whose sessions are not the database's, nor where one
   * address leads to several servers.
   */
  readonly canAsk: boolean
}

interface Running {
  readonly sinceMs: number
  readonly deadlineMs: number
  /** How often in a row the database knew nothing of it. */
  unknown: number
}

/** So often the database must know nothing of a statement: its answer may just be on its way. */
const unknownMax = 2

const limits = new AsyncLocalStorage<number>()

/** Does `work` with a shorter deadline for each of its statements: what goes on beside requests must not wait long. */
export function withinEach<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  return limits.run(limitMs, work)
}

type Connected = pg.ClientBase & Pick<pg.Client, 'connection'> & { readonly processID: number | null }
/** Does `work` with the ordinary deadline again: what a hurried round begins may take its time. */
export function withOrdinaryDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return limits.run(Infinity, work)
}

const processOf = (client: pg.ClientBase) => (client as Connected).processID

/** Ends a connection at once, without a word to the other side; what is under way on it fails as lost. */
export function destroyConnection(client: pg.ClientBase): void {
  ;(client as Connected).connection.stream.destroy()
}

/**
 * Which of some sessions the database works for at this moment. Null where it cannot be told: the database answered
 * something else, or its sessions are not those that this side knows.
 */
async function workingOf(config: pg.ClientConfig, pids: readonly number[]): Promise<ReadonlySet<number> | null> {
  const client = new pg.Client(config)
  client.on('error', () => {}) // The statement under way fails with it.
  try {
    await client.connect()
    const text =
      "select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any($1::integer[]) and coalesce(state, '') not like 'idle%') as working"
    const {
      rows: [row],
    } = await client.query<{ own: number; working: number[] }>(text, [pids])
    return row!.own === processOf(client) ? new Set(row!.working) : null
  } catch (error) {
    return error instanceof pg.DatabaseError ? null : new Set()
  } finally {
    destroyConnection(client)
  }
}

/** Knows what is under way on the connections of one pool, and ends what will never be answered. */
export class StatementWatch {
  readonly #options: WatchOptions
  readonly #running = new Map<pg.ClientBase, Running>()
  #timer: NodeJS.Timeout | null = null
  #isAsking = false

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /**
   * Runs a statement on a connection, and destroys that where no answer comes.
   * @throws what the statement throws; that of a lost connection where it is given up
   */
  async during<Result>(client: pg.ClientBase, statement: () => Promise<Result>): Promise<Result> {
    this.#running.set(client, {
      sinceMs: Date.now(),
      deadlineMs: Math.min(this.#options.deadlineMs, limits.getStore() ?? Infinity),
      unknown: 0,
    })
    this.#timer ??= setInterval(() => this.#look(), this.#options.silentMs / 2).unref()
    try {
      return await statement()
    } finally {
      this.#running.delete(client)
    }
  }

  #look(): void {
    if (this.#running.size === 0) {
      clearInterval(this.#timer!)
      this.#timer = null
      return
    }
    const now = Date.now()
    const silent = [...this.#running].filter(([, { sinceMs }]) => now - sinceMs >= this.#options.silentMs)
    for (const [client, { sinceMs, deadlineMs }] of silent) if (now - sinceMs >= deadlineMs) destroyConnection(client)
    if (silent.length > 0 && this.#options.canAsk && !this.#isAsking) void this.#ask(silent)
  }

  async #ask(silent: readonly (readonly [pg.ClientBase, Running])[]): Promise<void> {
    this.#isAsking = true
    try {
      const working = await workingOf(
        this.#options.probe,
        silent.flatMap(([client]) => processOf(client) ?? []),
      )
      if (!working) return
      for (const [client, asked] of silent) {
        // Answered meanwhile; another statement may be under way on it.
        if (this.#running.get(client) !== asked) continue
        asked.unknown = working.has(processOf(client) ?? 0) ? 0 : asked.unknown + 1
        if (asked.unknown >= unknownMax) destroyConnection(client)
      }
    } finally {
      this.#isAsking = false
    }
  }
}
