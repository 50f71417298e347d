import { sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { compareMoney, defaultCurrency, type Money, sumMoney } from '#engine/values/money.ts'
import { accountKeyType } from '#rules/payouts/payeeCountry.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { requireFullVisibility } from '#features/commission/server/partialAmounts.ts'
import { lockLimits } from './dailyLimits.ts'
import { byNumber, enterInvoice } from '../invoices/invoices.ts'
import { lockPayee, missingFields } from '../payees/payee.ts'
import { type PartialAmount, selectEntriesFor } from './partialPayment.ts'
import { type PayeeAccount, paymentBlocker } from '../payees/payeeAccount.ts'
import { insertPayment, type PaidEntry, type WrittenPayment } from './payment.ts'
import { payableEntry, pendingCurrencies, readPayee } from '../payees/readPayees.ts'

/** Whose pending entries are to be paid. */
export interface PaymentOrder extends PartialAmount {
  readonly owner: Payee
  /** Of the entries to be paid; without it theirs, where they have one. */
  readonly currency?: string | undefined
  readonly asked: 'person' | 'job'
  /** Only commission of days before this one; without it everything that is pending. */
  readonly before?: Day | undefined
}

/** A payment as it was made. */
export interface CreatedPayment extends WrittenPayment {
  readonly affiliate: number | null
  readonly partner: number | null
  readonly currency: string
  readonly entries: readonly number[]
}

/** Whoever makes a payment sends it at once, the job with many others; after this long its maker is taken to be dead. */
const sendingLimitMs = { person: 20_000, job: 45_000 } as const

async function takeEntries(
  { db }: WriteContext,
  { owner, before }: PaymentOrder,
  currency: string,
): Promise<PaidEntry[]> {
  const { rows } = await sql<{ id: number; value: Money }>`select entry.id, entry.value from entry
    where ${sql.ref(`entry.${owner.kind}`)} = ${String(owner.id)}::text::bigint and entry.currency = ${currency}::text
      and ${payableEntry({ before })} order by entry.id for update of entry`.execute(db)
  return rows
}

async function refuseObstacle({ db }: WriteContext, owner: PayeeAccount, asked: PaymentOrder['asked']): Promise<void> {
  const obstacle = paymentBlocker(owner, asked)
  if (!obstacle) return
  const { code, values } = obstacle
  if (code === 'incomplete_record')
    throw new ApiError(code, { values: { fields: (await missingFields(db, owner)).join(', ') } })
  throw new ApiError(code, values ? { values } : {})
}

/**
 * The currency of what is pending.
 * @throws ApiError `currencies_differ` where there are several and nobody says which
 */
async function onlyCurrency({ db }: WriteContext, { owner, before }: PaymentOrder): Promise<string> {
  const currencies = await pendingCurrencies(db, { ...owner, before })
  if (currencies.length > 1) throw new ApiError('currencies_differ', { values: { currencies: currencies.join(', ') } })
  return currencies[0] ?? defaultCurrency
}

/**
 * Makes an automatic payment of an owner's pending entries of one currency in the caller's transaction; the entries are
 * held by it from now on. It is not sent yet.
 * @throws ApiError naming why the owner cannot be paid now
 */
export async function createPayment(change: WriteContext, order: PaymentOrder): Promise<CreatedPayment> {
  const { db, actor, at } = change
  const { kind, id } = order.owner
  await lockLimits(db)
  if (!(await lockPayee(db, { kind, id }))) throw new ApiError('not_found')
  const currency = order.currency ?? (await onlyCurrency(change, order))
  // Before anything is said of amounts.
  const which = sql`${sql.ref(`asked.${kind}`)} = ${id}::bigint and asked.currency = ${currency}::text
      and asked.status = 'pending'`
  await requireFullVisibility(db, { actor, resource: 'entry', which })
  if (order.invoice) await enterInvoice(change, { kind, id, currency }, byNumber(order.invoice))
  const owner = await readPayee(change, { kind, id, currency, before: order.before })
  await refuseObstacle(change, owner, order.asked)
  const taken = await takeEntries(change, order, currency)
  const pending = sumMoney(taken.map((entry) => entry.value))
  // The entries could change between the two looks only where something writes them without the owner's lock; then the
  // next try is right.
  if (compareMoney(pending, owner.pendingValue) !== 0 || taken.length !== owner.pendingCount)
    throw new ApiError('payment_in_flight')
  const paid = await selectEntriesFor(change, { kind, id }, { pending: taken, asked: { ...order, currency } })
  const written = await insertPayment(change, { owner, entries: paid })
  const { awaitsApproval, value, waits } = written
  // What goes to an account waits for a file.
  const isInFile = owner.paymentKeyType === accountKeyType
  const nextTryAt =
    awaitsApproval || isInFile ? sql`null` : timestamp(new Date(at.getTime() + sendingLimitMs[order.asked]))
  await sql`insert into payment_transfer (payment, next_try_at) values (${written.id}, ${nextTryAt})`.execute(db)
  const entries = paid.map((entry) => entry.id)
  const changes = newValues({ [kind]: id, value, currency, entries, state: 'created', awaitsApproval })
  await writeAuditEntry(change, { operation: 'create', object: 'payment', objectId: written.id, changes })
  const [affiliate, partner] = kind === 'affiliate' ? [id, null] : [null, id]
  return { id: written.id, affiliate, partner, value, currency, entries, awaitsApproval, waits }
}
