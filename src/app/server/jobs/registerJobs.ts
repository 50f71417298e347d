import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { withStatementTimeout } from '#engine/server/database/statementWatch.ts'
import { forgetLoop, SingleFlight, watchLoop } from '#engine/server/backgroundLoops.ts'
import { noteAnswer, warnOfFailure } from '#engine/server/http/outageLog.ts'
import { deliverSandboxWebhooks } from '#features/payouts/server/disbursement/deliverSandboxWebhooks.ts'
import { jobs } from './index.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import { jobRoutes } from '#engine/jobs/server/routes.ts'

/** How often this server looks for work. */
const roundMs = 1_000
/**
 * How long one statement of a round may take: it plans and takes runs, which is quick. The runs themselves have the
 * ordinary deadline.
 */
const statementLimitMs = 15_000
/** A round of this age is given up, and the next begins. */
const roundLimitMs = 60_000
/** From this age on the server is not ready. */
const lateMs = 45_000
/** How long a stopping server waits for the round under way. */
const stopLimitMs = 1_000

/**
 * The product's own work: `GET /api/job`, `POST /api/job/{name}/run`, and the runner behind them. It works from the
 * moment the server listens until it closes; a server that is only asked
 * from within (tests) runs nothing by itself.
 */
export function registerJobs(app: FastifyInstance, context: AppContext): void {
  const runner = new JobRunner({ context, jobs, log: app.log })
  let timer: NodeJS.Timeout | undefined
  const work = async () => {
    try {
      await withStatementTimeout(statementLimitMs, async () => {
        await runner.begin()
        await deliverSandboxWebhooks(context)
      })
      noteAnswer(context.database, app.log)
    } catch (error) {
      // The requests that need the database report it; the next round tries again.
      warnOfFailure({ database: context.database, log: app.log, error, message: 'jobs could not be begun' })
    }
  }
  const rounds = new SingleFlight(work, { deadlineMs: roundLimitMs })
  const round = () => void rounds.run()
  const wake = () => {
    if (timer) round()
  }
  jobRoutes(app, context, wake)
  app.addHook('onListen', async () => {
    timer = setInterval(round, roundMs)
    round()
    watchLoop(context.database, 'jobs', { ageMs: () => rounds.ageMs(), limitMs: lateMs })
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    timer = undefined
    forgetLoop(context.database, 'jobs')
    await Promise.race([rounds.underWay, pause(stopLimitMs, undefined, { ref: false })])
    await runner.stop()
  })
}
