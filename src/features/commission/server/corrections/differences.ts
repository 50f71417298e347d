import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CorrectionTotal, MovedProduct } from '../../answers/corrections.ts'
import type { Day } from '#engine/values/calendar.ts'
import { Decimal, type Money, roundMoney, sumMoney } from '#engine/values/money.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import { idArray, rowsAs } from '#engine/server/database/arrays.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { changesDue } from '../close/adjustEntry.ts'

/** What an owner was due for a day, and what it is due by the correction. */
export interface Difference {
  readonly ownerKind: PayeeKind
  readonly owner: number
  readonly currency: string
  readonly day: Day
  readonly was: Money
  readonly wouldBe: Money
  /** Whether the entry of the day itself is changed, or an adjustment of today says the difference. */
  readonly posting: 'rewritten' | 'adjusted'
  /** By product, where it was asked for. */
  readonly products?: readonly MovedProduct[] | undefined
}

/** More than a person waits for, and than fits into memory. */
const differencesMax = 250_000

/** What owners are due for the days from one on: entries with what was settled beside them. */
function dueFrom(from: Day, affiliates: readonly number[]): RawBuilder<unknown> {
  const ofOwner = sql`case when source.affiliate is null then 'partner' else 'affiliate' end as owner_kind,
    coalesce(source.affiliate, source.partner) as owner, source.currency, source.day`
  const asked = sql`source.kind in ('commission', 'referral') and source.day >= ${from}::text::date
    and (source.affiliate is null or source.kind = 'referral' or source.affiliate = any(${idArray(affiliates)}))`
  return sql`select owner_kind, owner, currency, day, sum(value) as value from (
      select ${ofOwner}, source.value from entry source where ${asked}
      union all
      select ${ofOwner}, made.value from entry source join entry_adjustment on entry_adjustment.source_entry = source.id
        join entry made on made.id = entry_adjustment.entry where ${asked} and ${changesDue}
    ) due group by 1, 2, 3, 4`
}

/** Of which days and affiliates what is due is compared, for which correction. */
interface Compared {
  readonly from: Day
  readonly affiliates: readonly number[]
  readonly correction: number
}

/** Remembers what is due now, until {@link readDifferences} has compared it. */
export async function snapshotDue(db: Kysely<any>, { from, affiliates, correction }: Compared): Promise<void> {
  await sql`insert into correction_due (correction, owner_kind, owner, currency, day, value)
    select ${correction}::bigint, owner_kind, owner, currency, day, value
    from (${dueFrom(from, affiliates)}) due`.execute(db)
}

/**
 * By how much what is due differs from what {@link snapshotDue} saw.
 * @throws ApiError `correction_too_large`
 */
export async function readDifferences(
  db: Kysely<any>,
  { from, affiliates, correction }: Compared,
): Promise<Difference[]> {
  const { rows } = await sql<Difference & { is_adjusted: boolean }>`
    select owner_kind as "ownerKind", owner, currency, day::text as day, coalesce(before.value, 0)::numeric(18, 2) as was,
      coalesce(after.value, 0)::numeric(18, 2) as "wouldBe", exists (
        select from entry_adjustment made join entry source on source.id = made.source_entry
        where made.correction = ${correction}::bigint and source.day = after.day and source.currency = after.currency
          and coalesce(source.affiliate, source.partner) = after.owner
          and (source.affiliate is null) = (after.owner_kind = 'partner')) as is_adjusted
    from (select * from correction_due where correction = ${correction}::bigint) before
      full join (${dueFrom(from, affiliates)}) after using (owner_kind, owner, currency, day)
    where coalesce(before.value, 0) <> coalesce(after.value, 0)
    order by owner_kind, owner, currency, day limit ${sql.lit(differencesMax + 1)}`.execute(db)
  await sql`delete from correction_due where correction = ${correction}::bigint`.execute(db)
  if (rows.length > differencesMax) throw new ApiError('correction_too_large')
  return rows.map(({ is_adjusted: isAdjusted, ...row }) => ({ ...row, posting: isAdjusted ? 'adjusted' : 'rewritten' }))
}

/** What products brought affiliates by day and currency; the amounts by product. */
export type DueByProduct = ReadonlyMap<string, ReadonlyMap<string, Money>>
const productKey = (row: { owner: number; day: Day; currency: string }) => `${row.owner} ${row.day} ${row.currency}`

/** What products bring some affiliates on the days from one on, as it was computed last. */
export async function readDueByProduct(
  db: Kysely<any>,
  { from, affiliates }: { from: Day; affiliates: readonly number[] },
): Promise<DueByProduct> {
  const { rows } = await sql<{ owner: number; day: Day; currency: string; product: string; value: Money }>`
    select commission.affiliate as owner, commission.day::text as day, coalesce(brand.currency, 'BRL') as currency,
      commission.product, sum(commission.reward) as value
    from commission join brand on brand.id = commission.brand
    where commission.affiliate = any(${idArray(affiliates)}) and commission.day >= ${from}::text::date
    group by 1, commission.day, 3, 4`.execute(db)
  const days = Map.groupBy(rows, productKey)
  return new Map([...days].map(([key, own]) => [key, new Map(own.map(({ product, value }) => [product, value]))]))
}

/** The differences of affiliates by product. */
export function withProducts(
  differences: readonly Difference[],
  { before, after }: { before: DueByProduct; after: DueByProduct },
): Difference[] {
  return differences.map((difference) => {
    if (difference.ownerKind !== 'affiliate') return difference
    const [was, wouldBe] = [before, after].map((due) => due.get(productKey(difference)))
    const names = [...new Set([...(was?.keys() ?? []), ...(wouldBe?.keys() ?? [])])].sort()
    const products = names.map((product) => ({
      product,
      was: Number(was?.get(product) ?? 0),
      wouldBe: Number(wouldBe?.get(product) ?? 0),
    }))
    return { ...difference, products: products.filter((each) => each.was !== each.wouldBe) }
  })
}

/** What two people agree on: SHA-256 over what is corrected and what it comes to, owner by owner and day by day. */
export function digestOf(asked: object, differences: readonly Difference[]): string {
  const rows = differences.map(({ ownerKind, owner, currency, day, was, wouldBe }) =>
    [ownerKind, owner, currency, day, was, wouldBe].join(' '),
  )
  return createHash('sha256')
    .update(JSON.stringify([asked, rows]))
    .digest('hex')
}

/** What differences come to, one row a currency and kind of owner. */
export function totalsOf(differences: readonly Difference[]): CorrectionTotal[] {
  const groups = Map.groupBy(differences, ({ currency, ownerKind }) => `${currency} ${ownerKind}`)
  return [...groups.values()].map((group) => {
    const sum = (name: 'was' | 'wouldBe') => sumMoney(group.map((each) => each[name]))
    return {
      ownerKind: group[0]!.ownerKind,
      currency: group[0]!.currency,
      owners: new Set(group.map(({ owner }) => owner)).size,
      days: group.length,
      was: Number(sum('was')),
      wouldBe: Number(sum('wouldBe')),
      difference: Number(roundMoney(new Decimal(sum('wouldBe')).minus(sum('was')))),
    }
  })
}

/** Keeps what a correction comes to, in the place of what was kept of it. */
export async function keepDifferences(
  db: Kysely<any>,
  correction: number,
  differences: readonly Difference[],
): Promise<void> {
  await sql`delete from correction_difference where correction = ${correction}::bigint`.execute(db)
  if (differences.length === 0) return
  const given = rowsAs('given', differences, {
    owner_kind: ['text', ({ ownerKind }) => ownerKind],
    owner: 'bigint',
    currency: 'text',
    day: 'date',
    was: 'numeric',
    would_be: ['numeric', ({ wouldBe }) => wouldBe],
    posting: 'text',
    products: ['jsonb', ({ products }) => (products ? JSON.stringify(products) : null)],
  })
  await sql`insert into correction_difference (correction, owner_kind, owner, currency, day, was, would_be, posting,
      products)
    select ${correction}::bigint, owner_kind, owner, currency, day, was, would_be, posting, products
    from ${given}`.execute(db)
}
