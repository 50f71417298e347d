import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { accountKeyType } from '#rules/payouts/payeeCountry.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { userAccounts } from '#engine/auth/server/authorship.ts'
import { requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { requireFullVisibility } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { hasNewDebtSince } from './debts.ts'
import { completeEntries, withdrawPayment } from './paymentTransitions.ts'
import { approvedFor } from '../holds/holds.ts'
import { startCoolingOff } from '../payees/payee.ts'
import { manualPaymentBlocker, lacksInvoice, type PayeeAccount, sendBlocker } from '../payees/payeeAccount.ts'
import { type LockedPayment, lockPayment, recordAttempt } from './payment.ts'
import { readPayee } from '../payees/readPayees.ts'

/** The payment behind an id, locked, where this person sees it and it waits for approval. */
async function lockAwaiting({ db, actor }: WriteContext, id: number): Promise<LockedPayment> {
  const visible = sql`select from payment where id = ${String(id)}::text::bigint
    and ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}`
  const payment = (await firstRow(db, visible)) ? await lockPayment(db, { id }) : null
  if (!payment) throw new ApiError('not_found')
  await requireFullVisibility(db, { actor, resource: 'payment', which: sql`asked.id = ${payment.id}` })
  if (payment.state !== 'created' || !payment.awaitsApproval) throw new ApiError('payment_not_awaiting_approval')
  return payment
}

/**
 * A second person approves a payment above the company's limit; it may be sent from now on, and one that was paid by
 * hand is settled. One that the job made is approved by one person.
 * @throws ApiError `not_found`, `partly_visible`, `payment_not_awaiting_approval`, `more_than_owed` where the owner came
 * to owe since, and as {@link requireAnotherPerson} does
 */
export async function approvePayment(change: WriteContext, id: number): Promise<void> {
  const { db, actor, at } = change
  const payment = await lockAwaiting(change, id)
  const terms = await readPayee(change, { ...payeeOf(payment), currency: payment.currency })
  await requireAnotherPerson(db, {
    authors: userAccounts(payment.requestedByUser),
    approver: actor,
    demands: terms,
    at,
  })
  const isByHand = payment.method === 'manual'
  const obstacle = isByHand
    ? (manualPaymentBlocker(terms) ?? lacksInvoice(terms, payment.invoice))
    : sendBlocker(terms, payment.invoice)
  // A key that was changed is waited for; whatever else keeps it from being sent has to be put right first.
  if (obstacle && obstacle.code !== 'payment_held')
    throw new ApiError(obstacle.code, obstacle.values ? { values: obstacle.values } : {})
  // One by hand says what has left already; what is still to be sent is net of debts, also of those that came since.
  if (!isByHand && (await hasNewDebtSince(db, terms))) throw new ApiError('more_than_owed')
  await sql`update payment set awaits_approval = false, approved_by = ${actor.name}::text,
    state = ${isByHand ? 'settled' : payment.state}::text, version = version + 1, updated_at = ${timestamp(at)}
    where id = ${id}`.execute(db)
  await sql`update payment_request set approved_by = ${actor.userId}::bigint,
    approved_for = ${approvedFor(terms, payment)}::text where payment = ${id}`.execute(db)
  if (terms.paymentKeyType !== accountKeyType)
    await sql`update payment_transfer set next_try_at = ${timestamp(at)} where payment = ${id}`.execute(db)
  const changes = [
    { field: 'awaitsApproval', before: true, after: false },
    { field: 'approvedBy', before: null, after: actor.name },
    ...(isByHand ? [{ field: 'state', before: payment.state, after: 'settled' }] : []),
  ]
  await writeAuditEntry(change, { operation: 'approve', object: 'payment', objectId: id, changes })
  if (!isByHand) return
  await recordAttempt(change, payment, { outcome: 'settled', remark: { code: 'byHand' } })
  await completeEntries(change, payment)
}

/**
 * An approval is of one amount to one key of one owner: where they are not what was approved, it is void, and somebody
 * has to approve it again.
 * @returns whether it was.
 */
export async function voidApproval(
  change: WriteContext,
  payment: LockedPayment,
  owner: PayeeAccount,
): Promise<boolean> {
  const { db, at } = change
  const { id, approvedFor: approved } = payment
  if (approved === null || approved === approvedFor(owner, payment)) return false
  await sql`update payment set awaits_approval = true, approved_by = null, version = version + 1,
    updated_at = ${timestamp(at)} where id = ${id}`.execute(db)
  await sql`update payment_request set approved_by = null, approved_for = null where payment = ${id}`.execute(db)
  await sql`update payment_transfer set next_try_at = null where payment = ${id}`.execute(db)
  const changes = [{ field: 'awaitsApproval', before: false, after: true }]
  await writeAuditEntry(change, { operation: 'voidApproval', object: 'payment', objectId: id, changes })
  await recordAttempt(change, payment, { outcome: 'held', remark: { code: 'approvalVoid' } })
  return true
}

/**
 * A person declines a payment that waits for approval: it is withdrawn, its entries are pending again, and automatic
 * payment of the owner is held, so that the next run does not ask the same again at once. Whoever asked for it may
 * decline it, too.
 * @throws ApiError `not_found`, `partly_visible`, `payment_not_awaiting_approval`
 */
export async function declinePayment(change: WriteContext, id: number, reason: string): Promise<void> {
  const { db, at: now } = change
  const payment = await lockAwaiting(change, id)
  await withdrawPayment(change, payment, reason)
  if (payment.method === 'automatic')
    await startCoolingOff(db, { ...payeeOf(payment), reason: 'payment_declined', now })
}
