import { type Kysely, sql } from 'kysely'
import { systemActor } from '#engine/declaration/actor.ts'
import type { AttemptCode, CodedMessage } from '#engine/declaration/messageCodes.ts'
import { accountKeyType } from '#rules/payouts/payeeCountry.ts'
import type { AppContext } from '#engine/server/context.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { type WriteContext, currentBusinessTime } from '#engine/records/server/change.ts'
import { type LockedPayment, lockPayment, recordAttempt } from '../payments/payment.ts'
import { applyGatewayResult } from './applyGatewayResult.ts'
import { payoutGateways } from './chooseGateway.ts'
import type { PayoutOrder, PayoutStatus } from './payoutGateway.ts'
import { type VerifiedPayee, verifyPayee, prepareReceiver, type Receiver } from './verifyPayee.ts'

/** Longer than any gateway takes to answer: after it, the sender is dead and another one asks. */
const answerLeaseMs = 20_000
/** How often an owner is asked about anew that is changed while it is asked about. */
const checksMax = 3

const actor = systemActor('payout')

/**
 * What a gateway is asked for; the same for every try.
 * @throws Error before the first send, when nothing is fixed yet
 */
export function orderOf({ transferId: id, net: amount, currency, ...payment }: LockedPayment): PayoutOrder {
  const { paymentKey: key, paymentKeyType: keyType, receiverName: name } = payment
  if (!id || !key || !keyType || keyType === accountKeyType || name === null)
    throw new Error(`Payment ${payment.id} was never sent.`)
  const { receiverDocument: document, receiverDocumentType: documentType } = payment
  return { id, amount, currency, key, keyType, name, document, documentType }
}

/** Runs work in a transaction in the name of the product. */
function inChange<Result>(context: AppContext, work: (change: WriteContext) => Promise<Result>): Promise<Result> {
  return inTransaction(context.database.db, (db: Kysely<any>) =>
    work({ db, actor, ...currentBusinessTime(context, actor) }),
  )
}

const leaseEnd = ({ at }: WriteContext, leaseMs = answerLeaseMs) => new Date(at.getTime() + leaseMs)

function sentRemark({ tries }: LockedPayment, { isUnchecked }: Receiver): CodedMessage<AttemptCode> {
  if (tries > 1) return { code: 'sentAgain', values: { tries } }
  return { code: isUnchecked ? 'sentUnchecked' : 'sent' }
}

/** A payment that is written down as sent, and until when it is its sender's alone. */
export interface PaymentInFlight {
  readonly payment: LockedPayment
  readonly until: Date
}

/**
 * Whether a payment that was written down may be sent still. Later nothing is: others may have asked for it meanwhile,
 * heard that it never arrived, and given it up.
 */
export const isInTime = ({ now }: Pick<AppContext, 'now'>, { until }: PaymentInFlight): boolean => now() < until

/**
 * Writes down that a payment is being sent, before it is: whoever dies in between leaves a payment that is asked for,
 * never one that is sent by another id.
 * @returns the payment as it is sent; `changed` where its owner is not the one that was checked; or null where there is
 * nothing to send.
 */
async function writeDown(
  context: AppContext,
  asked: { id: number; checked: VerifiedPayee; leaseMs?: number | undefined },
): Promise<PaymentInFlight | 'changed' | null> {
  return inChange(context, async (change) => {
    const { db } = change
    const receiver = await prepareReceiver(context, change, asked)
    if (receiver === null || receiver === 'changed') return receiver
    const until = leaseEnd(change, asked.leaseMs)
    await sql`update payment_transfer set tries = tries + 1, next_step = 'ask', next_try_at = ${timestamp(until)}
      where payment = ${asked.id}`.execute(db)
    const begun = (await lockPayment(db, { id: asked.id }))!
    await recordAttempt(change, begun, { outcome: 'sent', remark: sentRemark(begun, receiver) })
    return { payment: begun, until }
  })
}

/** A payment, and what the gateway said of whom it goes to; null where there was nothing to ask. */
export interface CheckedPayment {
  readonly id: number
  readonly found: VerifiedPayee | null
}

/**
 * Writes down that a payment is being sent to whom the gateway was asked about; where the owner is another by then, it is
 * asked about anew.
 * @returns the payment as it is sent, or null where there is nothing to send now.
 */
export async function beginChecked(
  context: AppContext,
  { id, found, leaseMs }: CheckedPayment & { leaseMs?: number },
): Promise<PaymentInFlight | null> {
  let checked = found
  for (let check = 0; check < checksMax && checked; check += 1) {
    const begun = await writeDown(context, { id, checked, leaseMs })
    if (begun !== 'changed') return begun
    checked = await verifyPayee(context, id)
  }
  // Changed each time: whoever looks for what is due finds it later.
  return null
}

/** Keeps what a gateway said of a payment. */
export async function storeGatewayResult(context: AppContext, id: number, answer: PayoutStatus): Promise<void> {
  await inChange(context, async (change) => {
    const payment = await lockPayment(change.db, { id })
    if (payment) await applyGatewayResult(change, payment, answer)
  })
}

/**
 * Sends a payment that is due to be sent and keeps the answer. Nothing happens where it waits for approval, is held, or
 * is not to be sent now.
 */
export async function sendPayment(context: AppContext, id: number): Promise<void> {
  await sendChecked(context, { id, found: await verifyPayee(context, id) })
}

/** {@link sendPayment} of one whose receiver was asked about already. */
export async function sendChecked(context: AppContext, checked: CheckedPayment): Promise<void> {
  const begun = await beginChecked(context, checked)
  if (!begun || !isInTime(context, begun)) return
  const { payment } = begun
  const gateway = payoutGateways(context).get(payment.gateway!)!
  await storeGatewayResult(context, payment.id, await gateway.send(orderOf(payment)))
}

/**
 * Asks the gateway what became of a payment whose outcome is not known, and keeps the answer; one it never received is
 * sent again under the same id.
 */
export async function queryPayment(context: AppContext, id: number): Promise<void> {
  const taken = await inChange(context, async (change) => {
    const locked = await lockPayment(change.db, { id })
    const gateway = payoutGateways(context).get(locked?.gateway ?? '')
    if (!locked || !gateway || (locked.state !== 'sent' && locked.state !== 'unknown')) return null
    await sql`update payment_transfer set asks = asks + 1, next_try_at = ${timestamp(leaseEnd(change))}
      where payment = ${locked.id}`.execute(change.db)
    return { gateway, order: orderOf(locked) }
  })
  if (!taken) return
  const answer = await taken.gateway.status(taken.order)
  await storeGatewayResult(context, id, answer)
  if (answer.kind === 'absent') await sendPayment(context, id)
}
