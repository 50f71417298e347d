import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requireEmptyBody } from '#engine/server/http/bodies.ts'
import { readReason } from '#features/commission/server/moneyWrite.ts'
import { currentBusinessTime } from '#engine/records/server/change.ts'
import { type CodeDecision, decidePromoCode } from './promoCodes.ts'

/** What is decided about codes that affiliates ask for. */
export function promoCodeRoutes(app: FastifyInstance, context: AppContext): void {
  const decide = async (request: FastifyRequest, read: () => Omit<CodeDecision, 'id'>) => {
    const actor = await actorOf(request, context)
    if (!can({ actor, resource: resources.promoCode, operation: 'update' })) throw new ApiError('forbidden')
    const change = { actor, request: requestOrigin(request), ...currentBusinessTime(context) }
    const decision = { id: parseIdParam(request.params), ...read() }
    await inTransaction(context.database.db, (db) => decidePromoCode({ db, ...change }, decision))
    return { state: decision.state }
  }
  app.post('/api/promoCode/:id/approve', (request) =>
    decide(request, () => {
      requireEmptyBody(request.body)
      return { state: 'active', reason: null }
    }),
  )
  app.post('/api/promoCode/:id/decline', (request) =>
    decide(request, () => ({ state: 'refused', reason: readReason(request.body) })),
  )
}
