import type { FastifyInstance } from 'fastify'
import { isDay } from '#engine/values/calendar.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { inStepUpTransaction } from '#engine/auth/server/idempotency.ts'
import { listRates, readRates, writeRates } from './rates.ts'
import { todayOf } from '#engine/records/server/change.ts'

const firstDay = '2000-01-01'

/**
 * The register of dated exchange rates: `GET /api/rate` for whoever is signed in, `POST /api/rate` for root, since all
 * companies read by the same.
 */
export function currencyRoutes(app: FastifyInstance, context: AppContext): void {
  app.get<{ Querystring: { from?: string; to?: string } }>('/api/rate', async (request, reply) => {
    const actor = await actorOf(request, context)
    const today = todayOf(context, actor)
    const { from = firstDay, to = today } = request.query
    if (!isDay(from) || !isDay(to)) throw new ApiError('invalid_range')
    return reply
      .header('cache-control', 'no-store')
      .send(await listRates(readAs(context.database, actor), { from, to }))
  })

  app.post('/api/rate', async (request, reply) => {
    const actor = await actorOf(request, context)
    if (!actor.root) throw new ApiError('forbidden')
    const rates = readRates(withoutStepUpCode(request.body))
    const answer = await inStepUpTransaction(context, { request, actor }, async (db) => {
      await writeRates(db, rates, { actor, request: requestOrigin(request), at: context.now() })
      return JSON.stringify({ rates })
    })
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
  })
}
