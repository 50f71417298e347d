import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { BrandAllocation } from '#rules/commission/allocation.ts'
import type { Day } from '#engine/values/calendar.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { compareMoney, Decimal, type Money, roundMoney, sumMoney } from '#engine/values/money.ts'
import { type Payee, payeeOf } from '#rules/payouts/payments.ts'
import { userAccounts } from '#engine/auth/server/authorship.ts'
import { requireAnotherPerson } from '#engine/auth/server/requireAnotherPerson.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { type WriteContext, writeAuditEntry, newValues } from '#engine/records/server/change.ts'
import { requireFullVisibility } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { entryParts } from '#features/commission/server/close/entryDetails.ts'
import { requireOpenDay } from '#features/commission/server/periods/lockedDays.ts'
import type { AdjustmentOrder } from './adjustmentOrder.ts'
import { canSeePayee } from '../payees/payee.ts'
import { brandsOf, readPayee } from '../payees/readPayees.ts'

interface OwnBrand {
  readonly id: number
  readonly currency: string
}

/** The brands an owner works for; those of its company, where it has none. */
async function ownBrands(db: Kysely<any>, { kind, id }: Payee): Promise<readonly OwnBrand[]> {
  const { rows } = await sql<OwnBrand & { is_own: boolean }>`
    select brand.id, brand.currency, own.id is not null as is_own
    from ${sql.table(kind)} owner cross join brand left join lateral (
      select named.id from (${brandsOf(kind)}) named (id) where named.id = brand.id limit 1) own on true
    where owner.id = ${id}::bigint and (own.id is not null or brand.company = owner.company)
    order by brand.id`.execute(db)
  const own = rows.filter(({ is_own: isOwn }) => isOwn)
  return own.length > 0 ? own : rows
}

/** An amount in equal shares, the odd cents with the last: what an adjustment by hand is of each brand. */
function equalParts(brands: readonly OwnBrand[], value: Money, currency: string): BrandAllocation[] {
  const share = new Decimal(value).dividedBy(brands.length).toDecimalPlaces(decimalsOf(currency), Decimal.ROUND_DOWN)
  const last = roundMoney(new Decimal(value).minus(share.times(brands.length - 1)))
  return brands.map(({ id }, index) => ({ brand: id, value: index === brands.length - 1 ? last : roundMoney(share) }))
}

/** The brands whose currency an order is in. @throws ApiError `invalid_choice` naming the currencies there are */
async function brandsOfCurrency(db: Kysely<any>, { owner, currency }: AdjustmentOrder): Promise<OwnBrand[]> {
  const brands = await ownBrands(db, owner)
  const own = brands.filter((brand) => brand.currency === currency)
  if (own.length > 0) return own
  const choices = [...new Set(brands.map((brand) => brand.currency))].toSorted().join(', ')
  throw validationError([{ field: 'currency', code: 'invalid_choice', values: { choices } }])
}

/**
 * Writes an adjustment or an advance that somebody asks for. It is no money yet: nothing pays or counts it before
 * another person approves it.
 * @returns the id of its entry
 * @throws ApiError `validation_failed` where there is no such owner, or it works in another currency; `partly_visible`,
 * `period_locked`
 */
export async function proposeAdjustment(change: WriteContext, order: AdjustmentOrder): Promise<number> {
  const { db, actor, at } = change
  const { owner, day, kind, value, currency, reason, file } = order
  if (!(await canSeePayee(change, owner))) throw validationError([{ field: owner.kind, code: `invalid_${owner.kind}` }])
  await requireOpenDay(db, { ...owner, day })
  const brands = await brandsOfCurrency(db, order)
  const moment = timestamp(at)
  const inserted = sql<{
    id: number
  }>`insert into entry (created_at, updated_at, day, ${sql.id(owner.kind)}, kind, value,
      currency, status, payment_method, reason, requested_by)
    select ${moment}, ${moment}, ${day}::text::date, owner.id, ${kind}::text, ${value}::text::numeric,
      ${currency}::text, 'awaiting_approval', coalesce(owner.payment_type, 'manual'), ${reason}::text,
      ${actor.name}::text
    from ${sql.table(owner.kind)} owner where owner.id = ${owner.id}::bigint returning id`
  const { id } = (await firstRow(db, inserted))!
  await entryParts.write(db, {
    replaced: [],
    rows: equalParts(brands, value, currency).map((part) => ({ ...part, entry: id })),
  })
  await requireFullVisibility(db, { actor, resource: 'entry', which: sql`asked.id = ${id}::bigint` })
  await sql`insert into entry_request (entry, requested_by, file_name, file) values (${id}, ${actor.userId}::bigint,
    ${file?.name ?? null}::text, ${file?.content ?? null}::bytea)`.execute(db)
  const said = { kind, [owner.kind]: owner.id, day, value, currency, reason, ...(file ? { file: file.name } : {}) }
  await writeAuditEntry(change, { operation: 'propose', object: 'entry', objectId: id, changes: newValues(said) })
  return id
}

interface Proposed {
  readonly id: number
  readonly day: Day
  readonly affiliate: number | null
  readonly partner: number | null
  readonly currency: string
  readonly status: string
  readonly value: Money
  readonly asker: number | null
}

/** The entry behind an id, locked, where this person sees all of it and it waits for approval. */
async function lockProposed({ db, actor }: WriteContext, id: number): Promise<Proposed> {
  const entry = await firstRow(
    db,
    sql<Proposed>`select entry.id, entry.day::text as day, entry.affiliate, entry.partner, entry.currency, entry.status, entry.value,
        (select requested_by from entry_request where entry_request.entry = entry.id) as asker
      from entry where entry.id = ${String(id)}::text::bigint
        and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })} for update of entry`,
  )
  if (!entry) throw new ApiError('not_found')
  await requireFullVisibility(db, { actor, resource: 'entry', which: sql`asked.id = ${entry.id}::bigint` })
  if (entry.status !== 'awaiting_approval') throw new ApiError('entry_not_awaiting_approval')
  return entry
}

async function decide(change: WriteContext, { id }: Proposed, reason: string | null): Promise<void> {
  const { db, actor, at } = change
  const [status, operation, said] =
    reason === null
      ? (['pending', 'approve', { approvedBy: actor.name }] as const)
      : (['declined', 'decline', { reason }] as const)
  await sql`update entry set status = ${status}::text, approved_by = ${reason === null ? actor.name : null}::text,
    version = version + 1, updated_at = ${timestamp(at)} where id = ${id}`.execute(db)
  await sql`update entry_request set decided_by = ${actor.userId}::bigint where entry = ${id}`.execute(db)
  const changes = [{ field: 'status', before: 'awaiting_approval', after: status }, ...newValues(said)]
  await writeAuditEntry(change, { operation, object: 'entry', objectId: id, changes })
}

/**
 * A second person approves an adjustment by hand; from now on it is pending as any entry is.
 * @throws ApiError `not_found`, `partly_visible`, `entry_not_awaiting_approval`, `period_locked`, and as
 * {@link requireAnotherPerson} does
 */
export async function approveAdjustment(change: WriteContext, id: number): Promise<void> {
  const { db, actor, at } = change
  const entry = await lockProposed(change, id)
  const { asker, currency, day, value } = entry
  await requireOpenDay(db, { ...payeeOf(entry), day })
  const terms = await readPayee(change, { ...payeeOf(entry), currency })
  await requireAnotherPerson(db, { authors: userAccounts(asker), approver: actor, demands: terms, at })
  // What a job asked for lets go of what is pending; of what was paid meanwhile it would make a debt.
  const left = sumMoney([terms.pendingValue, value])
  if (asker === null && compareMoney(left, 0) < 0) throw new ApiError('sum_not_positive', { values: { value: left } })
  await decide(change, entry, null)
}

/**
 * Somebody declines an adjustment by hand, whoever asked for it among them: it stays in the list, and is never paid.
 * @throws ApiError `not_found`, `partly_visible`, `entry_not_awaiting_approval`
 */
export async function declineAdjustment(change: WriteContext, id: number, reason: string): Promise<void> {
  await decide(change, await lockProposed(change, id), reason)
}
