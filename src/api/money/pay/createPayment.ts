import { sql } from 'kysely'
import type { Day } from '../../../domain/calendar.ts'
import { compareMoney, defaultCurrency, type Money, sumMoney } from '../../../domain/money.ts'
import { ApiError } from '../../errors.ts'
import { idArray } from '../../database/arrays.ts'
import { missingFields } from './confirmManualPayment.ts'
import { logActivity } from '../../records/activityLog.ts'
import { requireWhole } from '../../records/parts.ts'
import { lockLimits, waitsForApproval } from './dayLimits.ts'
import { type PayableOwner, paymentObstacle } from './payableOwner.ts'
import { payableEntry, pendingCurrencies, readOwners } from './readOwners.ts'
import type { PaymentChange } from '../../records/change.ts'
import { insertRequest } from './insertRequest.ts'
import { lockOwner } from './lockOwner.ts'

/** Whose pending entries are to be paid. */
export interface PaymentOrder {
  readonly owner: Pick<PayableOwner, 'kind' | 'id'>
  /** Of the entries to be paid; without it theirs, where they have one. */
  readonly currency?: string | undefined
  readonly asked: 'person' | 'job'
  /** Only commission of days before this one; without it everything that is pending. */
  readonly before?: Day | undefined
  /** The business time zone. */
  readonly zone: string
}

/** A payment as it was made. */
export interface CreatedPayment {
  readonly id: number
  readonly affiliate: number | null
  readonly partner: number | null
  readonly value: Money
  readonly currency: string
  readonly entries: readonly number[]
  /** It is sent when another person has approved it. */
  readonly awaitsApproval: boolean
}

/** Whoever makes a payment sends it at once; after this long another server takes it that the maker died. */
const sendingLimitMs = 20_000

async function takeEntries(
  { db }: PaymentChange,
  { owner, before }: PaymentOrder,
  currency: string,
): Promise<{ id: number; value: Money }[]> {
  const { rows } = await sql<{ id: number; value: Money }>`select entry.id, entry.value from entry
    where ${sql.ref(`entry.${owner.kind}`)} = ${String(owner.id)}::text::bigint and entry.currency = ${currency}::text
      and ${payableEntry({ before })} order by entry.id for update of entry`.execute(db)
  return rows
}

async function insertPayment(
  change: PaymentChange,
  owner: PayableOwner,
  { entries, value, zone }: { entries: readonly { id: number; value: Money }[]; value: Money; zone: string },
): Promise<CreatedPayment> {
  const { db, actor, at } = change
  const ids = entries.map(({ id }) => id)
  const awaitsApproval = await waitsForApproval(db, { owner, value, asker: actor.userId, at, zone })
  const moment = sql`${at.toISOString()}::text::timestamptz`
  const {
    rows: [row],
  } = await sql<{
    id: number
  }>`insert into payment (created_at, updated_at, ${sql.id(owner.kind)}, value, currency, method, state, entries,
    requested_by, awaits_approval)
    values (${moment}, ${moment}, ${String(owner.id)}::text::bigint, ${value}::text::numeric, ${owner.currency}::text,
      'automatic', 'created', ${idArray(ids)}, ${actor.name}::text, ${awaitsApproval}::boolean)
    returning id`.execute(db)
  const id = row!.id
  await sql`insert into payment_entry (payment, entry) select ${id}, unnest(${idArray(ids)})`.execute(db)
  await sql`insert into payment_transfer (payment, next_try_at) values (${id},
    ${awaitsApproval ? null : new Date(at.getTime() + sendingLimitMs).toISOString()}::text::timestamptz)`.execute(db)
  await insertRequest(db, { payment: id, requestedBy: actor.userId })
  return {
    id,
    affiliate: owner.kind === 'affiliate' ? owner.id : null,
    partner: owner.kind === 'partner' ? owner.id : null,
    value,
    currency: owner.currency,
    entries: ids,
    awaitsApproval,
  }
}

async function refuseObstacle({ db }: PaymentChange, owner: PayableOwner, asked: PaymentOrder['asked']): Promise<void> {
  const obstacle = paymentObstacle(owner, asked)
  if (!obstacle) return
  const values =
    obstacle.code === 'incomplete_record'
      ? { fields: (await missingFields(db, { ownerKind: owner.kind, owner: owner.id })).join(', ') }
      : obstacle.values
  throw new ApiError(obstacle.code, values ? { values } : {})
}

/**
 * The currency of what is pending.
 * @throws ApiError `currencies_differ` where there are several and nobody says which
 */
async function onlyCurrency({ db }: PaymentChange, { owner, before }: PaymentOrder): Promise<string> {
  const currencies = await pendingCurrencies(db, { ...owner, before })
  if (currencies.length > 1) throw new ApiError('currencies_differ', { values: { currencies: currencies.join(', ') } })
  return currencies[0] ?? defaultCurrency
}

/**
 * Makes an automatic payment of an owner's pending entries of one currency in the caller's transaction; the entries are
 * held by it from now on. It is not sent yet.
 * @throws ApiError naming why the owner cannot be paid now
 */
export async function createPayment(change: PaymentChange, order: PaymentOrder): Promise<CreatedPayment> {
  const { kind, id } = order.owner
  await lockLimits(change.db)
  if (!(await lockOwner(change.db, { kind, id }))) throw new ApiError('not_found')
  const currency = order.currency ?? (await onlyCurrency(change, order))
  // Before anything is said of amounts.
  await requireWhole(change.db, {
    actor: change.actor,
    resource: 'entry',
    which: sql`${sql.ref(`asked.${kind}`)} = ${id}::bigint and asked.currency = ${currency}::text
      and asked.status = 'pending'`,
  })
  const [owner] = await readOwners(change.db, { kind, one: { id, currency }, before: order.before, now: change.at })
  await refuseObstacle(change, owner!, order.asked)
  const entries = await takeEntries(change, order, currency)
  const value = sumMoney(entries.map((entry) => entry.value))
  // The entries could change between the two looks only where something writes them without the owner's lock; then the
  // next try is right.
  if (compareMoney(value, owner!.pendingValue) !== 0 || entries.length !== owner!.pendingCount)
    throw new ApiError('payment_in_flight')
  const payment = await insertPayment(change, owner!, { entries, value, zone: order.zone })
  await logActivity(change.db, {
    actor: change.actor,
    request: change.request,
    operation: 'create',
    object: 'payment',
    objectId: payment.id,
    at: change.at,
    changes: [
      { field: kind, before: null, after: id },
      { field: 'value', before: null, after: payment.value },
      { field: 'currency', before: null, after: currency },
      { field: 'entries', before: null, after: payment.entries },
      { field: 'state', before: null, after: 'created' },
      { field: 'awaitsApproval', before: null, after: payment.awaitsApproval },
    ],
  })
  return payment
}
