import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resources } from '../../../resources/index.ts'
import type { Actor } from '../../config/actor.ts'
import type { RoleName } from '../../config/names.ts'
import { actorOf } from '../auth/authenticate.ts'
import { requestOrigin } from '../auth/requestOrigin.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { requireId, selectRecord } from '../records/operations/read.ts'
import { seesAll } from '../records/scope.ts'
import { lockLimits } from '../payouts/approval/dayLimits.ts'
import { confirmManualPayment, readManualPayment } from './entries/confirmManualPayment.ts'
import { confirmManyPayments, readManyPayments } from './entries/confirmManyPayments.ts'
import { explainEntry } from './explain/explainEntry.ts'
import { withoutProof } from './idempotency.ts'
import { inProvenTransaction } from './provenTransaction.ts'
import { readAs } from '../database/fence/openFence.ts'

interface WithId { Params: { id: string } }

/** Who asks, holding all of some roles; 403 where one is missing. */
export async function actorWithRoles(request: FastifyRequest, context: AppContext, roles: readonly RoleName[]): Promise<Actor> {
  const actor = await actorOf(request, context)
  if (!seesAll(actor) && !roles.every((role) => actor.roles.has(role))) throw new ApiError('forbidden')
  return actor
}

/** What can be done with entries besides listing and reading them: confirm that one or several were paid by hand, and explain one. */
export async function paymentRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const present = () => ({ now: context.now(), zone: context.environment.businessTimeZone })

  app.post<WithId>('/api/entry/:id/payment', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const id = requireId(request.params.id)
    const origin = `${request.protocol}://${request.host}`
    const given = readManualPayment(withoutProof(request.body), present())
    const answer = await inProvenTransaction(context, { request, actor }, async (transaction) => {
      await lockLimits(transaction)
      await confirmManualPayment(transaction, { actor, id, given, present: present(), request: requestOrigin(request) })
      return await selectRecord({ context, actor, resource: resources.entry, origin }, id, transaction) ?? JSON.stringify({ id: Number(id) })
    })
    return reply.type('application/json; charset=utf-8').send(answer)
  })

  app.post('/api/entry/payment', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const asked = readManyPayments(withoutProof(request.body), present())
    const answer = await inProvenTransaction(context, { request, actor }, async (transaction) => {
      await lockLimits(transaction)
      return JSON.stringify(await confirmManyPayments(transaction, { actor, ...asked, present: present(), request: requestOrigin(request) }))
    })
    return reply.type('application/json; charset=utf-8').send(answer)
  })

  app.get<WithId>('/api/entry/:id/explain', async (request) => {
    const actor = await actorWithRoles(request, context, ['entryByAffiliate'])
    return explainEntry(readAs(context.database, actor, 'by day'), { actor, id: requireId(request.params.id) })
  })
}
