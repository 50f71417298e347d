import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { withStatementTimeout } from '#engine/server/database/statementWatch.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { Witnesses } from '#engine/activityLog/server/anchors.ts'
import { forgetLoop, SingleFlight, watchLoop } from '#engine/server/backgroundLoops.ts'
import { warnOfFailure } from '#engine/server/http/outageLog.ts'
import { forgetOldChanges } from './query/rememberedTotals.ts'

const sealEveryMs = 5_000
const forgetEveryMs = 3_600_000
/** How long one statement that seals may take. */
const statementLimitMs = 30_000
/** A round of this age is given up, and the next begins: whoever seals holds a lock, so that two do no harm. */
const roundLimitMs = 120_000
/** From this age on the server is not ready. */
const lateMs = 90_000
/** How long a stopping server waits for the last rounds; the whole stop has ten seconds. */
const lastLimitMs = 1_500

/**
 * While the server runs: seals new lines of the activity log every few seconds and hands checkpoints to witnesses, and
 * once more when it stops;
 * forgets old changes every hour.
 */
export function cleanUpRecords(app: FastifyInstance, { database, environment }: AppContext): void {
  let hasEnded = false
  const warn = (line: string, error?: unknown) => {
    // What a stop did not wait for ends with its connections: the next start seals it.
    if (hasEnded) return
    if (error === undefined) app.log.warn(line)
    else warnOfFailure({ database, log: app.log, error, message: line })
  }
  const witnesses = new Witnesses({ targets: environment.logWitnesses, warn })
  // A database that cannot be reached now is reported by the requests that need it; the next round does what is left.
  const sealing = new SingleFlight(
    () =>
      withStatementTimeout(statementLimitMs, () => sealActivityLog(database)).catch((error: unknown) =>
        warn('the activity log could not be sealed', error),
      ),
    { deadlineMs: roundLimitMs },
  )
  const hand = async (isLast: boolean) => {
    await witnesses
      .hand(database, { isLast })
      .catch((error: unknown) => warn('checkpoints could not be handed to witnesses', error))
  }
  const handing = new SingleFlight(() => withStatementTimeout(statementLimitMs, () => hand(false)), {
    deadlineMs: roundLimitMs,
  })
  const timer = setInterval(() => void sealing.run().then(() => handing.run()), sealEveryMs)
  const forgetting = setInterval(() => {
    forgetOldChanges(database).catch((error: unknown) => warn('old changes could not be forgotten', error))
  }, forgetEveryMs)
  for (const each of [timer, forgetting]) each.unref()
  app.addHook('onListen', async () => watchLoop(database, 'sealing', { ageMs: () => sealing.ageMs(), limitMs: lateMs }))
  app.addHook('onClose', async () => {
    forgetLoop(database, 'sealing')
    for (const each of [timer, forgetting]) clearInterval(each)
    // The round under way may have begun before the last line was written.
    const last = async () => {
      await sealing.run()
      await sealing.run()
      await hand(true)
    }
    await Promise.race([last(), pause(lastLimitMs, undefined, { ref: false })])
    hasEnded = true
  })
}
