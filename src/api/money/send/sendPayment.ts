import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { systemActor } from '../../auth/systemActor.ts'
import { payoutGateway } from './chooseGateway.ts'
import type { PayoutOrder, PayoutStatus } from './payoutGateway.ts'
import { type PayableOwner, sendingObstacle } from '../pay/payableOwner.ts'
import { readOwners } from '../pay/readOwners.ts'
import type { PaymentChange } from '../../records/change.ts'
import { type LockedPayment, lockPayment } from '../pay/lockPayment.ts'
import { movePayment, recordAttempt } from '../pay/movePayment.ts'
import { withdrawPayment } from '../pay/withdrawPayment.ts'
import { applyAnswer } from './applyAnswer.ts'

/** Longer than any gateway takes to answer: after it, the sender is dead and another one asks. */
const answerLeaseMs = 20_000

const actor = systemActor('payout')

/**
 * What a gateway is asked for; the same for every try.
 * @throws Error before the first send, when nothing is fixed yet
 */
export function orderOf(payment: LockedPayment): PayoutOrder {
  const {
    transferId: id,
    value: amount,
    currency,
    paymentKey: key,
    paymentKeyType: keyType,
    receiverName: name,
  } = payment
  if (!id || !key || !keyType || name === null) throw new Error(`Payment ${payment.id} was never sent.`)
  return { id, amount, currency, key, keyType, name }
}

async function ownerOf(change: PaymentChange, payment: LockedPayment): Promise<PayableOwner> {
  const [kind, id] =
    payment.affiliate === null ? ['partner' as const, payment.partner!] : ['affiliate' as const, payment.affiliate]
  const [owner] = await readOwners(change.db, { kind, one: { id, currency: payment.currency }, now: change.at })
  return owner!
}

/** Fixes what the gateway is asked for, from the owner as it is now. */
async function fixOrder(
  { db }: PaymentChange,
  payment: LockedPayment,
  owner: PayableOwner,
  gateway: string,
): Promise<void> {
  await sql`update payment_transfer set gateway = ${gateway}::text, currency = ${payment.currency}::text,
    receiver_name = ${owner.name}::text, payment_key = ${owner.paymentKey}::text,
    payment_key_type = ${owner.paymentKeyType}::text where payment = ${payment.id}`.execute(db)
}

/** The first send: the owner may have changed since the payment was made. */
async function beginFirst(
  change: PaymentChange,
  payment: LockedPayment,
  gateway: string,
): Promise<LockedPayment | null> {
  const owner = await ownerOf(change, payment)
  const obstacle = sendingObstacle(owner)
  if (obstacle?.code === 'payment_held') {
    await sql`update payment_transfer set next_try_at = ${owner.heldUntil!.toISOString()}::text::timestamptz,
      reason = 'payment_held' where payment = ${payment.id}`.execute(change.db)
    return null
  }
  if (obstacle) {
    await withdrawPayment(change, payment, obstacle.code)
    return null
  }
  await fixOrder(change, payment, owner, gateway)
  return movePayment(change, payment, 'sent')
}

/**
 * Writes down that a payment is being sent, before it is: whoever dies in between leaves a payment that is asked for,
 * never one that is sent by another id.
 * @returns the payment as it is sent, or null where there is nothing to send.
 */
async function beginSend(context: AppContext, id: number): Promise<LockedPayment | null> {
  const gateway = payoutGateway(context).name
  return inTransaction(context.database.db, async (db) => {
    const change: PaymentChange = { db, actor, at: context.now() }
    let payment = await lockPayment(db, { id })
    if (
      !payment ||
      payment.nextStep !== 'send' ||
      payment.awaitsApproval ||
      (payment.gateway !== null && payment.gateway !== gateway)
    )
      return null
    if (!['created', 'sent', 'unknown'].includes(payment.state)) return null
    if (payment.state === 'created') payment = await beginFirst(change, payment, gateway)
    if (!payment) return null
    await sql`update payment_transfer set tries = tries + 1, next_step = 'ask',
      next_try_at = ${new Date(change.at.getTime() + answerLeaseMs).toISOString()}::text::timestamptz
      where payment = ${payment.id}`.execute(db)
    const begun = await lockPayment(db, { id })
    await recordAttempt(change, begun!, {
      outcome: 'sent',
      remark: begun!.tries === 1 ? { code: 'sent' } : { code: 'sentAgain', values: { tries: begun!.tries } },
    })
    return begun
  })
}

async function keepAnswer(context: AppContext, id: number, answer: PayoutStatus): Promise<boolean> {
  return inTransaction(context.database.db, async (db) => {
    const payment = await lockPayment(db, { id })
    if (!payment) return false
    return applyAnswer({ db, actor, at: context.now() }, payment, {
      answer,
      zone: context.environment.businessTimeZone,
    })
  })
}

/**
 * Sends a payment that is due to be sent and keeps the answer. Nothing happens where it waits for approval, is held, or
 * is not to be sent now.
 * @returns whether it was sent.
 */
export async function sendPayment(context: AppContext, id: number): Promise<boolean> {
  const payment = await beginSend(context, id)
  if (!payment) return false
  await keepAnswer(context, id, await payoutGateway(context).send(orderOf(payment)))
  return true
}

/**
 * Asks the gateway what became of a payment whose outcome is not known, and keeps the answer; one it never received is
 * sent again under the same id.
 */
export async function askPayment(context: AppContext, id: number): Promise<void> {
  const gateway = payoutGateway(context)
  const payment = await inTransaction(context.database.db, async (db) => {
    const locked = await lockPayment(db, { id })
    if (!locked || locked.gateway !== gateway.name || (locked.state !== 'sent' && locked.state !== 'unknown'))
      return null
    await sql`update payment_transfer
      set asks = asks + 1, next_try_at =
      ${new Date(context.now().getTime() + answerLeaseMs).toISOString()}::text::timestamptz
      where payment = ${locked.id}`.execute(db)
    return { ...locked, asks: locked.asks + 1 }
  })
  if (!payment) return
  const answer = await gateway.status(orderOf(payment))
  await keepAnswer(context, id, answer)
  if (answer.kind === 'absent') await sendPayment(context, id)
}
