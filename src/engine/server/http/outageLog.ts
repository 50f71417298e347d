import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#engine/server/database/connect.ts'
import { DatabaseUnavailable, WorkerUnavailable } from '#engine/server/database/unavailable.ts'

/*
 * While the database is away every request and every loop fails, and each would write a stack that says the same. It is
 * said once, with the reason, and once more when it is over.
 */

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>

interface Outage {
  readonly sinceMs: number
  failures: number
}

const outages = new WeakMap<Database, Outage>()

/** When it was last said that a node is away: what lies elsewhere answers meanwhile, so that nothing tells of its end. */
const saidOfWorkers = new WeakMap<Database, number>()
const sayAgainMs = 60_000

/** When something was last refused because the disk of the database is full. */
const diskFullMs = new WeakMap<Database, number>()
const diskFull = '53100'
/** What tries to write does so at least that often. */
const rememberedMs = 60_000

/** Notes what a statement failed with, where it says that the disk of the database is full. */
export function noteFailure(database: Database, error: unknown): void {
  if ((error as { code?: unknown } | null)?.code === diskFull) diskFullMs.set(database, Date.now())
}

/** Whether something could not be written within the last minute because the disk of the database is full. */
export function isDiskFull(database: Database): boolean {
  return Date.now() - (diskFullMs.get(database) ?? -Infinity) < rememberedMs
}

function reasonOf({ cause }: DatabaseUnavailable): string {
  return cause instanceof Error
    ? cause.message || String((cause as { code?: unknown }).code ?? cause.name)
    : String(cause)
}

function warnOfWorker(database: Database, log: Log, error: WorkerUnavailable): void {
  const said = saidOfWorkers.get(database)
  if (said !== undefined && Date.now() - said < sayAgainMs) return
  saidOfWorkers.set(database, Date.now())
  log.warn({ reason: reasonOf(error) }, 'a node of the database is unavailable; this is said once a minute')
}

/** Writes down that something failed: one line an outage where the database is away, else what failed and how. */
export function warnOfFailure({
  database,
  log,
  error,
  message,
}: {
  database: Database
  log: Log
  error: unknown
  message: string
}): void {
  noteFailure(database, error)
  if (!(error instanceof DatabaseUnavailable)) return log.warn({ err: error }, message)
  if (error instanceof WorkerUnavailable) return warnOfWorker(database, log, error)
  const outage = outages.get(database)
  if (outage) {
    outage.failures += 1
    return
  }
  outages.set(database, { sinceMs: Date.now(), failures: 1 })
  log.warn({ reason: reasonOf(error) }, 'the database is unavailable; this is said once, until it answers again')
}

/** Says that an outage is over, where there was one. */
export function noteAnswer(database: Database, log: Log): void {
  const outage = outages.get(database)
  if (!outage) return
  outages.delete(database)
  log.info(
    { seconds: Math.round((Date.now() - outage.sinceMs) / 1000), failures: outage.failures },
    'the database answers again',
  )
}
