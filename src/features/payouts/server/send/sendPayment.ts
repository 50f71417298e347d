import { type Kysely, sql } from 'kysely'
import { systemActor } from '#engine/declaration/actor.ts'
import type { AttemptCode, Remark } from '#engine/declaration/remarks.ts'
import type { AppContext } from '#engine/server/context.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { type Change, presentMoment } from '#engine/records/server/change.ts'
import { type LockedPayment, lockPayment, recordAttempt } from '../pay/payment.ts'
import { applyAnswer } from './applyAnswer.ts'
import { payoutGateways } from './chooseGateway.ts'
import type { PayoutOrder, PayoutStatus } from './payoutGateway.ts'
import { type CheckedReceiver, checkReceiver, prepareReceiver, type Receiver } from './receiver.ts'

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
  if (!id || !key || !keyType || name === null) throw new Error(`Payment ${payment.id} was never sent.`)
  const { receiverDocument: document, receiverDocumentType: documentType } = payment
  return { id, amount, currency, key, keyType, name, document, documentType }
}

/** Runs work in a transaction in the name of the product. */
function inChange<Result>(context: AppContext, work: (change: Change) => Promise<Result>): Promise<Result> {
  return inTransaction(context.database.db, (db: Kysely<any>) => work({ db, actor, ...presentMoment(context) }))
}

const leaseEnd = ({ at }: Change, leaseMs = answerLeaseMs) => new Date(at.getTime() + leaseMs)

function sentRemark({ tries }: LockedPayment, { isUnchecked }: Receiver): Remark<AttemptCode> {
  if (tries > 1) return { code: 'sentAgain', values: { tries } }
  return { code: isUnchecked ? 'sentUnchecked' : 'sent' }
}

/** A payment that is written down as sent, and until when it is its sender's alone. */
export interface BegunPayment {
  readonly payment: LockedPayment
  readonly until: Date
}

/**
 * Whether a payment that was written down may be sent still. Later nothing is: others may have asked for it meanwhile,
 * heard that it never arrived, and given it up.
 */
export const isInTime = ({ now }: Pick<AppContext, 'now'>, { until }: BegunPayment): boolean => now() < until

/**
 * Writes down that a payment is being sent, before it is: whoever dies in between leaves a payment that is asked for,
 * never one that is sent by another id.
 * @returns the payment as it is sent; `changed` where its owner is not the one that was checked; or null where there is
 * nothing to send.
 */
async function writeDown(
  context: AppContext,
  asked: { id: number; checked: CheckedReceiver; leaseMs?: number | undefined },
): Promise<BegunPayment | 'changed' | null> {
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
  readonly found: CheckedReceiver | null
}

/**
 * Writes down that a payment is being sent to whom the gateway was asked about; where the owner is another by then, it is
 * asked about anew.
 * @returns the payment as it is sent, or null where there is nothing to send now.
 */
export async function beginChecked(
  context: AppContext,
  { id, found, leaseMs }: CheckedPayment & { leaseMs?: number },
): Promise<BegunPayment | null> {
  let checked = found
  for (let check = 0; check < checksMax && checked; check += 1) {
    const begun = await writeDown(context, { id, checked, leaseMs })
    if (begun !== 'changed') return begun
    checked = await checkReceiver(context, id)
  }
  // Changed each time: whoever looks for what is due finds it later.
  return null
}

/** Keeps what a gateway said of a payment. */
export async function keepAnswer(context: AppContext, id: number, answer: PayoutStatus): Promise<void> {
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
  await sendChecked(context, { id, found: await checkReceiver(context, id) })
}

/** {@link sendPayment} of one whose receiver was asked about already. */
export async function sendChecked(context: AppContext, checked: CheckedPayment): Promise<void> {
  const begun = await beginChecked(context, checked)
  if (!begun || !isInTime(context, begun)) return
  const { payment } = begun
  const gateway = payoutGateways(context).get(payment.gateway!)!
  await keepAnswer(context, payment.id, await gateway.send(orderOf(payment)))
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
    await sql`update payment_transfer set asks = asks + 1, next_try_at = ${timestamp(leaseEnd(change))}
      where payment = ${locked.id}`.execute(change.db)
    return { gateway, order: orderOf(locked) }
  })
  if (!taken) return
  const answer = await taken.gateway.status(taken.order)
  await keepAnswer(context, id, answer)
  if (answer.kind === 'absent') await sendPayment(context, id)
}
