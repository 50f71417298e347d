import { type Kysely, sql } from 'kysely'
import { systemActor } from '../../../config/actor.ts'
import { ownerOf } from '../../../domain/payments.ts'
import type { AppContext } from '../../context.ts'
import { timestamp } from '../../database/rows.ts'
import { inTransaction } from '../../database/transaction.ts'
import { type Change, presentMoment } from '../../records/change.ts'
import { voidApproval } from '../pay/decidePayment.ts'
import { withdrawPayment } from '../pay/outcomes.ts'
import { type PayableOwner, sendingObstacle } from '../pay/payableOwner.ts'
import { type LockedPayment, lockPayment, movePayment, recordAttempt } from '../pay/payment.ts'
import { readOwner } from '../pay/readOwners.ts'
import { applyAnswer } from './applyAnswer.ts'
import { gatewayOf, payoutGateways } from './chooseGateway.ts'
import type { PayoutOrder, PayoutStatus } from './payoutGateway.ts'

/** Longer than any gateway takes to answer: after it, the sender is dead and another one asks. */
const answerLeaseMs = 20_000
/** How often it is looked whether an owner is held still. */
const heldPauseMs = 5 * 60_000

const actor = systemActor('payout')

/**
 * What a gateway is asked for; the same for every try.
 * @throws Error before the first send, when nothing is fixed yet
 */
function orderOf({ transferId: id, net: amount, currency, ...payment }: LockedPayment): PayoutOrder {
  const { paymentKey: key, paymentKeyType: keyType, receiverName: name } = payment
  if (!id || !key || !keyType || name === null) throw new Error(`Payment ${payment.id} was never sent.`)
  return { id, amount, currency, key, keyType, name }
}

/** Fixes what the gateway is asked for, from the owner as it is now. */
async function fixOrder({ db }: Change, payment: LockedPayment, owner: PayableOwner, gateway: string): Promise<void> {
  await sql`update payment_transfer set gateway = ${gateway}::text, currency = ${payment.currency}::text,
    receiver_name = ${owner.name}::text, payment_key = ${owner.paymentKey}::text,
    payment_key_type = ${owner.paymentKeyType}::text where payment = ${payment.id}`.execute(db)
}

/** The owner as it is, and stays until the transaction ends. */
async function readReceiver(change: Change, payment: LockedPayment): Promise<PayableOwner> {
  const { kind, id } = ownerOf(payment)
  await sql`select from ${sql.table(kind)} where id = ${id}::bigint for share`.execute(change.db)
  return readOwner(change, { kind, id, currency: payment.currency })
}

/** One that was refused for now, or never arrived, waits as long as its owner is held. */
async function mayGoAgain(change: Change, payment: LockedPayment): Promise<boolean> {
  const { holds } = await readReceiver(change, payment)
  if (holds.length === 0) return true
  const next = timestamp(new Date(change.at.getTime() + heldPauseMs))
  await sql`update payment_transfer set next_try_at = ${next} where payment = ${payment.id}`.execute(change.db)
  return false
}

/** The first send: the owner may have changed since the payment was made. */
async function beginFirst(change: Change, payment: LockedPayment, gateway: string): Promise<LockedPayment | null> {
  const owner = await readReceiver(change, payment)
  if (await voidApproval(change, payment, owner)) return null
  const obstacle = sendingObstacle(owner)
  if (obstacle?.code === 'payment_held') {
    await sql`update payment_transfer set next_try_at = ${timestamp(owner.heldUntil!)}, reason = 'payment_held'
      where payment = ${payment.id}`.execute(change.db)
    return null
  }
  if (obstacle) {
    await withdrawPayment(change, payment, obstacle.code)
    return null
  }
  await fixOrder(change, payment, owner, gateway)
  return movePayment(change, payment, 'sent')
}

/** Runs work in a transaction in the name of the product. */
function inChange<Result>(context: AppContext, work: (change: Change) => Promise<Result>): Promise<Result> {
  return inTransaction(context.database.db, (db: Kysely<any>) => work({ db, actor, ...presentMoment(context) }))
}

const leaseEnd = ({ at }: Change) => timestamp(new Date(at.getTime() + answerLeaseMs))

/**
 * Writes down that a payment is being sent, before it is: whoever dies in between leaves a payment that is asked for,
 * never one that is sent by another id.
 * @returns the payment as it is sent, or null where there is nothing to send.
 */
async function beginSend(context: AppContext, id: number): Promise<LockedPayment | null> {
  return inChange(context, async (change) => {
    const { db } = change
    let payment = await lockPayment(db, { id })
    if (payment?.nextStep !== 'send' || payment.awaitsApproval) return null
    const gateway = await gatewayOf(context, db, payment)
    if (!payoutGateways(context).has(gateway)) return null
    if (!['created', 'sent', 'unknown'].includes(payment.state)) return null
    if (payment.state !== 'created' && !(await mayGoAgain(change, payment))) return null
    if (payment.state === 'created') payment = await beginFirst(change, payment, gateway)
    if (!payment) return null
    await sql`update payment_transfer set tries = tries + 1, next_step = 'ask', next_try_at = ${leaseEnd(change)}
      where payment = ${payment.id}`.execute(db)
    const begun = (await lockPayment(db, { id }))!
    const { tries } = begun
    const remark = tries === 1 ? ({ code: 'sent' } as const) : ({ code: 'sentAgain', values: { tries } } as const)
    await recordAttempt(change, begun, { outcome: 'sent', remark })
    return begun
  })
}

async function keepAnswer(context: AppContext, id: number, answer: PayoutStatus): Promise<void> {
  await inChange(context, async (change) => {
    const payment = await lockPayment(change.db, { id })
    if (payment) await applyAnswer(change, payment, answer)
  })
}

/**
 * Sends a payment that is due to be sent and keeps the answer. Nothing happens where it waits for approval, is held, or
 * is not to be sent now.
 */
export async function sendPayment(context: AppContext, id: number): Promise<void> {
  const payment = await beginSend(context, id)
  if (!payment) return
  const gateway = payoutGateways(context).get(payment.gateway!)!
  await keepAnswer(context, id, await gateway.send(orderOf(payment)))
}

/**
 * Asks the gateway what became of a payment whose outcome is not known, and keeps the answer; one it never received is
 * sent again under the same id.
 */
export async function askPayment(context: AppContext, id: number): Promise<void> {
  const taken = await inChange(context, async (change) => {
    const locked = await lockPayment(change.db, { id })
    const gateway = payoutGateways(context).get(locked?.gateway ?? '')
    if (!locked || !gateway || (locked.state !== 'sent' && locked.state !== 'unknown')) return null
    await sql`update payment_transfer set asks = asks + 1, next_try_at = ${leaseEnd(change)}
      where payment = ${locked.id}`.execute(change.db)
    return { gateway, order: orderOf(locked) }
  })
  if (!taken) return
  const answer = await taken.gateway.status(taken.order)
  await keepAnswer(context, id, answer)
  if (answer.kind === 'absent') await sendPayment(context, id)
}
