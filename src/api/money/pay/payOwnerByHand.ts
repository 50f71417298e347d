import { sql } from 'kysely'
import { currency } from '../../../../resources/choices.ts'
import { compareMoney, type Money, sumMoney } from '../../../domain/money.ts'
import { ApiError, problemsError } from '../../errors.ts'
import { idArray } from '../../database/arrays.ts'
import {
  type ConfirmedPayment,
  type ManualPayment,
  missingFields,
  type PresentMoment,
  readManualPayment,
} from './confirmManualPayment.ts'
import { payByHand } from './payByHand.ts'
import { logActivity } from '../../records/activityLog.ts'
import { requireWhole } from '../../records/parts.ts'
import { lockLimits } from './dayLimits.ts'
import type { PayableOwner } from './payableOwner.ts'
import { payableEntry, readOwners } from './readOwners.ts'
import type { PaymentChange } from '../../records/change.ts'
import { lockOwner } from './lockOwner.ts'

const entriesMax = 1000

/** What was paid by hand to an owner in one sum. */
export interface OwnerHandPayment {
  readonly given: ManualPayment
  readonly currency: string
  /** Without it everything that is pending. */
  readonly entries: readonly number[] | null
}

/** Reads `{paidAt, reference, note, currency, entries?}`. @throws ApiError 400 */
export function readOwnerHandPayment(body: unknown, present: PresentMoment): OwnerHandPayment {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const { currency: given, entries = null, ...rest } = (isObject ? body : {}) as Record<string, unknown>
  if (given === undefined || given === null) throw problemsError([{ field: 'currency', code: 'required' }])
  if (!currency.values.some((each) => each === given))
    throw problemsError([
      { field: 'currency', code: 'invalid_choice', values: { choices: currency.values.join(', ') } },
    ])
  const isList =
    entries === null ||
    (Array.isArray(entries) && entries.length > 0 && entries.every((id) => Number.isSafeInteger(id) && id > 0))
  if (!isList) throw problemsError([{ field: 'entries', code: 'invalid_type', values: { expected: 'a list of ids' } }])
  const ids = entries as number[] | null
  if (ids && ids.length > entriesMax)
    throw problemsError([{ field: 'entries', code: 'too_many_items', values: { max: entriesMax } }])
  return { given: readManualPayment(rest, present), currency: given as string, entries: ids && [...new Set(ids)] }
}

/** The entries to pay, locked: all that are pending in the currency, or those that were named. */
async function lockEntries(
  { db }: PaymentChange,
  { kind, id, currency: wanted }: PayableOwner,
  named: readonly number[] | null,
): Promise<{ id: number; value: Money }[]> {
  const own = sql`${sql.ref(`entry.${kind}`)} = ${id}::bigint`
  const isNamed = named === null ? sql`true` : sql`entry.id = any(${idArray(named)})`
  // First the locks, then what they protect: a statement that waited would not see the payment that took an entry
  // meanwhile.
  await sql`select from entry where ${own} and ${isNamed} and entry.status = 'pending'
    order by entry.id for update of entry`.execute(db)
  const { rows: all } = await sql<{
    id: number
    value: Money
    currency: string
  }>`select entry.id, entry.value, entry.currency from entry where ${own} and ${isNamed} and ${payableEntry({})}
    order by entry.id`.execute(db)
  if (named !== null && all.length < named.length) {
    const { rows: found } = await sql`select from entry where ${own} and ${isNamed}`.execute(db)
    throw found.length < named.length
      ? problemsError([{ field: 'entries', code: 'invalid_entry' }])
      : new ApiError('entry_not_pending')
  }
  if (all.length === 0) throw new ApiError('nothing_to_pay')
  const rows = all.filter((entry) => entry.currency === wanted)
  if (rows.length === 0 || (named !== null && rows.length < all.length)) {
    throw problemsError([
      {
        field: 'currency',
        code: 'currency_of_entries',
        values: { currency: [...new Set(all.map((entry) => entry.currency))].toSorted().join(', ') },
      },
    ])
  }
  return rows
}

async function requirePayable({ db }: PaymentChange, owner: PayableOwner): Promise<void> {
  if ((owner.paymentType ?? 'manual') !== 'manual') throw new ApiError('payment_type_not_manual')
  const missing = await missingFields(db, { ownerKind: owner.kind, owner: owner.id })
  if (missing.length > 0) throw new ApiError('incomplete_record', { values: { fields: missing.join(', ') } })
}

/**
 * Confirms that an owner was paid by hand in one sum: pending entries, debts among them, become complete by one
 * payment; above the company's limit it waits for another person. By the rules of one entry's
 * payment, in the caller's transaction.
 * @throws ApiError naming why the owner cannot be paid so
 */
export async function payOwnerByHand(
  change: PaymentChange,
  order: OwnerHandPayment & { owner: Pick<PayableOwner, 'kind' | 'id'>; present: PresentMoment },
): Promise<ConfirmedPayment> {
  const { db, actor, at, request } = change
  const { kind, id } = order.owner
  await lockLimits(db)
  if (!(await lockOwner(db, { kind, id }))) throw new ApiError('not_found')
  // Before anything is said of amounts.
  const which = sql`${sql.ref(`asked.${kind}`)} = ${id}::bigint
    and ${
      order.entries
        ? sql`asked.id =
    any(${idArray(order.entries)})`
        : sql`asked.status
    = 'pending' and asked.currency = ${order.currency}::text`
    }`
  await requireWhole(db, { actor, resource: 'entry', which })
  const [owner] = await readOwners(db, { kind, one: { id, currency: order.currency }, now: at })
  await requirePayable(change, owner!)
  const entries = await lockEntries(change, owner!, order.entries)
  const value = sumMoney(entries.map((entry) => entry.value))
  if (compareMoney(value, 0) <= 0) throw new ApiError('sum_not_positive', { values: { value } })
  const written = await payByHand(db, {
    owner: { kind, id },
    currency: order.currency,
    entries,
    given: order.given,
    actor,
    present: order.present,
  })
  const { paidAt, reference, note } = order.given
  const state = written.awaitsApproval ? 'created' : 'settled'
  const said = Object.entries({
    [kind]: id,
    value,
    currency: order.currency,
    entries: entries.map((entry) => entry.id),
    state,
    awaitsApproval: written.awaitsApproval,
    paidAt,
    reference,
    note,
  })
  await logActivity(db, {
    actor,
    request,
    operation: 'confirmManualPayment',
    object: 'payment',
    objectId: written.payment,
    at,
    changes: said.map(([field, after]) => ({ field, before: null, after })),
  })
  return written
}
