import type { FastifyInstance } from 'fastify'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { payoutGateways } from './chooseGateway.ts'
import { receiveWebhook } from './receiveWebhook.ts'
import { signatureHeader, timestampHeader } from './signature.ts'

/** What a gateway tells is short. */
const bodyLimit = 16_384
const schema = {
  tags: ['payment'],
  summary: 'The gateway tells what became of a payout, signed: {id, state, amount?, reason?}',
  security: [],
}

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? undefined : value)

/**
 * `POST /payouts/webhook`. The signature is over the bytes as they came, so the body is read as text.
 * @throws Error naming the remedy where a gateway of the environment cannot be used
 */
export async function webhookRoute(app: FastifyInstance, context: AppContext): Promise<void> {
  payoutGateways(context)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post('/payouts/webhook', { bodyLimit, schema }, async (request) => {
      const { [signatureHeader]: signature, [timestampHeader]: timestamp } = request.headers
      const body = typeof request.body === 'string' ? request.body : ''
      const call = { body, signature: header(signature), timestamp: header(timestamp) }
      return receiveWebhook(context, call, requestOrigin(request))
    })
  })
}
