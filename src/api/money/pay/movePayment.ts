import { sql } from 'kysely'
import type { FieldChange } from '../../../config/derive/difference.ts'
import { type AttemptCode, attemptText, type Remark } from '../../../config/remarks.ts'
import { canMove, type PaymentState } from '../../../domain/payments.ts'
import { logActivity } from '../../records/activityLog.ts'
import type { PaymentChange } from '../../records/change.ts'
import type { LockedPayment } from './lockPayment.ts'

/**
 * Moves a locked payment to another state, and logs it.
 * @returns the payment as it is now.
 * @throws Error where the state machine has no such move: a mistake in the code that asks.
 */
export async function movePayment(
  change: PaymentChange,
  payment: LockedPayment,
  to: PaymentState,
): Promise<LockedPayment> {
  const { db, actor, at, request } = change
  if (!canMove({ from: payment.state, to }))
    throw new Error(`Payment ${payment.id} cannot move from ${payment.state} to ${to}.`)
  const moment = sql`${at.toISOString()}::text::timestamptz`
  await sql`update payment set state = ${to}::text, paid_at = ${to === 'settled' ? moment : sql`paid_at`},
    version = version + 1, updated_at = ${moment} where id = ${payment.id}`.execute(db)
  const changes: FieldChange[] = [{ field: 'state', before: payment.state, after: to }]
  if (to === 'settled') changes.push({ field: 'paidAt', before: null, after: at.toISOString() })
  await logActivity(db, { actor, request, operation: 'move', object: 'payment', objectId: payment.id, changes, at })
  return { ...payment, state: to }
}

/** What is known of a try to pay; the last word of each is what the entry shows. */
export type AttemptOutcome =
  | 'sent'
  | 'accepted'
  | 'settled'
  | 'refused'
  | 'unknown'
  | 'returned'
  | 'absent'
  | 'contradiction'

/**
 * Records a try to pay, or what came of one, in words people read. The same thing said twice in a row is recorded once.
 */
export async function recordAttempt(
  { db, at }: PaymentChange,
  payment: Pick<LockedPayment, 'id'>,
  attempt: { outcome: AttemptOutcome; remark: Remark<AttemptCode> },
): Promise<void> {
  const message = attemptText(attempt.remark)
  await sql`insert into payment_attempt (payment, at, outcome, message, remark) select ${payment.id},
    ${at.toISOString()}::text::timestamptz, ${attempt.outcome}::text, ${message}::text,
    ${JSON.stringify(attempt.remark)}::text::jsonb
    where not exists (select from (select outcome, message from payment_attempt where payment = ${payment.id}
      order by id desc limit 1) last
      where last.outcome = ${attempt.outcome}::text and last.message = ${message}::text)`.execute(db)
}
