import { type Kysely, sql } from 'kysely'
import { ApiError } from '#engine/server/http/errors.ts'
import { firstRow } from './rows.ts'

/** From this difference on nothing is closed and nothing is paid. */
export const clockLimitSeconds = 60

/**
 * The present moment by the database's clock, as this server knows it. What money depends on is dated by it, so that a
 * server whose own clock is wrong neither closes days that are still to come nor pays before their time.
 */
export class DatabaseClock {
  readonly #db: Kysely<any>
  readonly #serverMs: () => number
  #aheadMs: number | null = null

  /** @param serverMs the server's own clock, in milliseconds since 1970; tests set it. */
  constructor(db: Kysely<any>, serverMs: () => number = Date.now) {
    this.#db = db
    this.#serverMs = serverMs
  }

  /** The present moment; the server's own clock where the two were never compared. */
  readonly now = (): Date => new Date(this.#serverMs() - (this.#aheadMs ?? 0))

  /** By how much the server's clock was ahead when they were last compared; negative: behind, null: never compared. */
  get aheadSeconds(): number | null {
    return this.#aheadMs === null ? null : this.#aheadMs / 1000
  }

  /** Compares both clocks. What the question itself may have taken counts as no difference. */
  async compare(): Promise<void> {
    const askedMs = this.#serverMs()
    const asked = sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
    const { ms } = (await firstRow(this.#db, asked))!
    this.#aheadMs = Math.min(0, this.#serverMs() - ms) + Math.max(0, askedMs - ms)
  }

  /** Compares both clocks. @returns by how many seconds they differ, where that is too much for money; else null */
  async secondsApart(): Promise<number | null> {
    await this.compare()
    const seconds = Math.abs(this.aheadSeconds!)
    return seconds > clockLimitSeconds ? Math.round(seconds) : null
  }

  /** @throws ApiError `clocks_apart` where the clocks differ by too much for money */
  async requireAgreement(): Promise<void> {
    const seconds = await this.secondsApart()
    if (seconds !== null) throw new ApiError('clocks_apart', { values: { seconds } })
  }
}
