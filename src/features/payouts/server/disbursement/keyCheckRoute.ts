import type { FastifyInstance, FastifyRequest } from 'fastify'
import { documentType, paymentKeyType } from '#resources/choices.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { KeyCheckAnswer } from '../../answers/keyCheck.ts'
import { choice, document, paymentKey, text } from '#engine/declaration/fields/index.ts'
import type { DocumentType } from '#engine/values/documents/documents.ts'
import { maskPaymentKey, type PaymentKeyType } from '#engine/values/documents/paymentKeys.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { parseBody } from '#engine/server/http/bodies.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { newValues } from '#engine/records/server/change.ts'
import { limiterOf, consumePoints } from '#engine/server/rateLimit/limiters.ts'
import { gatewayOfCompany, payoutGateways } from './chooseGateway.ts'
import { verdictOnKeyOwner } from './keyOwnershipCheck.ts'

/** Whoever types keys asks now and then; who asks more often looks people up. */
const limits = [
  { name: 'keyCheck', points: 30, seconds: 60 },
  { name: 'keyCheckDay', points: 500, seconds: 86_400 },
] as const

const asked = {
  name: text({ required: true, max: 120 }),
  documentType: choice(documentType),
  document: document({ kindFrom: 'documentType' }),
  paymentKeyType: choice(paymentKeyType, { required: true }),
  paymentKey: paymentKey({ kindFrom: 'paymentKeyType', required: true }),
}

interface Asked {
  readonly name: string
  readonly documentType: DocumentType | null
  readonly document: string | null
  readonly paymentKeyType: PaymentKeyType
  readonly paymentKey: string
}

/** Who asked about which key, before it is asked: the key masked, and not the person, who may be in no record of ours. */
async function logQuestion(
  { database, now }: AppContext,
  { actor, request, key, keyType }: { actor: Actor; request: FastifyRequest; key: string; keyType: PaymentKeyType },
): Promise<void> {
  await inTransaction(database.db, (db) =>
    logActivity(db, {
      actor,
      request: requestOrigin(request),
      operation: 'checkKey',
      ...(actor.userId === null
        ? { object: 'partner', objectId: actor.partner! }
        : { object: 'user', objectId: actor.userId }),
      changes: newValues({ paymentKeyType: keyType, paymentKey: maskPaymentKey({ type: keyType, value: key }) }),
      at: now(),
    }),
  )
}

/** `POST /api/payment/key_check`: whose a payment key is, as the gateway says; asked while it is typed. */
export function keyCheckRoute(app: FastifyInstance, context: AppContext): void {
  const schema = { tags: ['payment'], summary: 'Ask the payout gateway whether a payment key is of whoever is named' }
  app.post('/api/payment/key_check', { schema }, async (request): Promise<KeyCheckAnswer> => {
    const actor = await actorWithRoles(request, context, ['financial'])
    const {
      paymentKey: key,
      paymentKeyType: keyType,
      name,
      ...person
    } = parseBody(asked, request.body) as unknown as Asked
    for (const limit of limits) {
      const retryAfterSeconds = await consumePoints(limiterOf(context, limit), String(actor.userId))
      if (retryAfterSeconds !== null) throw new ApiError('too_many_requests', { extra: { retryAfterSeconds } })
    }
    await logQuestion(context, { actor, request, key, keyType })
    const gateway = payoutGateways(context).get(await gatewayOfCompany(context, context.database.db, actor.company))
    if (!gateway) return { verdict: 'unchecked', differs: [] }
    const question = { key, keyType, name, ...person }
    const verdict = verdictOnKeyOwner(await gateway.checkKey(question), question)
    const differs = verdict.kind === 'wrong' ? verdict.differs.split(', ') : []
    return { verdict: verdict.kind, differs: differs as KeyCheckAnswer['differs'] }
  })
}
