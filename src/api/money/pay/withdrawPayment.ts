import { sql } from 'kysely'
import { logActivity } from '../../records/activityLog.ts'
import type { PaymentChange } from '../../records/change.ts'
import type { LockedPayment } from './lockPayment.ts'

/**
 * Takes back a payment that was never sent: its entries are free again. No state says this, because nothing happened
 * outside; the activity log keeps the
 * whole payment and why.
 * @throws Error where it was sent: a mistake in the code that asks.
 */
export async function withdrawPayment(
  { db, actor, at, request }: PaymentChange,
  payment: LockedPayment,
  reason: string,
): Promise<void> {
  if (payment.state !== 'created') throw new Error(`Payment ${payment.id} was sent and cannot be withdrawn.`)
  const {
    rows: [row],
  } = await sql<{
    entries: number[]
    requested_by: string
  }>`select entries, requested_by from payment where id = ${payment.id}`.execute(db)
  const changes = Object.entries({
    affiliate: payment.affiliate,
    partner: payment.partner,
    value: payment.value,
    currency: payment.currency,
    method: payment.method,
    state: payment.state,
    entries: row!.entries,
    requestedBy: row!.requested_by,
    awaitsApproval: payment.awaitsApproval,
  }).flatMap(([field, before]) => (before === null ? [] : [{ field, before, after: null }]))
  await logActivity(db, {
    actor,
    request,
    operation: 'withdraw',
    object: 'payment',
    objectId: payment.id,
    changes: [...changes, { field: 'reason', before: null, after: reason }],
    at,
  })
  await sql`update payment_entry set holds = false where payment = ${payment.id}`.execute(db)
  await sql`delete from payment where id = ${payment.id}`.execute(db)
}
