import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { tellSandbox } from '../payouts/http/tellSandbox.ts'
import { jobs } from './definitions/index.ts'
import { JobRunner } from './jobRunner.ts'
import { jobRoutes } from './routes.ts'

/** How often this server looks for work. */
const roundMs = 1_000

/**
 * The product's own work: `GET /api/job`, `POST /api/job/{name}/run`, and the runner behind them. It works from the moment the server listens until it closes; a server that is only asked
 * from within (tests) runs nothing by itself.
 */
export function registerJobs(app: FastifyInstance, context: AppContext): void {
  const runner = new JobRunner({ context, jobs, log: app.log })
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | null = null
  const work = async () => {
    try {
      await runner.begin()
      await tellSandbox(context)
    } catch (error) {
      // The requests that need the database report it; the next round tries again.
      app.log.warn({ err: error }, 'jobs could not be begun')
    }
  }
  const round = () => {
    underWay ??= work().finally(() => {
      underWay = null
    })
  }
  const wake = () => {
    if (timer) round()
  }
  jobRoutes(app, context, wake)
  app.addHook('onListen', async () => {
    timer = setInterval(round, roundMs)
    round()
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    timer = undefined
    await underWay
    await runner.stop()
  })
}
