import type { Database } from '#engine/server/database/connect.ts'

/*
 * What the server does beside requests goes round by round, one at a time: the lookup of links, the queue of clicks,
 * jobs, the sealing of the log. A round that never ends would hold all that come
 * after it, while every request is answered as if nothing were. So each tells its age, and `GET /ready` says them. A
 * server is not ready where a loop stands still that requests wait for; of the others it warns, and serves on: where they
 * cannot write, because the disk of the database is full or much else is written, they cannot on any other server.
 */

/** How one loop is at this moment. */
export interface LoopAge {
  /** How long ago its last round ended; of one that works only when it is asked, how long the round under way lasts. */
  readonly seconds: number
  /** Whether that is longer than it may be. */
  readonly isLate: boolean
  /** Whether requests wait for it, so that a server on which it is late cannot serve. */
  readonly blocksRequests: boolean
}

interface Watched {
  readonly ageMs: () => number
  readonly limitMs: number
  /** Whether requests wait for it. */
  readonly blocksRequests?: boolean
  /** How much waits for it in the memory of this server. */
  readonly size?: () => number
}

const watched = new WeakMap<Database, Map<string, Watched>>()

/**
 * Has the age of a loop of this server told by {@link loopAges}.
 * @param limitMs from which age on it is late
 */
export function watchLoop(database: Database, name: string, loop: Watched): void {
  const loops = watched.get(database) ?? new Map<string, Watched>()
  loops.set(name, loop)
  watched.set(database, loops)
}

/** Tells no more of a loop: it has been stopped. */
export function forgetLoop(database: Database, name: string): void {
  watched.get(database)?.delete(name)
}

/** How each loop of this server is, by its name. */
export function loopAges(database: Database): Readonly<Record<string, LoopAge>> {
  return Object.fromEntries(
    [...(watched.get(database) ?? [])].map(([name, { ageMs, limitMs, blocksRequests = false }]) => {
      const age = ageMs()
      return [name, { seconds: Math.round(age / 100) / 10, isLate: age > limitMs, blocksRequests }]
    }),
  )
}

/** How much waits for each loop that has a queue, by its name. */
export function loopSizes(database: Database): Readonly<Record<string, number>> {
  const queues = [...(watched.get(database) ?? [])].filter(([, { size }]) => size)
  return Object.fromEntries(queues.map(([name, { size }]) => [name, size!()]))
}

/**
 * Work of which there is one round at a time: who asks meanwhile gets the one under way. One that has passed its
 * deadline is given up, and the next begins beside it.
 */
export class SingleFlight {
  readonly #work: () => Promise<unknown>
  readonly #deadlineMs: number
  #underWay: { readonly done: Promise<unknown>; readonly sinceMs: number } | null = null
  #endedMs = Date.now()

  constructor(work: () => Promise<unknown>, { deadlineMs }: { deadlineMs: number }) {
    this.#work = work
    this.#deadlineMs = deadlineMs
  }

  /** Begins a round, or waits for the one under way. */
  run(): Promise<unknown> {
    if (this.#underWay && Date.now() - this.#underWay.sinceMs < this.#deadlineMs) return this.#underWay.done
    const round = { sinceMs: Date.now(), done: this.#work().finally(() => this.#ended(round)) }
    this.#underWay = round
    return round.done
  }

  /** The round under way, where there is one. */
  get underWay(): Promise<unknown> | null {
    return this.#underWay?.done ?? null
  }

  /** Since when no round has ended. */
  ageMs(): number {
    return Date.now() - this.#endedMs
  }

  #ended(round: unknown): void {
    this.#endedMs = Date.now()
    if (this.#underWay === round) this.#underWay = null
  }
}
