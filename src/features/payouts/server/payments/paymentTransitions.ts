import { sql } from 'kysely'
import {
  type AttemptCode,
  attemptText,
  type Reason,
  reasonText,
  type CodedMessage,
  messageWithReason,
} from '#engine/declaration/messageCodes.ts'
import { businessDay } from '#engine/values/calendar.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { addAdjustment } from '#features/commission/server/close/adjustEntry.ts'
import { readAllocations } from '#features/commission/server/close/entryDetails.ts'
import { freeInvoice } from '../invoices/invoices.ts'
import { freeRequest } from '../requests/payoutRequests.ts'
import { holdReturned } from '../holds/holds.ts'
import { type LockedPayment, movePayment, recordAttempt } from './payment.ts'
import { recoupAdvances } from './recoupAdvances.ts'
import { byClockOfPayment } from '../payees/payeeClock.ts'

async function stopFollowing({ db }: WriteContext, payment: LockedPayment, reason: string | null): Promise<void> {
  await sql`update payment_transfer set next_try_at = null, reason = ${reason}::text
    where payment = ${payment.id}`.execute(db)
}

async function freeEntries({ db }: WriteContext, payment: LockedPayment): Promise<void> {
  await sql`update payment_entry set holds = false where payment = ${payment.id}`.execute(db)
  await freeInvoice(db, payment)
  await freeRequest(db, payment)
}

/**
 * All entries that a payment holds become complete, in the transaction in which it is settled; advances among them are
 * taken back from now on.
 */
export async function completeEntries(change: WriteContext, { id: payment, method }: LockedPayment): Promise<void> {
  const { db, at } = change
  const { rows: held } = await sql<{ id: number }>`select entry.id from entry
    join payment_entry on payment_entry.entry = entry.id and payment_entry.holds
    where payment_entry.payment = ${payment} order by entry.id for update of entry`.execute(db)
  const { rows: completed } = await sql<{ id: number }>`update entry set status = 'complete',
      payment_method = ${method}::text, version = version + 1, updated_at = ${timestamp(at)}
    where id in (select entry from payment_entry where payment = ${payment} and holds) and status = 'pending'
    returning id`.execute(db)
  if (held.length === 0 || completed.length !== held.length)
    throw new Error(`Payment ${payment} holds ${held.length} entries, of which ${completed.length} were pending.`)
  const changes = [{ field: 'status', before: 'pending', after: 'complete' }]
  for (const { id } of held) {
    const batch = `payment-${payment}`
    await writeAuditEntry(change, { operation: 'complete', object: 'entry', objectId: id, changes, batch })
  }
  await recoupAdvances(
    change,
    held.map(({ id }) => id),
  )
}

/** The payment is settled: in the same transaction its entries become complete, all of them. */
export async function settlePayment(change: WriteContext, payment: LockedPayment): Promise<LockedPayment> {
  const settled = await movePayment(change, payment, 'settled')
  await recordAttempt(change, payment, { outcome: 'settled', remark: { code: 'settled' } })
  await stopFollowing(change, payment, null)
  await completeEntries(change, payment)
  return settled
}

/** The payment is refused for good: its entries are free again, and show the reason. */
export async function rejectPayment(
  change: WriteContext,
  payment: LockedPayment,
  remark: CodedMessage<AttemptCode>,
): Promise<void> {
  await movePayment(change, payment, 'rejected')
  await recordAttempt(change, payment, { outcome: 'refused', remark })
  await stopFollowing(change, payment, attemptText(remark))
  await freeEntries(change, payment)
}

/** What a returned payment re-opens is written as, in the list of an entry's adjustments. */
const returnedReason = 'payment_returned'

/**
 * The money of a settled payment came back: its amount is due again, as one adjustment entry dated today, and nothing
 * more goes to its key before somebody releases it. The complete entries stay as they are.
 */
export async function returnPayment(change: WriteContext, payment: LockedPayment, reason: Reason): Promise<void> {
  const { db, actor, at } = change
  await movePayment(change, payment, 'returned')
  await recordAttempt(change, payment, { outcome: 'returned', remark: messageWithReason('returned', reason) })
  await stopFollowing(change, payment, reasonText(reason))
  // The adjustments of an entry are numbered under its lock, as the close does.
  const first = sql<{ id: number }>`select entry.id from entry
    where entry.id = (select min(entry) from payment_entry where payment = ${payment.id}) for update of entry`
  const { id: source } = (await firstRow(db, first))!
  const { rows: paid } = await sql<{ entry: number }>`select entry from payment_entry
    where payment = ${payment.id}`.execute(db)
  const entries = paid.map(({ entry }) => entry)
  const entry = await addAdjustment(db, {
    source,
    owner: payeeOf(payment),
    value: payment.value,
    parts: await readAllocations(db, entries),
    reason: returnedReason,
    today: businessDay(await byClockOfPayment(change, payment)),
    actor,
  })
  await sql`insert into payment_return (payment, entry, reason, at)
    values (${payment.id}, ${entry}, ${reasonText(reason)}::text, ${timestamp(at)})`.execute(db)
  await freeInvoice(db, payment)
  await freeRequest(db, payment)
  await holdReturned(change, payeeOf(payment), { sentTo: payment.paymentKey, reason: reasonText(reason) })
}

/**
 * Takes back a payment that was never sent: its entries are free again. No state says this, because nothing happened
 * outside; the activity log keeps the whole payment and why.
 * @throws Error where it was sent: a mistake in the code that asks.
 */
export async function withdrawPayment(change: WriteContext, payment: LockedPayment, reason: string): Promise<void> {
  const { id, affiliate, partner, value, currency, method, state, awaitsApproval, invoice } = payment
  if (state !== 'created') throw new Error(`Payment ${id} was sent and cannot be withdrawn.`)
  const kept = sql<{
    entries: number[]
    requestedBy: string
  }>`select entries, requested_by as "requestedBy" from payment
    where id = ${id}`
  const { entries, requestedBy } = (await firstRow(change.db, kept))!
  const was = { affiliate, partner, value, currency, method, state, entries, requestedBy, awaitsApproval, invoice }
  const gone = Object.entries(was).map(([field, before]) => ({ field, before, after: null }))
  const changes = [...gone.filter(({ before }) => before !== null), { field: 'reason', before: null, after: reason }]
  await writeAuditEntry(change, { operation: 'withdraw', object: 'payment', objectId: id, changes })
  await freeEntries(change, payment)
  await sql`delete from payment where id = ${id}`.execute(change.db)
}
