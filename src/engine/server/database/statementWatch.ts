import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type AskDatabase, destroyConnection, type Unanswered } from './askDatabase.ts'

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
  /** How the database is asked; null where one address leads to several servers, so that it cannot be. */
  readonly ask: AskDatabase | null
}

interface Running extends Unanswered {
  readonly sinceMs: number
  readonly deadlineMs: number
  /** How often in a row the database knew nothing of it. */
  unknown: number
}

/** So often the database must know nothing of a statement: its answer may just be on its way. */
const unknownMax = 2

const limits = new AsyncLocalStorage<number>()

/** Does `work` with a shorter deadline for each of its statements: what goes on beside requests must not wait long. */
export function withStatementTimeout<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  return limits.run(limitMs, work)
}

/** The answer of `work` on the database, or an error after `limitMs`, also where no connection comes free. */
export const answeredWithin = <Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> =>
  Promise.race([
    withStatementTimeout(limitMs, work),
    pause(limitMs, undefined, { ref: false }).then(() => {
      throw new Error('The database did not answer in time.')
    }),
  ])

/** Does `work` with the ordinary deadline again: what a hurried round begins may take its time. */
export function withOrdinaryDeadline<Result>(work: () => Promise<Result>): Promise<Result> {
  return limits.run(Infinity, work)
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
  async during<Result>({ client, text }: Unanswered, statement: () => Promise<Result>): Promise<Result> {
    this.#running.set(client, {
      client,
      text,
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
    const { ask } = this.#options
    if (silent.length > 0 && ask && !this.#isAsking)
      void this.#ask(
        ask,
        silent.map(([, running]) => running),
      )
  }

  async #ask(ask: AskDatabase, silent: readonly Running[]): Promise<void> {
    this.#isAsking = true
    try {
      const isWorkedOn = await ask(this.#options.probe, silent)
      if (!isWorkedOn) return
      for (const asked of silent) {
        // Answered meanwhile; another statement may be under way on it.
        if (this.#running.get(asked.client) !== asked) continue
        asked.unknown = isWorkedOn(asked) ? 0 : asked.unknown + 1
        if (asked.unknown >= unknownMax) destroyConnection(asked.client)
      }
    } finally {
      this.#isAsking = false
    }
  }
}
