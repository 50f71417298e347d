import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { Actor } from '../../../config/actor.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { ApiError } from '../../errors.ts'
import { logActivity } from '../../records/activityLog.ts'
import { requireWhole } from '../../records/parts.ts'
import { scopeCondition } from '../../records/scope.ts'
import { holdOwner } from './holdOwner.ts'
import type { PaymentChange } from '../../records/change.ts'
import { type LockedPayment, lockPayment } from './lockPayment.ts'
import { readOwners } from './readOwners.ts'
import { requireApart } from '../../auth/requireApart.ts'
import { recordAttempt } from './movePayment.ts'
import { completeEntries } from './outcomes.ts'
import { withdrawPayment } from './withdrawPayment.ts'

/** The payment behind an id, locked, where this person sees it and it waits for approval. */
async function lockAwaiting({ db, actor }: PaymentChange, id: number): Promise<LockedPayment> {
  const payment = (await isVisible(db, actor, id)) ? await lockPayment(db, { id }) : null
  if (!payment) throw new ApiError('not_found')
  await requireWhole(db, { actor, resource: 'payment', which: sql`asked.id = ${payment.id}` })
  if (payment.state !== 'created' || !payment.awaitsApproval) throw new ApiError('payment_not_awaiting_approval')
  return payment
}

async function isVisible(db: Kysely<any>, actor: Actor, id: number): Promise<boolean> {
  const { rows } = await sql`select from payment where id = ${String(id)}::text::bigint
      and ${scopeCondition({ actor, resource: resources.payment, alias: 'payment' })}`.execute(db)
  return rows.length > 0
}

const ownerOf = (payment: LockedPayment): [OwnerKind, number] =>
  payment.affiliate === null ? ['partner', payment.partner!] : ['affiliate', payment.affiliate]

/**
 * A second person approves a payment above the company's limit; it may be sent from now on, and one that was paid by
 * hand is settled. One that the job made is approved by one person.
 * @param zone the business time zone
 * @throws ApiError `not_found`, `partly_visible`, `payment_not_awaiting_approval`, and as {@link requireApart} does
 */
export async function approvePayment(change: PaymentChange, id: number, zone: string): Promise<void> {
  const { db, actor, at, request } = change
  const payment = await lockAwaiting(change, id)
  const [kind, owner] = ownerOf(payment)
  const [terms] = await readOwners(db, { kind, one: { id: owner, currency: payment.currency }, now: at })
  await requireApart(db, { asker: payment.requestedByUser, approver: actor.userId ?? 0, terms: terms!, at })
  const moment = sql`${at.toISOString()}::text::timestamptz`
  const isByHand = payment.method === 'manual'
  await sql`update payment set awaits_approval = false, approved_by = ${actor.name}::text,
    state = ${isByHand ? 'settled' : payment.state}::text, version = version + 1, updated_at = ${moment}
    where id = ${payment.id}`.execute(db)
  await sql`update payment_request set approved_by = ${actor.userId}::bigint where payment = ${payment.id}`.execute(db)
  await sql`update payment_transfer set next_try_at = ${moment} where payment = ${payment.id}`.execute(db)
  const settled = isByHand ? [{ field: 'state', before: payment.state, after: 'settled' }] : []
  const changes = [
    { field: 'awaitsApproval', before: true, after: false },
    { field: 'approvedBy', before: null, after: actor.name },
    ...settled,
  ]
  await logActivity(db, { actor, request, operation: 'approve', object: 'payment', objectId: payment.id, changes, at })
  if (!isByHand) return
  await recordAttempt(change, payment, { outcome: 'settled', remark: { code: 'byHand' } })
  await completeEntries(change, payment, zone)
}

/**
 * A person declines a payment that waits for approval: it is withdrawn, its entries are pending again, and automatic
 * payment of the owner is held, so that the
 * next run does not ask the same again at once. Whoever asked for it may decline it, too.
 * @throws ApiError `not_found`, `partly_visible`, `payment_not_awaiting_approval`
 */
export async function declinePayment(change: PaymentChange, id: number, reason: string): Promise<void> {
  const payment = await lockAwaiting(change, id)
  const [kind, owner] = ownerOf(payment)
  await withdrawPayment(change, payment, reason)
  if (payment.method === 'automatic')
    await holdOwner(change.db, { kind, id: owner, reason: 'payment_declined', now: change.at })
}
