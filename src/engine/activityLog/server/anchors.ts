import { appendFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { outgoingTrace } from '#engine/server/tracing/tracing.ts'

/** A checkpoint is handed to a witness this often at most, while something is written. */
const handEveryMs = 60_000
const answerLimitMs = 10_000
/** A stopping server has ten seconds in all. */
const lastAnswerLimitMs = 2_000
const firstPauseMs = 5_000
const pauseMaxMs = 300_000

/**
 * What a witness was given, and when it is asked again. It is kept in memory, not in the database: whoever owns that
 * could keep checkpoints back.
 */
interface Handed {
  size: number
  tries: number
  nextAt: number
}

/** What witnesses need. */
export interface WitnessOptions {
  /** Paths of files, and addresses. */
  readonly targets: readonly string[]
  /** Takes one line for the server's log. */
  readonly warn: (line: string, error?: unknown) => void
  /** Milliseconds of a clock; tests set it. */
  readonly now?: () => number
}

async function send(target: string, note: string, limitMs: number): Promise<void> {
  if (!/^https?:\/\//.test(target)) return appendFile(target, `${note}\n`)
  const headers = { 'content-type': 'text/plain; charset=utf-8', ...outgoingTrace() }
  const signal = AbortSignal.timeout(limitMs)
  const answer = await fetch(target, { method: 'POST', body: note, headers, redirect: 'error', signal })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
}

/** Hands checkpoints to those who keep them where the database's owner cannot write. */
export class Witnesses {
  readonly #options: Required<WitnessOptions>
  readonly #handed: Map<string, Handed>
  #hasWarnedShorter = false

  constructor({ now = Date.now, ...options }: WitnessOptions) {
    this.#options = { now, ...options }
    this.#handed = new Map(options.targets.map((target) => [target, { size: 0, tries: 0, nextAt: 0 }]))
  }

  /**
   * Hands the newest checkpoint to each witness that does not have it and is due. What fails is tried again later,
   * after longer and longer pauses.
   * @param isLast whether the server stops: now or never.
   */
  async hand({ db }: Database, { isLast = false }: { isLast?: boolean } = {}): Promise<void> {
    if (this.#handed.size === 0) return
    const {
      rows: [newest],
    } = await sql<{
      size: number
      note: string
    }>`select size, note from log_checkpoint order by size desc limit 1`.execute(db)
    const size = newest?.size ?? 0
    this.#compare(size)
    const due = [...this.#handed].filter(
      ([, handed]) => size > handed.size && (isLast || this.#options.now() >= handed.nextAt),
    )
    const limitMs = isLast ? lastAnswerLimitMs : answerLimitMs
    await Promise.all(
      due.map(([target, handed]) => this.#handTo(target, handed, { size, note: newest!.note, limitMs })),
    )
  }

  async #handTo(
    target: string,
    handed: Handed,
    { size, note, limitMs }: { size: number; note: string; limitMs: number },
  ): Promise<void> {
    try {
      await send(target, note, limitMs)
      Object.assign(handed, { size, tries: 0, nextAt: this.#options.now() + handEveryMs })
    } catch (error) {
      const pauseMs = Math.min(firstPauseMs * 2 ** handed.tries, pauseMaxMs)
      Object.assign(handed, { tries: handed.tries + 1, nextAt: this.#options.now() + pauseMs })
      this.#options.warn(`the checkpoint of ${size} lines could not be handed to ${shown(target)}`, error)
    }
  }

  /** A log never gets shorter: where it is, somebody cut it while this server ran. */
  #compare(size: number): void {
    const longest = Math.max(...[...this.#handed.values()].map((handed) => handed.size))
    if (size >= longest || this.#hasWarnedShorter) return
    this.#hasWarnedShorter = true
    const what = `the activity log has ${size} lines and a witness holds a checkpoint of ${longest}`
    this.#options.warn(`${what}: it was cut; run verify-log with that checkpoint`)
  }
}

/** An address may carry a token in its query. */
function shown(target: string): string {
  return URL.canParse(target) ? new URL(target).origin : target
}
