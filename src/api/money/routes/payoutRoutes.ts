import type { FastifyInstance } from 'fastify'
import { requestOrigin } from '../../auth/requestOrigin.ts'
import type { AppContext } from '../../context.ts'
import { payoutGateway } from '../send/chooseGateway.ts'
import { signatureHeader, timestampHeader } from '../send/signature.ts'
import { payoutPaymentRoutes } from './paymentRoutes.ts'
import { receiveWebhook } from '../send/receiveWebhook.ts'
import { ownerRoutes } from './ownerRoutes.ts'
import { reconciliationRoutes } from './reconciliationRoutes.ts'

/** What a gateway tells is short. */
const webhookLengthMax = 16_384
const schema = {
  tags: ['payment'],
  summary: 'The gateway tells what became of a payout, signed: {id, state, amount?, reason?}',
  security: [],
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? undefined : value
}

/** `POST /payouts/webhook`. The signature is over the bytes as they came, so the body is read as text. */
async function webhookRoute(scope: FastifyInstance, context: AppContext): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  scope.post('/payouts/webhook', { bodyLimit: webhookLengthMax, schema }, async (request, reply) => {
    const { [signatureHeader]: signature, [timestampHeader]: timestamp } = request.headers
    const body = typeof request.body === 'string' ? request.body : ''
    const answer = await receiveWebhook(
      context,
      { body, signature: header(signature), timestamp: header(timestamp) },
      requestOrigin(request),
    )
    return reply.header('cache-control', 'no-store').send(answer)
  })
}

/**
 * Automatic payments: pay now, approval, the gateway's webhook, reconciliation.
 * @throws Error naming the remedy where the gateway of the environment cannot be used
 */
export async function payoutRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  payoutGateway(context)
  await app.register(async (scope) => webhookRoute(scope, context))
  ownerRoutes(app, context)
  payoutPaymentRoutes(app, context)
  reconciliationRoutes(app, context)
}
