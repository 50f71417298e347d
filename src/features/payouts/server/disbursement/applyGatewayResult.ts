import { sql } from 'kysely'
import { type Reason, reasonText, messageWithReason } from '#engine/declaration/messageCodes.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { rejectPayment, returnPayment, settlePayment } from '../payments/paymentTransitions.ts'
import { type LockedPayment, movePayment, recordAttempt } from '../payments/payment.ts'
import type { PayoutStatus } from './payoutGateway.ts'

const minuteMs = 60_000
/** Pauses between tries after transient refusals; after the last one the payment is given up. */
const sendPauses = [1, 5, 25, 120, 480].map((minutes) => minutes * minuteMs)
const firstAskPauseMs = 15_000
const askPauseMaxMs = 6 * 60 * minuteMs

/** Milliseconds until the next try after so many tries; null after the last one. */
const sendPauseMs = (tries: number): number | null => sendPauses[Math.max(tries, 1) - 1] ?? null

/** Milliseconds until a payment without outcome is asked for again: twice as long each time, six hours at most. */
const askPauseMs = (asks: number): number => Math.min(firstAskPauseMs * 2 ** Math.min(asks, 20), askPauseMaxMs)

async function followLater(
  { db, at }: WriteContext,
  payment: LockedPayment,
  { next, pauseMs, reason }: { next: 'send' | 'ask'; pauseMs: number; reason: Reason | null },
): Promise<void> {
  await sql`update payment_transfer set next_step = ${next}::text,
    next_try_at = ${timestamp(new Date(at.getTime() + pauseMs))},
    reason = ${reason === null ? null : reasonText(reason)}::text where payment = ${payment.id}`.execute(db)
}

async function refuse(
  change: WriteContext,
  payment: LockedPayment,
  { reason, isTransient }: { reason: Reason; isTransient: boolean },
): Promise<void> {
  const { tries } = payment
  const pauseMs = isTransient ? sendPauseMs(tries) : null
  if (pauseMs !== null) {
    await recordAttempt(change, payment, {
      outcome: 'refused',
      remark: messageWithReason('refusedForNow', reason, { tries }),
    })
    await followLater(change, payment, { next: 'send', pauseMs, reason })
  } else if (isTransient) await rejectPayment(change, payment, messageWithReason('refusedAfter', reason, { tries }))
  else await rejectPayment(change, payment, messageWithReason('refused', reason))
}

async function doubt(change: WriteContext, payment: LockedPayment, reason: Reason): Promise<void> {
  const lost = payment.state === 'sent' ? await movePayment(change, payment, 'unknown') : payment
  await recordAttempt(change, lost, { outcome: 'unknown', remark: messageWithReason('unknown', reason) })
  await followLater(change, lost, { next: 'ask', pauseMs: askPauseMs(payment.asks), reason })
}

/** Said of a payment whose outcome we know already: nothing moves. Where it says otherwise, a person must look. */
async function compareWithKnown(change: WriteContext, payment: LockedPayment, answer: PayoutStatus): Promise<boolean> {
  const { state } = payment
  if (state === 'settled' && answer.kind === 'returned') {
    await returnPayment(change, payment, answer.reason)
    return true
  }
  const said = answer.kind === 'refused' ? 'rejected' : answer.kind
  const isSame =
    said === state || ['accepted', 'unknown', 'absent'].includes(said) || (state === 'returned' && said === 'settled')
  const remark = { code: 'contradiction', values: { said, state } } as const
  if (!isSame) await recordAttempt(change, payment, { outcome: 'contradiction', remark })
  return false
}

/**
 * Makes a locked payment what somebody says of it: the answer to a send, to a question, a webhook or a statement. The
 * same thing told twice changes nothing the second time.
 * @returns whether the payment's state changed.
 */
export async function applyGatewayResult(
  change: WriteContext,
  payment: LockedPayment,
  answer: PayoutStatus,
): Promise<boolean> {
  if (payment.state !== 'sent' && payment.state !== 'unknown') return compareWithKnown(change, payment, answer)
  switch (answer.kind) {
    case 'settled':
      await settlePayment(change, payment)
      return true
    case 'returned':
      // That it was settled before was never heard.
      await returnPayment(change, await settlePayment(change, payment), answer.reason)
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
      await followLater(change, payment, { next: 'send', pauseMs: 0, reason: { code: 'neverReceived' } })
      return false
  }
}
