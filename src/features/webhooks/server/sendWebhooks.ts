import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { withStatementTimeout } from '#engine/server/database/statementWatch.ts'
import { forgetLoop, SingleFlight, watchLoop } from '#engine/server/backgroundLoops.ts'
import { warnOfFailure } from '#engine/server/http/outageLog.ts'
import { SignalSender } from './queue/sender.ts'
import { signalRoutes } from './routes.ts'

/** How often this server looks for what is due. */
const roundMs = 1_000
const statementLimitMs = 15_000
const [roundLimitMs, lateMs] = [60_000, 45_000]
/** How long a stopping server waits for answers: what it leaves unsent another server sends, or the next start. */
const stopLimitMs = 2_000

/** Sends signals from the moment the server listens until it closes, and has the routes of targets beside records. */
export function sendSignals(app: FastifyInstance, context: AppContext): void {
  let timer: NodeJS.Timeout | undefined
  let stopped: Promise<unknown> | undefined
  const { database } = context
  const failed = (error: unknown) =>
    warnOfFailure({ database, log: app.log, error, message: 'signals could not be sent' })
  const sender = new SignalSender(context, { failed, ended: () => wake() })
  const rounds = new SingleFlight(() => withStatementTimeout(statementLimitMs, () => sender.round()).catch(failed), {
    deadlineMs: roundLimitMs,
  })
  const wake = () => {
    if (timer) void rounds.run()
  }
  signalRoutes(app, context, wake)
  app.addHook('onListen', async () => {
    timer = setInterval(wake, roundMs)
    watchLoop(database, 'signals', { ageMs: () => rounds.ageMs(), limitMs: lateMs })
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    timer = undefined
    forgetLoop(database, 'signals')
    stopped = Promise.race([
      Promise.all([rounds.underWay, sender.stop()]),
      pause(stopLimitMs, undefined, { ref: false }),
    ])
  })
  // Waited for at the end: jobs and whoever is still answered end beside it.
  app.addHook('onClose', () => stopped)
}
