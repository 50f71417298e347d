import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { ErrorCode } from '../../../config/errorCatalogue.ts'
import type { MessageValues } from '../../../config/problems.ts'
import { compareMoney, type Money, sumMoney } from '../../../domain/money.ts'
import { type Owner, ownerOf } from '../../../domain/payments.ts'
import { idArray } from '../../database/arrays.ts'
import { firstRow, timestamp } from '../../database/rows.ts'
import { ApiError, problemsError } from '../../errors.ts'
import { type Change, logChange, newValues } from '../../records/change.ts'
import { requireWhole } from '../../visibility/parts.ts'
import { scopeCondition } from '../../visibility/scope.ts'
import { lockLimits } from './dayLimits.ts'
import type { ManualPayment, OwnerHandPayment } from './manualPayment.ts'
import { lockOwner, missingFields } from './owner.ts'
import type { PayableOwner } from './payableOwner.ts'
import { insertPayment, type NewPayment, recordAttempt, type WrittenPayment } from './payment.ts'
import { payableEntry, readOwner } from './readOwners.ts'
import { takeBackAdvances } from './takeBackAdvances.ts'

/**
 * Writes a payment by hand over locked entries: settled, and the entries complete; or, above the company's limit,
 * waiting for another person with all that was said of it, and the entries held. The log is the caller's.
 */
async function payByHand(change: Change, payment: Required<NewPayment>): Promise<WrittenPayment> {
  const { db, at } = change
  const written = await insertPayment(change, payment)
  if (written.awaitsApproval) return written
  const entries = payment.entries.map(({ id }) => id)
  await recordAttempt(change, written, { outcome: 'settled', remark: { code: 'byHand' } })
  await sql`update entry set status = 'complete', payment_method = 'manual', version = version + 1,
    updated_at = ${timestamp(at)} where id = any(${idArray(entries)})`.execute(db)
  await takeBackAdvances(change, entries)
  return written
}

/** Asks that an owner is paid by hand and lacks nothing. */
async function requirePaidByHand({ db }: Change, owner: PayableOwner): Promise<void> {
  if ((owner.paymentType ?? 'manual') !== 'manual') throw new ApiError('payment_type_not_manual')
  const missing = await missingFields(db, owner)
  if (missing.length > 0) throw new ApiError('incomplete_record', { values: { fields: missing.join(', ') } })
}

interface LockedEntry {
  readonly id: number
  readonly affiliate: number | null
  readonly partner: number | null
  readonly status: 'pending' | 'complete'
  readonly value: Money
  readonly currency: string
  readonly is_held: boolean
}

async function lockEntry({ db, actor }: Change, id: number): Promise<LockedEntry> {
  const which = sql`entry.id = ${String(id)}::text::bigint
    and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}`
  // First the lock, then what it protects: a statement that waited for the lock would not see the payment that held the
  // entry meanwhile.
  await sql`select from entry where ${which} for update of entry`.execute(db)
  const entry = await firstRow(
    db,
    sql<LockedEntry>`select entry.id, entry.affiliate, entry.partner, entry.status, entry.value, entry.currency,
        exists (select from payment_entry held where held.entry = entry.id and held.holds) as is_held
      from entry where ${which}`,
  )
  if (!entry) throw new ApiError('not_found')
  await requireWhole(db, { actor, resource: 'entry', which: sql`asked.id = ${entry.id}` })
  return entry
}

/**
 * Which of the specification's three refusals holds: "This entry is not pending" (its owner is paid by hand),
 * "Affiliate payment type is not manual" (it is pending), "This entry is not pending and/or manual" (neither). An entry
 * that a payment holds is not pending any more.
 */
function refusalOf({ status, is_held: isHeld }: LockedEntry, { paymentType }: PayableOwner): ErrorCode | null {
  const isManual = (paymentType ?? 'manual') === 'manual'
  if (status === 'pending' && !isHeld) return isManual ? null : 'payment_type_not_manual'
  return isManual ? 'entry_not_pending' : 'entry_not_pending_or_manual'
}

/**
 * Confirms that an entry was paid by hand ("Baixa manual"): a settled payment is written and the entry is complete, in
 * the caller's transaction and with one line in the log. Above the limit of its company the payment waits for another
 * person's approval instead. Of twenty at once exactly one succeeds: the entry's row is locked, and an entry is held by
 * one payment. Call {@link lockLimits} before.
 * @throws ApiError 404 outside the scope; `partly_visible`, `entry_not_pending`, `entry_not_pending_or_manual`,
 * `payment_type_not_manual`, `incomplete_record`
 */
export async function payEntryByHand(
  change: Change,
  { id, given, batch }: { id: number; given: ManualPayment; batch?: string },
): Promise<WrittenPayment> {
  const entry = await lockEntry(change, id)
  const owner = await readOwner(change, { ...ownerOf(entry), currency: entry.currency })
  const refusal = refusalOf(entry, owner)
  if (refusal) throw new ApiError(refusal)
  await requirePaidByHand(change, owner)
  const written = await payByHand(change, { owner, entries: [entry], byHand: given })
  const paid = written.awaitsApproval ? [] : [{ field: 'status', before: 'pending', after: 'complete' }]
  const waits = written.awaitsApproval ? { awaitsApproval: true } : {}
  const { paidAt, reference, note } = given
  const said = newValues({ payment: written.id, value: entry.value, paidAt, reference, note, ...waits })
  const changes = [...paid, ...said]
  await logChange(change, { operation: 'confirmManualPayment', object: 'entry', objectId: entry.id, changes, batch })
  return written
}

/** What became of each entry of a call. */
interface ManyPayments {
  readonly changed: readonly number[]
  /** Above the limit of their company: paid once another person approves it. */
  readonly awaiting?: readonly number[]
  readonly refused: readonly { readonly id: number; readonly code: ErrorCode; readonly values?: MessageValues }[]
}

/**
 * Confirms that several entries were paid by hand, each by itself under one batch id: what cannot be confirmed is
 * refused with its reason, the others are paid. All in the caller's transaction.
 */
export async function payEntriesByHand(
  change: Change,
  { ids, given }: { ids: readonly number[]; given: ManualPayment },
): Promise<ManyPayments> {
  const batch = randomUUID()
  const [changed, awaiting]: number[][] = [[], []]
  const refused: ManyPayments['refused'][number][] = []
  for (const id of ids) {
    try {
      const { awaitsApproval } = await payEntryByHand(change, { id, given, batch })
      ;(awaitsApproval ? awaiting! : changed!).push(id)
    } catch (error) {
      // Refused before anything was written, so that the transaction goes on; a server error ends it whole.
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      refused.push({ id, code: error.code, ...(error.values ? { values: error.values } : {}) })
    }
  }
  return { changed: changed!, ...(awaiting!.length > 0 ? { awaiting } : {}), refused } as ManyPayments
}

/** The entries to pay, locked: all that are pending in the currency, or those that were named. */
async function lockEntries(
  { db }: Change,
  { kind, id, currency: wanted }: PayableOwner,
  named: readonly number[] | null,
): Promise<{ id: number; value: Money }[]> {
  const isNamed = named === null ? sql`true` : sql`entry.id = any(${idArray(named)})`
  const which = sql`${sql.ref(`entry.${kind}`)} = ${id}::bigint and ${isNamed}`
  // First the locks, then what they protect: a statement that waited would not see the payment that took an entry
  // meanwhile.
  await sql`select from entry where ${which} and entry.status = 'pending'
    order by entry.id for update of entry`.execute(db)
  const { rows: all } = await sql<{ id: number; value: Money; currency: string }>`
    select entry.id, entry.value, entry.currency from entry where ${which} and ${payableEntry({})}
    order by entry.id`.execute(db)
  if (named !== null && all.length < named.length) {
    const { rows: found } = await sql`select from entry where ${which}`.execute(db)
    if (found.length < named.length) throw problemsError([{ field: 'entries', code: 'invalid_entry' }])
    throw new ApiError('entry_not_pending')
  }
  if (all.length === 0) throw new ApiError('nothing_to_pay')
  const rows = all.filter((entry) => entry.currency === wanted)
  if (rows.length === 0 || (named !== null && rows.length < all.length)) {
    const currency = [...new Set(all.map((entry) => entry.currency))].toSorted().join(', ')
    throw problemsError([{ field: 'currency', code: 'currency_of_entries', values: { currency } }])
  }
  return rows
}

/**
 * Confirms that an owner was paid by hand in one sum: pending entries, debts among them, become complete by one
 * payment; above the company's limit it waits for another person. By the rules of one entry's payment, in the caller's
 * transaction.
 * @throws ApiError naming why the owner cannot be paid so
 */
export async function payOwnerByHand(
  change: Change,
  { kind, id }: Owner,
  { given, currency, entries: named }: OwnerHandPayment,
): Promise<WrittenPayment> {
  const { db, actor } = change
  await lockLimits(db)
  if (!(await lockOwner(db, { kind, id }))) throw new ApiError('not_found')
  // Before anything is said of amounts.
  const isAsked = named
    ? sql`asked.id = any(${idArray(named)})`
    : sql`asked.status = 'pending' and asked.currency = ${currency}::text`
  const which = sql`${sql.ref(`asked.${kind}`)} = ${id}::bigint and ${isAsked}`
  await requireWhole(db, { actor, resource: 'entry', which })
  const owner = await readOwner(change, { kind, id, currency })
  await requirePaidByHand(change, owner)
  const entries = await lockEntries(change, owner, named)
  const value = sumMoney(entries.map((entry) => entry.value))
  if (compareMoney(value, 0) <= 0) throw new ApiError('sum_not_positive', { values: { value } })
  const written = await payByHand(change, { owner, entries, byHand: given })
  const { awaitsApproval } = written
  const state = awaitsApproval ? 'created' : 'settled'
  const paid = entries.map((entry) => entry.id)
  const { paidAt, reference, note } = given
  const changes = newValues({
    [kind]: id,
    value,
    currency,
    entries: paid,
    state,
    awaitsApproval,
    paidAt,
    reference,
    note,
  })
  await logChange(change, { operation: 'confirmManualPayment', object: 'payment', objectId: written.id, changes })
  return written
}
