import { sql } from 'kysely'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import { type AttemptCode, type CodedMessage, messageWithReason } from '#engine/declaration/messageCodes.ts'
import { accountKeyType } from '#rules/payouts/payeeCountry.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { businessDay } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { voidApproval } from '../payments/decidePayment.ts'
import { hasNewDebtSince } from '../payments/debts.ts'
import { isAccepted, payeeIdentityDigest, placeHold } from '../holds/holds.ts'
import { rejectPayment, withdrawPayment } from '../payments/paymentTransitions.ts'
import { type PayeeAccount, sendBlocker } from '../payees/payeeAccount.ts'
import { type LockedPayment, lockPayment, movePayment, recordAttempt } from '../payments/payment.ts'
import { readPayee } from '../payees/readPayees.ts'
import { taxAsSent } from '../withholding/withholdOf.ts'
import { gatewayOf, payoutGateways } from './chooseGateway.ts'
import { verdictOnKeyOwner, type KeyVerdict } from './keyOwnershipCheck.ts'
import type { KeyQuestion } from './payoutGateway.ts'
import { byClockOfPayment } from '../payees/payeeClock.ts'

/** How often it is looked whether an owner is held still. */
const heldPauseMs = 5 * 60_000
const firstCheckPauseMs = 15_000
const checkPauseMaxMs = 60 * 60_000
/** A gateway takes no call that is older than five minutes: after it, what never arrived never will. */
const lateCallMs = 6 * 60_000

/** Who was asked about at the gateway, and what it said. */
export interface VerifiedPayee {
  /** Of `payeeIdentityDigest`. */
  readonly payee: string
  readonly verdict: KeyVerdict
  /** The name of the gateway that it would go through. */
  readonly gateway: string
}

/** What a payment is sent as, once it was looked who receives it. */
export interface Receiver {
  readonly payment: LockedPayment
  /** The gateway cannot say whose the key is: it is said wherever the payment is shown. */
  readonly isUnchecked: boolean
}

const later = ({ at }: WriteContext, pauseMs: number) => timestamp(new Date(at.getTime() + pauseMs))

/** The owner as it is, and stays until the transaction ends. */
async function readReceiver(change: WriteContext, payment: LockedPayment): Promise<PayeeAccount> {
  const { kind, id } = payeeOf(payment)
  await sql`select from ${sql.table(kind)} where id = ${id}::bigint for share`.execute(change.db)
  return readPayee(change, { kind, id, currency: payment.currency })
}

/** Asks the gateway whose the key is that a payment would go to now. @returns null where there is nothing to ask */
export async function verifyPayee(context: AppContext, id: number): Promise<VerifiedPayee | null> {
  const { db } = context.database
  const payment = await firstRow(
    db,
    sql<
      LockedPayment & { isDue: boolean }
    >`select payment.affiliate, payment.partner, payment.currency, payment.invoice,
        transfer.gateway, transfer.next_step = 'send' and not payment.awaits_approval
          and payment.state in ('created', 'sent', 'unknown') as "isDue"
      from payment join payment_transfer transfer on transfer.payment = payment.id where payment.id = ${id}::bigint`,
  )
  if (!payment?.isDue) return null
  const name = await gatewayOf(context, db, payment)
  const gateway = payoutGateways(context).get(name)
  const owner = await readPayee({ db, at: context.now() }, { ...payeeOf(payment), currency: payment.currency })
  // Whoever cannot be paid at all is not asked about.
  const { paymentKeyType: keyType } = owner
  if (!gateway || keyType === accountKeyType || keyType === null || sendBlocker(owner, payment.invoice))
    return { payee: payeeIdentityDigest(owner), verdict: { kind: 'notAsked' }, gateway: name }
  const question: KeyQuestion = {
    key: owner.paymentKey!,
    keyType,
    name: owner.name,
    document: owner.document,
    documentType: owner.documentType,
  }
  return {
    payee: payeeIdentityDigest(owner),
    verdict: verdictOnKeyOwner(await gateway.checkKey(question), question),
    gateway: name,
  }
}

/** Why a payment does not go to who would receive it; null where it does. */
interface WrongReceiver {
  readonly remark: CodedMessage<AttemptCode>
  readonly hold?: { readonly cause: 'other_person' | 'not_checked'; readonly note: string }
}

async function wrongReceiver(
  change: WriteContext,
  owner: PayeeAccount,
  verdict: KeyVerdict,
): Promise<WrongReceiver | null> {
  if (verdict.kind !== 'wrong' && verdict.kind !== 'unchecked') return null
  if (verdict.kind === 'unchecked' && owner.uncheckedKeys === 'pay') return null
  if (await isAccepted(change.db, owner, payeeIdentityDigest(owner))) return null
  return verdict.kind === 'wrong'
    ? {
        remark: { code: 'keyOfAnother', values: { differs: verdict.differs } },
        hold: { cause: 'other_person', note: verdict.differs },
      }
    : { remark: { code: 'keyNotChecked' }, hold: { cause: 'not_checked', note: '-' } }
}

/** What was said of the key before, and nobody has released since. */
function heldKey({ holds }: PayeeAccount): WrongReceiver | null {
  const hold = holds.find(({ cause }) => cause === 'other_person' || cause === 'not_checked')
  if (!hold) return null
  return hold.cause === 'not_checked'
    ? { remark: { code: 'keyNotChecked' } }
    : { remark: { code: 'keyOfAnother', values: { differs: hold.note } } }
}

/** Nobody answers whose the key is: asked again later, less and less often, and nothing is sent meanwhile. */
async function checkLater(change: WriteContext, payment: LockedPayment, verdict: KeyVerdict & { kind: 'unknown' }) {
  const { db } = change
  const pause = Math.min(firstCheckPauseMs * 2 ** Math.min(payment.asks, 20), checkPauseMaxMs)
  await sql`update payment_transfer set asks = asks + 1, next_try_at = ${later(change, pause)}
    where payment = ${payment.id}`.execute(db)
  await recordAttempt(change, payment, { outcome: 'held', remark: messageWithReason('keyNoAnswer', verdict.reason) })
}

/** Fixes what the gateway is asked for, from the owner as it is now. */
async function fixOrder(
  { db }: WriteContext,
  payment: LockedPayment,
  owner: PayeeAccount,
  gateway: string,
): Promise<void> {
  await sql`update payment_transfer set gateway = ${gateway}::text, currency = ${payment.currency}::text,
    receiver_name = ${owner.name}::text, receiver_document = ${owner.document}::text,
    receiver_document_type = ${owner.documentType}::text, payment_key = ${owner.paymentKey}::text,
    payment_key_type = ${owner.paymentKeyType}::text, payee = ${payeeIdentityDigest(owner)}::text
    where payment = ${payment.id}`.execute(db)
}

/** The first send: the owner may have changed since the payment was made. */
export async function prepareFirst(
  change: WriteContext,
  payment: LockedPayment,
  { gateway, owner, verdict }: { gateway: string; owner: PayeeAccount; verdict: KeyVerdict },
): Promise<LockedPayment | null> {
  if (await voidApproval(change, payment, owner)) return null
  const obstacle = sendBlocker(owner, payment.invoice)
  if (obstacle?.code === 'payment_held') {
    await sql`update payment_transfer set next_try_at = ${timestamp(owner.heldUntil!)}, reason = 'payment_held'
      where payment = ${payment.id}`.execute(change.db)
    return null
  }
  if (obstacle) {
    await withdrawPayment(change, payment, obstacle.code)
    return null
  }
  // It waited, and a debt came meanwhile: the next payment is net of it.
  if (await hasNewDebtSince(change.db, owner)) {
    await withdrawPayment(change, payment, 'more_than_owed')
    return null
  }
  const wrong = await wrongReceiver(change, owner, verdict)
  if (wrong) {
    await placeHold(change, owner, { ...wrong.hold!, payee: payeeIdentityDigest(owner) })
    await withdrawPayment(change, payment, wrong.remark.code)
    return null
  }
  if (verdict.kind === 'unknown') {
    await checkLater(change, payment, verdict)
    return null
  }
  const { currency, value: gross } = payment
  const day = businessDay(await byClockOfPayment(change, payment))
  if (!(await taxAsSent(change.db, payment.id, { owner: payeeOf(payment), currency, gross, day }))) {
    await withdrawPayment(change, payment, 'nothing_left')
    return null
  }
  await fixOrder(change, payment, owner, gateway)
  // With what is left to be sent after taxes of this month.
  return movePayment(change, (await lockPayment(change.db, { id: payment.id }))!, 'sent')
}

/**
 * One that was refused for now, or never arrived, goes to the same key again; where that is not what it should go to any
 * more it is given up, as soon as nothing of it can be on its way.
 */
async function giveUp(
  change: WriteContext,
  payment: LockedPayment,
  { remark, hold }: WrongReceiver,
  owner: PayeeAccount,
) {
  const { db, at } = change
  if (hold) await placeHold(change, owner, { ...hold, payee: payeeIdentityDigest(owner) })
  const last = sql<{ at: Date | null }>`select max(at) as at from payment_attempt
    where payment = ${payment.id} and outcome = 'sent'`
  const sentAt = (await firstRow(db, last))?.at ?? at
  if (at.getTime() - sentAt.getTime() >= lateCallMs) return rejectPayment(change, payment, remark)
  await sql`update payment_transfer set next_step = 'ask', next_try_at = ${later({ ...change, at: sentAt }, lateCallMs)}
    where payment = ${payment.id}`.execute(db)
}

/** Of whatever stands against a payment, what does not end by itself or by a release. */
const lastingObstacles: readonly ErrorCode[] = ['payment_type_not_automatic', 'incomplete_record']

async function prepareAgain(
  change: WriteContext,
  payment: LockedPayment,
  { owner, verdict }: { owner: PayeeAccount; verdict: KeyVerdict },
): Promise<LockedPayment | null> {
  const obstacle = sendBlocker(owner, payment.invoice)
  const isOther =
    (payment.payee !== null && payment.payee !== payeeIdentityDigest(owner)) ||
    (obstacle !== null && lastingObstacles.includes(obstacle.code))
  const wrong: WrongReceiver | null = isOther
    ? { remark: { code: 'receiverChanged' } }
    : (heldKey(owner) ?? (await wrongReceiver(change, owner, verdict)))
  if (wrong) {
    await giveUp(change, payment, wrong, owner)
    return null
  }
  const isHeld = owner.holds.length > 0 || verdict.kind === 'notAsked'
  if (!isHeld && verdict.kind !== 'unknown') return payment
  if (verdict.kind === 'unknown') await checkLater(change, payment, verdict)
  else
    await sql`update payment_transfer set next_try_at = ${later(change, heldPauseMs)}
      where payment = ${payment.id}`.execute(change.db)
  // What did not arrive when it was asked for may have arrived since: it is asked for anew before anything is decided.
  await sql`update payment_transfer set next_step = 'ask' where payment = ${payment.id}`.execute(change.db)
  return null
}

/**
 * Decides in the transaction that writes the send down whether a payment goes to its owner now: only to the key and
 * person that the gateway was asked about.
 * @returns `changed` where the owner is another than was asked about; null where nothing is sent
 */
export async function prepareReceiver(
  context: AppContext,
  change: WriteContext,
  { id, checked }: { id: number; checked: VerifiedPayee },
): Promise<Receiver | 'changed' | null> {
  const payment = await lockPayment(change.db, { id })
  if (payment?.nextStep !== 'send' || payment.awaitsApproval) return null
  if (!['created', 'sent', 'unknown'].includes(payment.state)) return null
  const gateway = await gatewayOf(context, change.db, payment)
  if (!payoutGateways(context).has(gateway)) return null
  const owner = await readReceiver(change, payment)
  if (payeeIdentityDigest(owner) !== checked.payee) return 'changed'
  const { verdict } = checked
  if (verdict.kind === 'notAsked' && !sendBlocker(owner, payment.invoice)) return 'changed'
  const prepared =
    payment.state === 'created'
      ? await prepareFirst(change, payment, { gateway, owner, verdict })
      : await prepareAgain(change, payment, { owner, verdict })
  return prepared && { payment: prepared, isUnchecked: verdict.kind === 'unchecked' }
}
