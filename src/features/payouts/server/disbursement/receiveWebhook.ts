import { z } from 'zod'
import { compareMoney } from '#engine/values/money.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { notTooDeep } from '#engine/server/http/jsonDepth.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import type { Reason } from '#engine/declaration/messageCodes.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { payoutGateways } from './chooseGateway.ts'
import type { PayoutStatus, WebhookCall } from './payoutGateway.ts'
import { type WriteContext, currentBusinessTime } from '#engine/records/server/change.ts'
import { lockPayment, recordAttempt } from '../payments/payment.ts'
import { applyGatewayResult } from './applyGatewayResult.ts'

const reasonLengthMax = 300

const outcomeSchema = z.object({
  id: z.guid(),
  state: z.enum(['settled', 'rejected', 'refused', 'returned']),
  /** Where it is given it must be what was sent. */
  amount: z.union([z.string().regex(/^\d{1,16}(\.\d{1,2})?$/), z.number().nonnegative().max(1e16)]).optional(),
  reason: z.string().optional(),
})

type Outcome = z.infer<typeof outcomeSchema>

/** What a webhook was answered: whether it changed something. A repeated one changes nothing and is fine. */
export interface WebhookAnswer {
  readonly received: true
  readonly changed: boolean
}

function readOutcome(body: string): Outcome {
  let json: unknown
  try {
    json = notTooDeep(JSON.parse(body))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', { values: { reason: 'the body is not JSON' } })
  }
  const parsed = outcomeSchema.safeParse(json)
  const wrong = parsed.error?.issues[0]?.path.join('.')
  if (!parsed.success)
    throw new ApiError('invalid_request', {
      values: { reason: `id, state and amount say what became of a payout; wrong is ${wrong || 'the body'}` },
    })
  return parsed.data
}

function answerOf({ state, reason }: Outcome): PayoutStatus {
  const said: Reason = reason?.slice(0, reasonLengthMax) ?? { code: 'noReason' }
  if (state === 'settled') return { kind: 'settled' }
  return state === 'returned'
    ? { kind: 'returned', reason: said }
    : { kind: 'refused', reason: said, isTransient: false }
}

/**
 * Takes what the gateway tells of a payout by itself. Duplicates and late ones are harmless.
 * @throws ApiError `unauthorized` without the gateway's signature, `invalid_request`, `not_found` for an id that is not
 * ours
 */
export async function receiveWebhook(
  context: AppContext,
  call: WebhookCall,
  request?: LogOrigin,
): Promise<WebhookAnswer> {
  const speaking = [...payoutGateways(context).values()].filter((gateway) => gateway.verifyWebhook(call))
  if (speaking.length === 0) throw new ApiError('unauthorized')
  const outcome = readOutcome(call.body)
  return inTransaction(context.database.db, async (db) => {
    const payment = await lockPayment(db, { transferId: outcome.id })
    // One that was never sent, or by another gateway, is not this gateway's to speak of.
    if (!payment || !speaking.some(({ name }) => name === payment.gateway)) throw new ApiError('not_found')
    const change: WriteContext = { db, actor: systemActor('gateway'), request, ...currentBusinessTime(context, {}) }
    if (outcome.amount !== undefined && compareMoney(outcome.amount, payment.net) !== 0) {
      const values = { said: outcome.state, amount: outcome.amount, value: payment.net }
      await recordAttempt(change, payment, { outcome: 'contradiction', remark: { code: 'otherAmount', values } })
      return { received: true, changed: false }
    }
    return { received: true, changed: await applyGatewayResult(change, payment, answerOf(outcome)) }
  })
}
