import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#engine/server/database/connect.ts'
import { withStatementTimeout } from '#engine/server/database/statementWatch.ts'
import { WorkerUnavailable } from '#engine/server/database/unavailable.ts'
import type { IncomingEvent } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import type { IngestBrand } from '#features/activity/server/write/ingestContext.ts'

/** A visit that waits to be written. */
export interface QueuedClick {
  readonly brand: IngestBrand
  readonly event: IncomingEvent
}

const flushAfterMs = 50
const batchSize = 2_000
const pauseLimitMs = 2_000
/** How long one statement that writes clicks may take. */
const statementLimitMs = 30_000

/**
 * Clicks on their way to the database: many visits share one transaction. Bounded: when it is full, who comes next
 * waits until there is room, so
 * nothing is ever dropped. What it holds is written before the server ends (`close`).
 */
export class ClickQueue {
  readonly #database: Pick<Database, 'db'>
  readonly #capacity: number
  readonly #onError: (error: unknown) => void
  #waiting: QueuedClick[] = []
  #waitingSinceMs = 0
  /** Brands whose clicks cannot be written because the node that their events lie on is away. */
  readonly #held = new Set<number>()
  #flushing: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor({
    database,
    capacity = 10_000,
    onError = () => {},
  }: {
    database: Pick<Database, 'db'>
    capacity?: number
    onError?: (error: unknown) => void
  }) {
    this.#database = database
    this.#capacity = capacity
    this.#onError = onError
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.length
  }

  /**
   * How long what waits longest has not been written, in milliseconds; 0 where nothing waits. What waits for a node
   * that is away is no fault of this server, which serves everything else.
   */
  ageMs(): number {
    return this.#waiting.length === this.#heldBack(true) ? 0 : Date.now() - this.#waitingSinceMs
  }

  /** How many wait for a node that is away; how many do not. */
  #heldBack(isHeld: boolean): number {
    if (this.#held.size === 0) return isHeld ? 0 : this.#waiting.length
    return this.#waiting.filter(({ brand }) => this.#held.has(brand.id) === isHeld).length
  }

  /** Full for the brands of a node that is away, it is not full for others. */
  #isFullFor({ brand }: QueuedClick): boolean {
    return this.#waiting.length >= this.#capacity && this.#heldBack(this.#held.has(brand.id)) >= this.#capacity
  }

  /**
   * Takes a click; waits for the database only where the queue is full.
   * @throws what writing throws, where it is full and nothing can be written
   */
  async add(click: QueuedClick): Promise<void> {
    while (this.#isFullFor(click))
      await this.flush().catch((error: unknown) => {
        if (this.#isFullFor(click)) throw error
      })
    if (this.#waiting.length === 0) this.#waitingSinceMs = Date.now()
    this.#waiting.push(click)
    // A visit that was under way when the server began to end: nobody comes after it to write it.
    if (this.#isClosed) return this.flush()
    this.#timer ??= setTimeout(() => this.#flushInBackground(), flushAfterMs)
  }

  /** Writes everything that waits now. @throws what writing throws; what was not written waits on */
  async flush(): Promise<void> {
    // What writing before this one throws is for who asked for that.
    while (this.#flushing) await this.#flushing.catch(() => {})
    this.#flushing = withStatementTimeout(statementLimitMs, () => this.#writeAll())
    try {
      await this.#flushing
    } finally {
      this.#flushing = null
    }
  }

  /**
   * Writes what is left; tries again while the database is away, until the time is over.
   * @throws the last error where something is left all the same
   */
  async close({ limitMs = 5_000 }: { limitMs?: number } = {}): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    const end = Date.now() + limitMs
    for (let waitMs = 50; ; waitMs *= 2) {
      try {
        return await this.flush()
      } catch (error) {
        this.#onError(error)
        if (Date.now() + waitMs > end) throw error
        await pause(waitMs)
      }
    }
  }

  async #writeAll(): Promise<void> {
    const passed = new Set<QueuedClick>()
    let away: WorkerUnavailable | null = null
    let left = this.#waiting.length
    while (left > 0) {
      const batch = this.#waiting.filter((click) => !passed.has(click)).slice(0, Math.min(left, batchSize))
      left -= batch.length
      away = (await this.#write(batch, passed)) ?? away
    }
    if (away) throw away
  }

  /**
   * A brand's clicks leave the queue when they are committed; ids make a second try harmless.
   * @param passed takes those that wait on, because the node they belong to is away; others do not wait for it
   */
  async #write(batch: readonly QueuedClick[], passed: Set<QueuedClick>): Promise<WorkerUnavailable | null> {
    let away: WorkerUnavailable | null = null
    for (const [id, clicks] of Map.groupBy(batch, ({ brand }) => brand.id)) {
      try {
        await this.#record(clicks)
        this.#held.delete(id)
      } catch (error) {
        if (!(error instanceof WorkerUnavailable)) throw error
        away = error
        this.#held.add(id)
        for (const click of clicks) passed.add(click)
      }
    }
    const written = new Set(batch.filter((click) => !passed.has(click)))
    this.#waiting = this.#waiting.filter((click) => !written.has(click))
    this.#waitingSinceMs = Date.now()
    return away
  }

  async #record(clicks: readonly QueuedClick[]): Promise<void> {
    await recordEvents({
      database: this.#database,
      brand: clicks[0]!.brand,
      events: clicks.map(({ event }) => event),
      visits: true,
    })
  }

  #flushInBackground(retryMs = flushAfterMs): void {
    this.#timer = null
    this.flush().then(
      () => {
        if (this.#waiting.length > 0 && !this.#isClosed)
          this.#timer ??= setTimeout(() => this.#flushInBackground(), flushAfterMs)
      },
      (error: unknown) => {
        this.#onError(error)
        const nextMs = Math.min(retryMs * 2, pauseLimitMs)
        if (!this.#isClosed) this.#timer ??= setTimeout(() => this.#flushInBackground(nextMs), nextMs)
      },
    )
  }
}
