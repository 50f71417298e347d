import { sql } from 'kysely'
import { type Reason, reasonText, remarkWithReason } from '../../../config/remarks.ts'
import type { PayoutStatus } from './payoutGateway.ts'
import type { PaymentChange } from '../../records/change.ts'
import type { LockedPayment } from '../pay/lockPayment.ts'
import { movePayment, recordAttempt } from '../pay/movePayment.ts'
import { rejectPayment, returnPayment, settlePayment } from '../pay/outcomes.ts'
import { askPauseMs, sendPauseMs } from './pauses.ts'

/** What became of a payment, as anybody tells it: the answer to a send, to a question, a webhook or a statement. */
export interface ToldAnswer {
  readonly answer: PayoutStatus
  /** The business time zone, for the day of an adjustment. */
  readonly zone: string
}

async function followLater(
  { db, at }: PaymentChange,
  payment: LockedPayment,
  step: { next: 'send' | 'ask'; pauseMs: number; reason: string | null },
): Promise<void> {
  await sql`update payment_transfer set next_step = ${step.next}::text,
    next_try_at = ${new Date(at.getTime() + step.pauseMs).toISOString()}::text::timestamptz,
    reason = ${step.reason}::text
    where payment = ${payment.id}`.execute(db)
}

async function refuse(
  change: PaymentChange,
  payment: LockedPayment,
  answer: { reason: Reason; isTransient: boolean },
): Promise<void> {
  const pauseMs = answer.isTransient ? sendPauseMs(payment.tries) : null
  if (pauseMs === null) {
    await rejectPayment(
      change,
      payment,
      answer.isTransient
        ? remarkWithReason('refusedAfter', answer.reason, { tries: payment.tries })
        : remarkWithReason('refused', answer.reason),
    )
    return
  }
  await recordAttempt(change, payment, {
    outcome: 'refused',
    remark: remarkWithReason('refusedForNow', answer.reason, { tries: payment.tries }),
  })
  await followLater(change, payment, { next: 'send', pauseMs, reason: reasonText(answer.reason) })
}

async function doubt(change: PaymentChange, payment: LockedPayment, reason: Reason): Promise<void> {
  const lost = payment.state === 'sent' ? await movePayment(change, payment, 'unknown') : payment
  await recordAttempt(change, lost, { outcome: 'unknown', remark: remarkWithReason('unknown', reason) })
  await followLater(change, lost, { next: 'ask', pauseMs: askPauseMs(payment.asks), reason: reasonText(reason) })
}

/** Said of a payment whose outcome we know already: nothing moves. Where it says otherwise, a person must look. */
async function compareWithKnown(
  change: PaymentChange,
  payment: LockedPayment,
  { answer, zone }: ToldAnswer,
): Promise<boolean> {
  if (payment.state === 'settled' && answer.kind === 'returned') {
    await returnPayment(change, payment, { reason: answer.reason, zone })
    return true
  }
  const said = answer.kind === 'refused' ? 'rejected' : answer.kind
  const isSame =
    said === payment.state ||
    ['accepted', 'unknown', 'absent'].includes(said) ||
    (payment.state === 'returned' && said === 'settled')
  if (!isSame)
    await recordAttempt(change, payment, {
      outcome: 'contradiction',
      remark: { code: 'contradiction', values: { said, state: payment.state } },
    })
  return false
}

/**
 * Makes a locked payment what somebody says of it. The same thing told twice changes nothing the second time.
 * @returns whether the payment's state changed.
 */
export async function applyAnswer(change: PaymentChange, payment: LockedPayment, told: ToldAnswer): Promise<boolean> {
  const { answer } = told
  if (payment.state !== 'sent' && payment.state !== 'unknown') return compareWithKnown(change, payment, told)
  switch (answer.kind) {
    case 'settled':
      await settlePayment(change, payment, told.zone)
      return true
    case 'returned':
      // That it was settled before was never heard.
      await returnPayment(change, await settlePayment(change, payment, told.zone), {
        reason: answer.reason,
        zone: told.zone,
      })
      return true
    case 'refused':
      await refuse(change, payment, answer)
      return true
    case 'accepted':
      await recordAttempt(change, payment, { outcome: 'accepted', remark: { code: 'accepted' } })
      await followLater(change, payment, { next: 'ask', pauseMs: askPauseMs(payment.asks), reason: null })
      return false
    case 'unknown':
      await doubt(change, payment, answer.reason)
      return payment.state === 'sent'
    case 'absent':
      // The send never arrived. The same id again: should it arrive after all, the gateway takes it once.
      await recordAttempt(change, payment, { outcome: 'absent', remark: { code: 'absent' } })
      await followLater(change, payment, { next: 'send', pauseMs: 0, reason: reasonText({ code: 'neverReceived' }) })
      return false
  }
}
