import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../database/connect.ts'
import { withinEach } from '../database/statementWatch.ts'
import type { IncomingEvent } from '../ingest/record/incomingEvent.ts'
import { recordEvents } from '../ingest/record/recordEvents.ts'
import type { IngestBrand } from '../ingest/record/writer.ts'

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

  /** How long what waits longest has not been written, in milliseconds; 0 where nothing waits. */
  ageMs(): number {
    return this.#waiting.length === 0 ? 0 : Date.now() - this.#waitingSinceMs
  }

  /**
   * Takes a click; waits for the database only where the queue is full.
   * @throws what writing throws, where it is full and nothing can be written
   */
  async add(click: QueuedClick): Promise<void> {
    while (this.#waiting.length >= this.#capacity) await this.flush()
    if (this.#waiting.length === 0) this.#waitingSinceMs = Date.now()
    this.#waiting.push(click)
    // A visit that was under way when the server began to end: nobody comes after it to write it.
    if (this.#isClosed) return this.flush()
    this.#timer ??= setTimeout(() => this.#flushInBackground(), flushAfterMs)
  }

  /** Writes everything that waits now. @throws what writing throws; what was not written waits on */
  async flush(): Promise<void> {
    while (this.#flushing) await this.#flushing
    this.#flushing = withinEach(statementLimitMs, () => this.#writeAll())
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
    let left = this.#waiting.length
    while (left > 0) {
      const batch = this.#waiting.slice(0, Math.min(left, batchSize))
      await this.#write(batch)
      left -= batch.length
    }
  }

  /** A brand's clicks leave the queue when they are committed; ids make a second try harmless. */
  async #write(batch: readonly QueuedClick[]): Promise<void> {
    const byBrand = new Map<number, QueuedClick[]>()
    for (const click of batch) {
      const known = byBrand.get(click.brand.id)
      if (known) known.push(click)
      else byBrand.set(click.brand.id, [click])
    }
    for (const clicks of byBrand.values()) {
      await recordEvents({
        database: this.#database,
        brand: clicks[0]!.brand,
        events: clicks.map(({ event }) => event),
        visits: true,
      })
    }
    this.#waiting.splice(0, batch.length)
    this.#waitingSinceMs = Date.now()
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
