import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { Money } from '#engine/values/money.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { requireFullVisibility } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { lockLimits } from './dailyLimits.ts'
import type { ManualPayment } from './manualPayment.ts'
import { inLockOrder, lockPayee } from '../payees/payee.ts'
import type { PayeeAccount } from '../payees/payeeAccount.ts'
import { payManually, requirePaidByHand } from './payManually.ts'
import type { WrittenPayment } from './payment.ts'
import { readPayee } from '../payees/readPayees.ts'

interface LockedEntry {
  readonly id: number
  readonly status: 'pending' | 'complete'
  readonly value: Money
  readonly is_held: boolean
}

/** Entries of one owner in one currency, which are paid together. */
interface Together extends Payee {
  readonly currency: string
  readonly ids: readonly number[]
}

const seenEntry = ({ actor }: WriteContext, ids: readonly number[]) => sql`entry.id = any(${idArray(ids)})
  and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}`

/** Whose the entries are that this person sees, in the order in which owners are locked by everybody. */
async function groupByOwner(change: WriteContext, ids: readonly number[]): Promise<Together[]> {
  const { rows } = await sql<{ id: number; affiliate: number | null; partner: number | null; currency: string }>`
    select entry.id, entry.affiliate, entry.partner, entry.currency from entry
    where ${seenEntry(change, ids)} order by entry.id`.execute(change.db)
  const groups = Map.groupBy(rows, (row) => JSON.stringify([row.affiliate, row.partner, row.currency]))
  return inLockOrder(
    [...groups.values()].map((group) => {
      const [first] = group
      return { ...payeeOf(first!), currency: first!.currency, ids: group.map(({ id }) => id) }
    }),
  )
}

async function lockEntry(change: WriteContext, id: number): Promise<LockedEntry> {
  const { db, actor } = change
  const which = seenEntry(change, [id])
  // First the lock, then what it protects: a statement that waited for the lock would not see the payment that held the
  // entry meanwhile.
  await sql`select from entry where ${which} for update of entry`.execute(db)
  const entry = await firstRow(
    db,
    sql<LockedEntry>`select entry.id, entry.status, entry.value,
        exists (select from payment_entry held where held.entry = entry.id and held.holds) as is_held
      from entry where ${which}`,
  )
  if (!entry) throw new ApiError('not_found')
  await requireFullVisibility(db, { actor, resource: 'entry', which: sql`asked.id = ${entry.id}` })
  return entry
}

/**
 * Which of the specification's three refusals holds: "This entry is not pending" (its owner is paid by hand),
 * "Affiliate payment type is not manual" (it is pending), "This entry is not pending and/or manual" (neither). An entry
 * that a payment holds is not pending any more.
 */
function refusalOf({ status, is_held: isHeld }: LockedEntry, { paymentType }: PayeeAccount): ErrorCode | null {
  const isManual = (paymentType ?? 'manual') === 'manual'
  if (status === 'pending' && !isHeld) return isManual ? null : 'payment_type_not_manual'
  return isManual ? 'entry_not_pending' : 'entry_not_pending_or_manual'
}

/** An entry that was not paid, and why. */
interface Refused {
  readonly id: number
  readonly error: ApiError
}

/** What became of the entries of one owner. */
interface GroupOutcome {
  readonly payment: WrittenPayment | null
  readonly paid: readonly number[]
  readonly refused: readonly Refused[]
}

/** Does something that is refused before anything is written, so that the transaction goes on. */
async function refusable<Result>(work: () => Promise<Result>): Promise<Result | ApiError> {
  try {
    return await work()
  } catch (error) {
    // A server error ends the transaction whole.
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return error
  }
}

/** Confirms that entries of one owner were paid by hand, in one sum; those that cannot be are left out of it. */
async function payTogether(
  change: WriteContext,
  { ids, ...named }: Together,
  { given, batch }: { given: ManualPayment; batch?: string },
): Promise<GroupOutcome> {
  const refused: Refused[] = []
  const entries: LockedEntry[] = []
  const seen = await readPayee(change, named)
  for (const id of ids) {
    const entry = await refusable(async () => {
      const locked = await lockEntry(change, id)
      const refusal = refusalOf(locked, seen)
      if (refusal) throw new ApiError(refusal)
      return locked
    })
    if (entry instanceof ApiError) refused.push({ id, error: entry })
    else entries.push(entry)
  }
  if (entries.length === 0) return { payment: null, paid: [], refused }
  const payment = await refusable(async () => {
    // Read anew: what its entries come to is known once they are locked.
    const owner = await readPayee(change, named)
    await requirePaidByHand(change, owner)
    return payManually(change, { owner, entries, byHand: given })
  })
  const paid = entries.map(({ id }) => id)
  if (payment instanceof ApiError)
    return { payment: null, paid: [], refused: [...refused, ...paid.map((id) => ({ id, error: payment }))] }
  const completed = payment.awaitsApproval ? [] : [{ field: 'status', before: 'pending', after: 'complete' }]
  const waits = payment.awaitsApproval ? { awaitsApproval: true } : {}
  const { paidAt, reference, note } = given
  for (const { id, value } of entries) {
    const changes = [...completed, ...newValues({ payment: payment.id, value, paidAt, reference, note, ...waits })]
    await writeAuditEntry(change, { operation: 'confirmManualPayment', object: 'entry', objectId: id, changes, batch })
  }
  return { payment, paid, refused }
}

/**
 * Confirms that an entry was paid by hand ("Baixa manual"): a settled payment is written and the entry is complete, in
 * the caller's transaction and with one line in the log. Above the limit of its company the payment waits for another
 * person's approval instead. No more is paid than its owner is owed with all debts. Of twenty at once exactly one
 * succeeds: the owner is locked, and an entry is held by one payment.
 * @throws ApiError 404 outside the scope; `partly_visible`, `entry_not_pending`, `entry_not_pending_or_manual`,
 * `payment_type_not_manual`, `incomplete_record`, `sum_not_positive`, `more_than_owed`, `before_first_entry`
 */
export async function payEntryByHand(
  change: WriteContext,
  { id, given }: { id: number; given: ManualPayment },
): Promise<WrittenPayment> {
  await lockLimits(change.db)
  const [group] = await groupByOwner(change, [id])
  if (!group) throw new ApiError('not_found')
  await lockPayee(change.db, group)
  const { payment, refused } = await payTogether(change, group, { given })
  if (!payment) throw refused[0]!.error
  return payment
}

/** What became of each entry of a call. */
interface ManyPayments {
  readonly changed: readonly number[]
  /** Above the limit of their company: paid once another person approves it. */
  readonly awaiting?: readonly number[]
  /** What was paid in one sum each: one payment an owner and currency. */
  readonly payments: readonly number[]
  readonly refused: readonly { readonly id: number; readonly code: ErrorCode; readonly values?: MessageValues }[]
}

const inOrder = (ids: readonly number[]) => ids.toSorted((one, other) => one - other)

/** Why an entry was not paid: of an error that is about one field, what is wrong with that. */
function refusalAnswer({ id, error }: Refused): ManyPayments['refused'][number] {
  const { code, values } = error.code === 'validation_failed' ? (error.problems[0] ?? error) : error
  return { id, code, ...(values ? { values } : {}) }
}

/**
 * Confirms that several entries were paid by hand, all of an owner in a currency in one sum, under one batch id: what
 * cannot be confirmed is refused with its reason, the others are paid. All in the caller's transaction.
 */
export async function payEntriesByHand(
  change: WriteContext,
  { ids, given }: { ids: readonly number[]; given: ManualPayment },
): Promise<ManyPayments> {
  const batch = randomUUID()
  await lockLimits(change.db)
  const groups = await groupByOwner(change, ids)
  for (const group of groups) await lockPayee(change.db, group)
  const [changed, awaiting, payments]: number[][] = [[], [], []]
  const known = new Set(groups.flatMap((group) => group.ids))
  const refused: Refused[] = ids.filter((id) => !known.has(id)).map((id) => ({ id, error: new ApiError('not_found') }))
  for (const group of groups) {
    const { payment, paid, refused: left } = await payTogether(change, group, { given, batch })
    if (payment) payments!.push(payment.id)
    if (payment) (payment.awaitsApproval ? awaiting! : changed!).push(...paid)
    refused.push(...left)
  }
  return {
    changed: inOrder(changed!),
    ...(awaiting!.length > 0 ? { awaiting: inOrder(awaiting!) } : {}),
    payments: payments!,
    refused: refused.toSorted((one, other) => one.id - other.id).map(refusalAnswer),
  }
}
