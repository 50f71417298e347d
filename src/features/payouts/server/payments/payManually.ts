import { sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { compareMoney, type Money, sumMoney } from '#engine/values/money.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { requireFullVisibility } from '#features/commission/server/partialAmounts.ts'
import { lockLimits } from './dailyLimits.ts'
import { byNumber, enterInvoice } from '../invoices/invoices.ts'
import type { OwnerHandPayment } from './manualPayment.ts'
import { lockPayee, missingFields } from '../payees/payee.ts'
import { manualPaymentBlocker, lacksInvoice, type PayeeAccount } from '../payees/payeeAccount.ts'
import { selectEntriesFor } from './partialPayment.ts'
import { insertPayment, type NewPayment, recordAttempt, type WrittenPayment } from './payment.ts'
import { payableEntry, readPayee } from '../payees/readPayees.ts'
import { recoupAdvances } from './recoupAdvances.ts'

/**
 * Asks that locked entries can be paid by hand in one sum: it is positive, no more than what is owed with all debts, and
 * not of a day before there was anything to pay.
 * @param owner read after its entries were locked
 * @throws ApiError `sum_not_positive`, `more_than_owed`, `before_first_entry`
 */
async function requirePayable({ db }: WriteContext, { owner, entries, byHand }: Required<NewPayment>): Promise<void> {
  const value = sumMoney(entries.map((entry) => entry.value))
  if (compareMoney(value, 0) <= 0) throw new ApiError('sum_not_positive', { values: { value } })
  if (compareMoney(value, owner.pendingValue) > 0) throw new ApiError('more_than_owed')
  const first = sql<{ day: Day }>`select min(day)::text as day from entry
    where ${sql.ref(`entry.${owner.kind}`)} = ${owner.id}::bigint and status in ('pending', 'complete')`
  const { day } = (await firstRow(db, first))!
  if (byHand.day < day) throw validationError([{ field: 'paidAt', code: 'before_first_entry', values: { day } }])
}

/**
 * Writes a payment by hand over locked entries: settled, and the entries complete; or, above the company's limit,
 * waiting for another person with all that was said of it, and the entries held. The log is the caller's, and the lock
 * of the owner.
 * @throws ApiError as {@link requirePayable} does
 */
export async function payManually(change: WriteContext, payment: Required<NewPayment>): Promise<WrittenPayment> {
  const { db, at } = change
  await requirePayable(change, payment)
  const written = await insertPayment(change, payment)
  if (written.awaitsApproval) return written
  const entries = payment.entries.map(({ id }) => id)
  await recordAttempt(change, written, { outcome: 'settled', remark: { code: 'byHand' } })
  await sql`update entry set status = 'complete', payment_method = 'manual', version = version + 1,
    updated_at = ${timestamp(at)} where id = any(${idArray(entries)})`.execute(db)
  await recoupAdvances(change, entries)
  return written
}

/** Asks that an owner is paid by hand and lacks nothing. */
export async function requirePaidByHand({ db }: WriteContext, owner: PayeeAccount): Promise<void> {
  const held = manualPaymentBlocker(owner)
  if (held) throw new ApiError(held.code, { values: held.values ?? {} })
  if ((owner.paymentType ?? 'manual') !== 'manual') throw new ApiError('payment_type_not_manual')
  const missing = await missingFields(db, owner)
  if (missing.length > 0) throw new ApiError('incomplete_record', { values: { fields: missing.join(', ') } })
  const lacking = lacksInvoice(owner)
  if (lacking) throw new ApiError(lacking.code)
}

/** The entries to pay, locked: all that are pending in the currency, or those that were named. */
async function lockEntries(
  { db }: WriteContext,
  { kind, id, currency: wanted }: PayeeAccount,
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
    if (found.length < named.length) throw validationError([{ field: 'entries', code: 'invalid_entry' }])
    throw new ApiError('entry_not_pending')
  }
  if (all.length === 0) throw new ApiError('nothing_to_pay')
  const rows = all.filter((entry) => entry.currency === wanted)
  if (rows.length === 0 || (named !== null && rows.length < all.length)) {
    const currency = [...new Set(all.map((entry) => entry.currency))].toSorted().join(', ')
    throw validationError([{ field: 'currency', code: 'currency_of_entries', values: { currency } }])
  }
  return rows
}

/**
 * Confirms that an owner was paid by hand in one sum: pending entries, debts among them, become complete by one
 * payment; above the company's limit it waits for another person. By the rules of one entry's payment, in the caller's
 * transaction.
 * @throws ApiError naming why the owner cannot be paid so
 */
export async function payPayeeManually(
  change: WriteContext,
  { kind, id }: Payee,
  { given, currency, entries: named = null, amount, invoice = null }: OwnerHandPayment,
): Promise<WrittenPayment> {
  const { db, actor } = change
  await lockLimits(db)
  if (!(await lockPayee(db, { kind, id }))) throw new ApiError('not_found')
  // Before anything is said of amounts.
  const isAsked = named
    ? sql`asked.id = any(${idArray(named)})`
    : sql`asked.status = 'pending' and asked.currency = ${currency}::text`
  const which = sql`${sql.ref(`asked.${kind}`)} = ${id}::bigint and ${isAsked}`
  await requireFullVisibility(db, { actor, resource: 'entry', which })
  if (invoice !== null) await enterInvoice(change, { kind, id, currency }, byNumber(invoice))
  const owner = await readPayee(change, { kind, id, currency })
  await requirePaidByHand(change, owner)
  const pending = await lockEntries(change, owner, named)
  const entries = amount ? await selectEntriesFor(change, owner, { pending, asked: { amount, currency } }) : pending
  const written = await payManually(change, { owner, entries, byHand: given })
  const { awaitsApproval, value } = written
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
  await writeAuditEntry(change, { operation: 'confirmManualPayment', object: 'payment', objectId: written.id, changes })
  return written
}
