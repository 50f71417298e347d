import { sql } from 'kysely'
import {
  type AttemptCode,
  attemptText,
  type Reason,
  reasonText,
  type Remark,
  remarkWithReason,
} from '../../../config/remarks.ts'
import { businessDay } from '../../../domain/calendar.ts'
import { takeBackAdvances } from './takeBackAdvances.ts'
import { addAdjustment } from '../close/adjustEntry.ts'
import { readParts } from '../close/entryParts.ts'
import { logActivity } from '../../records/activityLog.ts'
import type { PaymentChange } from '../../records/change.ts'
import type { LockedPayment } from './lockPayment.ts'
import { movePayment, recordAttempt } from './movePayment.ts'

async function stopFollowing({ db }: PaymentChange, payment: LockedPayment, reason: string | null): Promise<void> {
  await sql`update payment_transfer set next_try_at = null, reason = ${reason}::text
    where payment = ${payment.id}`.execute(db)
}

/**
 * All entries that a payment holds become complete, in the transaction in which it is settled; advances among them are
 * taken back from now on.
 * @param zone the business time zone
 */
export async function completeEntries(
  { db, actor, at, request }: PaymentChange,
  payment: Pick<LockedPayment, 'id' | 'method'>,
  zone: string,
): Promise<void> {
  const { rows: held } = await sql<{
    id: number
  }>`select entry.id from entry join payment_entry on payment_entry.entry = entry.id and payment_entry.holds
    where payment_entry.payment = ${payment.id} order by entry.id for update of entry`.execute(db)
  const { rows: completed } = await sql<{
    id: number
  }>`update entry set status = 'complete', payment_method = ${payment.method}::text, version = version + 1,
    updated_at = ${at.toISOString()}::text::timestamptz
    where id in (select entry from payment_entry where payment = ${payment.id} and holds) and status = 'pending'
      returning id`.execute(db)
  if (held.length === 0 || completed.length !== held.length)
    throw new Error(`Payment ${payment.id} holds ${held.length} entries, of which ${completed.length} were pending.`)
  for (const { id } of held) {
    await logActivity(db, {
      actor,
      request,
      operation: 'complete',
      object: 'entry',
      objectId: id,
      changes: [{ field: 'status', before: 'pending', after: 'complete' }],
      batch: `payment-${payment.id}`,
      at,
    })
  }
  await takeBackAdvances(db, { entries: held.map(({ id }) => id), actor, at, zone })
}

/** The payment is settled: in the same transaction its entries become complete, all of them. */
export async function settlePayment(
  change: PaymentChange,
  payment: LockedPayment,
  zone: string,
): Promise<LockedPayment> {
  const settled = await movePayment(change, payment, 'settled')
  await recordAttempt(change, payment, { outcome: 'settled', remark: { code: 'settled' } })
  await stopFollowing(change, payment, null)
  await completeEntries(change, payment, zone)
  return settled
}

/** The payment is refused for good: its entries are free again, and show the reason. */
export async function rejectPayment(
  change: PaymentChange,
  payment: LockedPayment,
  remark: Remark<AttemptCode>,
): Promise<LockedPayment> {
  const rejected = await movePayment(change, payment, 'rejected')
  await recordAttempt(change, payment, { outcome: 'refused', remark })
  await stopFollowing(change, payment, attemptText(remark))
  await sql`update payment_entry set holds = false where payment = ${payment.id}`.execute(change.db)
  return rejected
}

/** What a returned payment re-opens is written as, in the list of an entry's adjustments. */
const returnedReason = 'payment_returned'

/**
 * The money of a settled payment came back: its amount is due again, as one adjustment entry dated today. The complete
 * entries stay as they are.
 * @param zone the business time zone.
 */
export async function returnPayment(
  change: PaymentChange,
  payment: LockedPayment,
  { reason, zone }: { reason: Reason; zone: string },
): Promise<LockedPayment> {
  const { db, actor, at } = change
  const returned = await movePayment(change, payment, 'returned')
  await recordAttempt(change, payment, { outcome: 'returned', remark: remarkWithReason('returned', reason) })
  await stopFollowing(change, payment, reasonText(reason))
  // The adjustments of an entry are numbered under its lock, as the close does; the highest is read by a statement of
  // its own, after the wait.
  const {
    rows: [source],
  } = await sql<{ id: number }>`select entry.id from entry
    where entry.id = (select min(entry) from payment_entry where payment = ${payment.id}) for update of entry`.execute(
    db,
  )
  const {
    rows: [last],
  } = await sql<{
    number: number
  }>`select coalesce(max(number), 0) as number from entry_adjustment where source_entry = ${source!.id}`.execute(db)
  const { rows: paid } = await sql<{
    entry: number
  }>`select entry from payment_entry where payment = ${payment.id}`.execute(db)
  const parts = await readParts(
    db,
    paid.map(({ entry: each }) => each),
  )
  const ownerKind = payment.affiliate === null ? 'partner' : 'affiliate'
  const entry = await addAdjustment(db, {
    source: source!.id,
    owner: (payment.affiliate ?? payment.partner)!,
    ownerKind,
    number: last!.number + 1,
    value: payment.value,
    parts,
    reason: returnedReason,
    today: businessDay({ at, zone }),
    actor,
  })
  await sql`insert into payment_return (payment, entry, reason, at) values (${payment.id}, ${entry},
    ${reasonText(reason)}::text, ${at.toISOString()}::text::timestamptz)`.execute(db)
  return returned
}
