import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { Actor } from '../../../config/actor.ts'
import { validateInput } from '../../../config/derive/validator.ts'
import { columnName } from '../../../config/derive/table.ts'
import { moment, text } from '../../../config/fields/index.ts'
import type { AnyRecord } from '../../../config/record.ts'
import type { AnyResource } from '../../../config/resource.ts'
import { businessDay, isDay, isInFuture } from '../../../domain/calendar.ts'
import type { Money } from '../../../domain/money.ts'
import { ApiError, problemsError } from '../../errors.ts'
import { logActivity, type LogOrigin } from '../../records/activityLog.ts'
import { requireWhole } from '../../records/parts.ts'
import { scopeCondition } from '../../records/scope.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { payByHand } from './payByHand.ts'

/** What "Baixa manual" takes: when it was paid (a day or a moment), and what the bank calls it. */
const paymentFields = { paidAt: moment({ required: true }), reference: text({ max: 80 }), note: text({ max: 500 }) }

interface PayableEntry {
  readonly id: number
  readonly owner_kind: OwnerKind
  readonly owner: number
  readonly status: 'pending' | 'complete'
  readonly value: Money
  readonly currency: string
  readonly is_held: boolean
}

/** When and how something was paid by hand. */
export interface ManualPayment {
  /** ISO 8601. */
  readonly paidAt: string
  readonly reference: string | null
  readonly note: string | null
}

/** The present moment, and the zone that says which business day it is. */
export interface PresentMoment {
  readonly now: Date
  readonly zone: string
}

/**
 * Reads what "Baixa manual" takes; a day stands for its beginning in UTC. Nothing is paid before it happened:
 * `in_future`.
 * @throws ApiError 400
 */
export function readManualPayment(body: unknown, { now, zone }: PresentMoment): ManualPayment {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as AnyRecord) : {}
  const input = isDay(given.paidAt) ? { ...given, paidAt: `${given.paidAt}T00:00:00Z` } : given
  const validated = validateInput({ fields: paymentFields, input: body === undefined ? {} : input })
  if (!validated.ok) throw problemsError(validated.problems)
  const payment = validated.values as unknown as ManualPayment
  if (isInFuture({ at: isDay(given.paidAt) ? given.paidAt : payment.paidAt, now, zone })) {
    throw problemsError([
      { field: 'paidAt', code: 'in_future', values: { today: businessDay({ at: now, zone }), zone } },
    ])
  }
  return payment
}

async function lockEntry(db: Kysely<any>, actor: Actor, id: string): Promise<PayableEntry> {
  // First the lock, then what it protects: a statement that waited for the lock would not see the payment that held the
  // entry meanwhile.
  await sql`select from entry where entry.id = ${id}::text::bigint
    and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })} for update of entry`.execute(db)
  const {
    rows: [entry],
  } = await sql<PayableEntry>`select entry.id, case when entry.affiliate is null then 'partner'
      else 'affiliate' end as owner_kind,
      coalesce(entry.affiliate, entry.partner) as owner, entry.status, entry.value, entry.currency,
      exists (select from payment_entry where payment_entry.entry = entry.id and payment_entry.holds) as is_held
    from entry where entry.id = ${id}::text::bigint
      and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}`.execute(db)
  if (!entry) throw new ApiError('not_found')
  await requireWhole(db, { actor, resource: 'entry', which: sql`asked.id = ${entry.id}` })
  return entry
}

/**
 * The required fields that an owner lacks, as its form shows them: an affiliate made by an import earns, but is paid
 * once it is filled in.
 */
export async function missingFields(
  db: Kysely<any>,
  owner: { ownerKind: OwnerKind; owner: number },
): Promise<string[]> {
  const resource: AnyResource = resources[owner.ownerKind]
  const {
    rows: [record],
  } = await sql<Record<string, unknown>>`select * from ${sql.table(owner.ownerKind)} where id = ${owner.owner}`.execute(
    db,
  )
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const value = record?.[columnName(name)] ?? null
    if (resource.visibleWhen[name]) return []
    if (field.kind === 'references')
      return (field.count ?? field.min ?? 0) > (Array.isArray(value) ? value.length : 0) && !field.heldBy ? [name] : []
    return field.required && value === null ? [name] : []
  })
}

/**
 * Which of the specification's three refusals holds: "This entry is not pending" (its owner is paid by hand),
 * "Affiliate payment type is not manual" (it is pending), "This entry is not
 * pending and/or manual" (neither). An entry that a payment holds is not pending any more.
 */
export function manualRefusal(entry: {
  isPending: boolean
  isManual: boolean
}): 'entry_not_pending' | 'payment_type_not_manual' | 'entry_not_pending_or_manual' | null {
  if (entry.isPending) return entry.isManual ? null : 'payment_type_not_manual'
  return entry.isManual ? 'entry_not_pending' : 'entry_not_pending_or_manual'
}

async function requirePayable(db: Kysely<any>, entry: PayableEntry): Promise<void> {
  const {
    rows: [owner],
  } = await sql<{
    payment_type: string | null
  }>`select payment_type from ${sql.table(entry.owner_kind)} where id = ${entry.owner}`.execute(db)
  const refusal = manualRefusal({
    isPending: entry.status === 'pending' && !entry.is_held,
    isManual: (owner?.payment_type ?? 'manual') === 'manual',
  })
  if (refusal) throw new ApiError(refusal)
  const missing = await missingFields(db, { ownerKind: entry.owner_kind, owner: entry.owner })
  if (missing.length > 0) throw new ApiError('incomplete_record', { values: { fields: missing.join(', ') } })
}

/** A payment by hand as it was written. */
export interface ConfirmedPayment {
  readonly payment: number
  /** Another person has to approve it; until then its entries are pending. */
  readonly awaitsApproval: boolean
}

/**
 * Confirms that an entry was paid by hand ("Baixa manual"): a settled payment is written and the entry is complete, in
 * the caller's transaction and with one line in the log. Above the limit of its company the
 * payment waits for another person's approval instead. Of twenty at once exactly one succeeds: the entry's row is
 * locked, and an entry is held by one payment. Call `lockLimits` before.
 * @throws ApiError 404 outside the scope; `partly_visible`, `entry_not_pending`, `entry_not_pending_or_manual`,
 * `payment_type_not_manual`, `incomplete_record`
 */
export async function confirmManualPayment(
  db: Kysely<any>,
  input: {
    actor: Actor
    id: string
    given: ManualPayment
    present: PresentMoment
    request?: LogOrigin | undefined
    batch?: string | undefined
  },
): Promise<ConfirmedPayment> {
  const { actor, request, given, batch, present } = input
  const entry = await lockEntry(db, actor, input.id)
  await requirePayable(db, entry)
  const written = await payByHand(db, {
    owner: { kind: entry.owner_kind, id: entry.owner },
    currency: entry.currency,
    entries: [entry],
    given,
    actor,
    present,
  })
  const paid = written.awaitsApproval ? [] : [{ field: 'status', before: 'pending', after: 'complete' }]
  const changes = [
    ...paid,
    { field: 'payment', before: null, after: written.payment },
    { field: 'value', before: null, after: entry.value },
    { field: 'paidAt', before: null, after: given.paidAt },
    { field: 'reference', before: null, after: given.reference },
    { field: 'note', before: null, after: given.note },
    ...(written.awaitsApproval ? [{ field: 'awaitsApproval', before: null, after: true }] : []),
  ]
  await logActivity(db, {
    actor,
    request,
    operation: 'confirmManualPayment',
    object: 'entry',
    objectId: entry.id,
    changes,
    batch,
    at: present.now,
  })
  return written
}
