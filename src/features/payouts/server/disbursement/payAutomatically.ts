import { businessDay } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { nextPayDay, paidBefore } from '#rules/payouts/payCalendar.ts'
import { payeeKinds } from '#rules/payouts/payments.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { currentBusinessTime, todayOf, zoneOf } from '#engine/records/server/change.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'
import { type PayeeAccount, paymentBlocker } from '../payees/payeeAccount.ts'
import { readOwners } from '../payees/readPayees.ts'
import { createPayment } from '../payments/createPayment.ts'
import { batchMax } from './payoutBatch.ts'
import { recheckKeys } from './recheckKeys.ts'
import { sendPayments } from './sendPayments.ts'

/** What a run of the automatic payments did. */
export interface AutomaticPayments {
  readonly created: number
  /** Of these, made but waiting for a person's approval. */
  readonly awaitingApproval: number
  /** How many owners were left out, by reason (an error code). */
  readonly skipped: Readonly<Record<string, number>>
}

/** The work of a run: told of its progress, stopped between two owners. */
export interface RunOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined
}

const actor = systemActor('payout')
/** Owners for whom payments are made at once. */
const atOnce = 4

/**
 * Pays each payee that is automatic, complete and not on hold, and whose pending sum reaches the minimum payout: one
 * payment per payee and currency, each created in its own transaction, sent in batches. Commission of the present day
 * waits until the day is over. Concurrent runs pay a payee once.
 */
export async function payAutomatically(
  context: AppContext,
  { signal, onProgress }: RunOptions = {},
): Promise<AutomaticPayments> {
  await recheckKeys(context, { signal })
  const skipped: Record<string, number> = {}
  const skip = (reason: string) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1
  }
  const waiting: PayeeAccount[] = []
  const { db } = context.database
  const now = context.now()
  // Each by the clock of its company: it decides which commission is of a day that is over.
  for (const [zone, kind] of (await allZones(db, context)).flatMap((each) =>
    payeeKinds.map((kind) => [each, kind] as const),
  )) {
    const before = businessDay({ at: now, zone })
    for (const owner of await readOwners(db, { kind, before, now })) {
      if (zoneOf(context, owner) !== zone) continue
      const obstacle = paymentBlocker(owner, 'job')
      if (obstacle) skip(obstacle.code)
      else if (nextPayDay(owner.payCalendar, before) !== before) skip('not_a_pay_day')
      else waiting.push(owner)
    }
  }
  const total = waiting.length
  let [done, created, awaitingApproval] = [0, 0, 0]
  const made: number[] = []
  const send = () => sendPayments(context, made.splice(0), { signal })
  const work = async () => {
    for (let owner = waiting.shift(); owner && !signal?.aborted; owner = waiting.shift()) {
      const outcome = await payOwner(context, owner, paidBefore(owner.payCalendar, todayOf(context, owner)))
      if ('code' in outcome) skip(outcome.code)
      else created += 1
      if ('id' in outcome && outcome.awaitsApproval) awaitingApproval += 1
      if ('id' in outcome && !outcome.awaitsApproval) made.push(outcome.id)
      if (made.length >= batchMax) await send()
      onProgress?.({ done: (done += 1), total })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await send()
  return { created, awaitingApproval, skipped }
}

async function payOwner(
  context: AppContext,
  owner: PayeeAccount,
  before: string,
): Promise<{ code: string } | { id: number; awaitsApproval: boolean }> {
  try {
    const order = { owner, currency: owner.currency, asked: 'job', before } as const
    const payment = await inTransaction(context.database.db, (db) =>
      createPayment({ db, actor, ...currentBusinessTime(context, owner) }, order),
    )
    return { id: payment.id, awaitsApproval: payment.awaitsApproval }
  } catch (error) {
    // Changed since it was read, or another run was faster: that owner is not paid now, the others are.
    if (error instanceof ApiError && error.status < 500) return { code: error.code }
    if ((error as { code?: string }).code === '23505') return { code: 'payment_in_flight' }
    throw error
  }
}
