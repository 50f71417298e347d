import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#engine/declaration/actor.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { jobs } from '#app/server/jobs/index.ts'
import type { Job } from './job.ts'
import { requestRun } from './runs/planRuns.ts'
import { readJobs, readRuns } from './runs/readRuns.ts'
import { switchedOnJobs } from './switchedOnJobs.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'

const runsShown = 50

async function rootOf(request: FastifyRequest, context: AppContext): Promise<Actor> {
  const actor = await actorOf(request, context)
  if (!actor.root) throw new ApiError('user_must_be_root')
  return actor
}

/** A job that takes nothing is sent nothing. */
function readNothing(body: unknown): object {
  const [unknown] = Object.keys(body ?? {})
  if (unknown !== undefined) throw validationError([{ field: unknown.slice(0, 60), code: 'unknown_property' }])
  return {}
}

function jobOf(request: FastifyRequest): Job {
  const job = jobs.find(({ name }) => name === (request.params as { name: string }).name)
  if (!job) throw new ApiError('not_found')
  return job
}

/**
 * `GET /api/job` (each job with its last and next run), `GET /api/job/{name}` (its newest runs),
 * `POST /api/job/{name}/run` (run it now; `dailyClose` takes `{from, to}`), for root.
 * @param wake makes this server look for work at once.
 */
export function jobRoutes(app: FastifyInstance, context: AppContext, wake: () => void): void {
  app.get(
    '/api/job',
    { schema: { tags: ['job'], summary: 'Every job with its last and next run (root)' } },
    async (request, reply) => {
      await rootOf(request, context)
      reply.header('cache-control', 'no-store')
      return readJobs(context.database.db, {
        jobs: await switchedOnJobs(context.database.db, jobs),
        now: context.now(),
        zones: await allZones(context.database.db, context),
      })
    },
  )
  app.get(
    '/api/job/:name',
    { schema: { tags: ['job'], summary: 'The newest runs of a job (root)' } },
    async (request, reply) => {
      await rootOf(request, context)
      reply.header('cache-control', 'no-store')
      return readRuns(context.database.db, { name: jobOf(request).name, limit: runsShown })
    },
  )
  app.post(
    '/api/job/:name/run',
    { schema: { tags: ['job'], summary: 'Run a job now (root); dailyClose takes the days to close, from and to' } },
    async (request, reply) => {
      const actor = await rootOf(request, context)
      const job = jobOf(request)
      const { name } = job
      if ((await switchedOnJobs(context.database.db, [job])).length === 0) throw new ApiError('feature_off')
      const at = context.now()
      const input = (job.readInput ?? readNothing)(request.body, context)
      await context.database.clock.requireAgreement()
      const id = await inTransaction(context.database.db, async (db) => {
        const run = await requestRun(db, { name, now: at, requestedBy: actor.name, input })
        await logActivity(db, {
          actor,
          request: requestOrigin(request),
          operation: 'runJob',
          object: 'job',
          objectId: name,
          at,
          changes: Object.entries(input).map(([field, after]) => ({ field, before: null, after })),
        })
        return run
      })
      wake()
      reply.header('cache-control', 'no-store')
      return { id, name, state: 'waiting' }
    },
  )
}
