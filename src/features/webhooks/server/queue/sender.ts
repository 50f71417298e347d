import { randomUUID } from 'node:crypto'
import type { AppContext } from '#engine/server/context.ts'
import { type LeasedTarget, leaseTargets } from './leaseTargets.ts'
import { fanOutSignals } from './fanOut.ts'
import { leaseMs, defaultTiming, type Sending, type Timing, drainTarget } from './drainTarget.ts'

/** Targets that a server works on at a time: quick ones, slow ones in places of their own, and all together. */
const places = { quick: 24, slow: 16, all: 120 } as const
/** Who has been worked on for so long gives up a quick place, whatever it was known as. */
const quickMs = 1_000

/** A target that is worked on. */
interface Work {
  readonly done: Promise<unknown>
  isSlow: boolean
}

/**
 * Sends signals from one server. Each target is worked on by itself, so that none waits for another: those that answer
 * slowly or not at all have places of their own, and leave a quick one within a second where nobody knew.
 */
export class SignalSender {
  readonly #context: AppContext
  readonly #by = randomUUID()
  readonly #stopping = new AbortController()
  readonly #working = new Set<Work>()
  readonly #ended: () => void
  readonly #failed: (error: unknown) => void
  readonly #timing: Timing
  readonly #call: Sending['call']

  /**
   * @param options.ended is called when a place is free again
   * @param options.timing tests have less time
   * @param options.call calls addresses; by itself over the network
   */
  constructor(
    context: AppContext,
    options: { failed: (error: unknown) => void; ended?: () => void; timing?: Timing; call?: Sending['call'] },
  ) {
    this.#context = context
    this.#failed = options.failed
    this.#ended = options.ended ?? (() => {})
    this.#timing = options.timing ?? defaultTiming
    this.#call = options.call
  }

  /** Spreads what happened, and begins to work on the targets that have something due. */
  async round(): Promise<number> {
    const { database, now } = this.#context
    await fanOutSignals(database, now)
    const count = (slow: boolean) => [...this.#working].filter(({ isSlow }) => isSlow === slow).length
    let begun = 0
    for (const slow of [false, true]) {
      const limit = Math.min(places[slow ? 'slow' : 'quick'] - count(slow), places.all - this.#working.size)
      const held = await leaseTargets(database.db, {
        by: this.#by,
        now: now(),
        untilMs: leaseMs(this.#timing),
        slow,
        limit,
      })
      for (const target of held) this.#begin(target)
      begun += held.length
    }
    return begun
  }

  /** Works until nothing is due. */
  async drain(): Promise<void> {
    while ((await this.round()) > 0 || this.#working.size > 0)
      if (this.#working.size > 0) await Promise.race([...this.#working].map(({ done }) => done))
  }

  /** Begins nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#working].map(({ done }) => done))
  }

  #begin(target: LeasedTarget): void {
    const sending = {
      context: this.#context,
      by: this.#by,
      signal: this.#stopping.signal,
      timing: this.#timing,
      ...(this.#call ? { call: this.#call } : {}),
    }
    const done = drainTarget(sending, target)
      .catch(this.#failed)
      .finally(() => {
        clearTimeout(patience)
        this.#working.delete(work)
        this.#ended()
      })
    const work: Work = { isSlow: target.isSlow, done }
    const patience = setTimeout(() => {
      work.isSlow = true
      this.#ended()
    }, quickMs)
    this.#working.add(work)
  }
}
