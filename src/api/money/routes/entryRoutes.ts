import type { FastifyInstance } from 'fastify'
import { resources } from '../../../../resources/index.ts'
import { requestOrigin } from '../../auth/requestOrigin.ts'
import type { AppContext } from '../../context.ts'
import { requireId, selectRecord } from '../../records/operations/read.ts'
import { lockLimits } from '../pay/dayLimits.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { adjustmentRoutes } from './adjustmentRoutes.ts'
import { confirmManualPayment, readManualPayment } from '../pay/confirmManualPayment.ts'
import { confirmManyPayments, readManyPayments } from '../pay/confirmManyPayments.ts'
import { explainEntry } from '../earn/explainEntry.ts'
import { withoutProof } from '../../auth/idempotency.ts'
import { inProvenTransaction } from '../../auth/provenTransaction.ts'
import { readAs } from '../../database/fence/openFence.ts'

interface WithId {
  Params: { id: string }
}

/**
 * What can be done with entries besides listing and reading them: confirm that one or several were paid by hand,
 * explain one, and write an adjustment that another person approves.
 */
export async function paymentRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  adjustmentRoutes(app, context)
  const present = () => ({ now: context.now(), zone: context.environment.businessTimeZone })

  app.post<WithId>('/api/entry/:id/payment', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const id = requireId(request.params.id)
    const origin = `${request.protocol}://${request.host}`
    const given = readManualPayment(withoutProof(request.body), present())
    const answer = await inProvenTransaction(context, { request, actor }, async (transaction) => {
      await lockLimits(transaction)
      await confirmManualPayment(transaction, { actor, id, given, present: present(), request: requestOrigin(request) })
      return (
        (await selectRecord({ context, actor, resource: resources.entry, origin }, id, transaction)) ??
        JSON.stringify({ id: Number(id) })
      )
    })
    return reply.type('application/json; charset=utf-8').send(answer)
  })

  app.post('/api/entry/payment', async (request, reply) => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const asked = readManyPayments(withoutProof(request.body), present())
    const answer = await inProvenTransaction(context, { request, actor }, async (transaction) => {
      await lockLimits(transaction)
      return JSON.stringify(
        await confirmManyPayments(transaction, {
          actor,
          ...asked,
          present: present(),
          request: requestOrigin(request),
        }),
      )
    })
    return reply.type('application/json; charset=utf-8').send(answer)
  })

  app.get<WithId>('/api/entry/:id/explain', async (request) => {
    const actor = await actorWithRoles(request, context, ['entryByAffiliate'])
    return explainEntry(readAs(context.database, actor, 'by day'), { actor, id: requireId(request.params.id) })
  })
}
