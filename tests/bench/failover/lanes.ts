import { setTimeout as pause } from 'node:timers/promises'

/** Somebody who asks again and again, and how it goes. */
export interface Lane {
  readonly name: string
  /** How many were answered as they should be. */
  readonly answered: number
  /** How many were not, or not in time. */
  readonly failed: number
  /** Failures of each kind. */
  readonly failures: ReadonlyMap<string, number>
  /** How long after a moment the first answer came after which nothing failed any more; null where none has come. */
  backAfterMs(sinceMs: number): number | null
  /** For how long nothing has failed. */
  wellForMs(): number
  stop(): Promise<void>
}

/** Long enough for what a database that fails over makes people wait, short enough to count as a failure. */
export const patienceMs = 10_000

interface LaneOptions {
  readonly name: string
  /** How many at once. */
  readonly width: number
  /** Between an answer and the next question. */
  readonly restMs: number
  /** @returns null where all is well, else what is not */
  readonly once: () => Promise<string | null>
}

/** Asks until it is stopped. */
export function startLane({ name, width, restMs, once }: LaneOptions): Lane {
  const failures = new Map<string, number>()
  const counts = { answered: 0, failed: 0 }
  const [moments, begunMs] = [{ lastFailureMs: 0, firstGoodMs: Date.now() as number | null }, Date.now()]
  let isOver = false
  const note = (failure: string | null) => {
    if (failure === null) {
      counts.answered += 1
      moments.firstGoodMs ??= Date.now()
      return
    }
    counts.failed += 1
    failures.set(failure, (failures.get(failure) ?? 0) + 1)
    moments.lastFailureMs = Date.now()
    moments.firstGoodMs = null
  }
  const lanes = Array.from({ length: width }, async () => {
    while (!isOver) {
      note(await once().catch((error: unknown) => (error instanceof Error ? error.message : String(error))))
      await pause(restMs)
    }
  })
  return {
    name,
    failures,
    get answered() {
      return counts.answered
    },
    get failed() {
      return counts.failed
    },
    backAfterMs: (sinceMs) =>
      moments.lastFailureMs < sinceMs ? 0 : moments.firstGoodMs === null ? null : moments.firstGoodMs - sinceMs,
    wellForMs: () => (moments.firstGoodMs === null ? 0 : Date.now() - Math.max(moments.lastFailureMs, begunMs)),
    async stop() {
      isOver = true
      await Promise.all(lanes)
    },
  }
}
