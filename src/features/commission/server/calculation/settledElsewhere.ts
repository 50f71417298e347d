import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Product, products } from '#rules/activity/measures.ts'
import type { Day } from '#engine/values/calendar.ts'
import { Decimal } from '#engine/values/money.ts'
import type { CurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { type Assignment } from './ruleSet.ts'

/*
 * Whoever moves here from another system was paid by that system until then. Its company says since when it pays here,
 * and an approved opening balance says it of one affiliate and currency: earlier days are shown, and owe nothing.
 */

/** An opening balance is in force once another person approved it. */
const isApproved = sql`opened.status not in ('awaiting_approval', 'declined')`

/**
 * From which day on affiliates earn here, as a query `(affiliate, currency, since)`: the currency is null where all are
 * meant. Only those that moved in have rows.
 */
export const movedInSql: RawBuilder<unknown> = sql`select own.id as affiliate, null::text as currency,
    company.moved_in_on as since
  from company join affiliate own on own.company = company.id where company.moved_in_on is not null
  union all select opened.affiliate, opened.currency, max(opened.day) + 1
  from entry_request request join entry opened on opened.id = request.entry
  where request.opening is not null and ${isApproved} group by 1, 2`

/** From which day on an affiliate earns here, and the losses it brought along. */
export interface MovedIn {
  readonly since: Day
  readonly brought: NonNullable<Assignment['brought']> | null
}

/** Which of some affiliates moved in, in one currency. */
export async function readMovedIn(
  db: Kysely<any>,
  { affiliates, within }: { affiliates: readonly number[]; within: CurrencyGroup },
): Promise<Map<number, MovedIn>> {
  const { rows } = await sql<{ affiliate: number; since: Day; carried: string | null; product: string | null }>`
    with moved as (select affiliate, max(since) as since from (${movedInSql}) moved
      where affiliate = any(${idArray(affiliates)}) and (currency is null or currency = ${within.currency}::text)
      group by affiliate)
    select moved.affiliate, moved.since::text as since, loss.carried::text as carried, (
        select product from movement where movement.affiliate = moved.affiliate and movement.day < moved.since
          and product <> 'none' and loss.carried < 0 group by product order by sum(turnover) desc, 1 limit 1) as product
    from moved join affiliate own on own.id = moved.affiliate left join lateral (
      select request.carried from entry_request request join entry opened on opened.id = request.entry
      where request.opening is not null and ${isApproved} and opened.affiliate = moved.affiliate
        and opened.currency = ${within.currency}::text and opened.day = moved.since - 1
        and (${within.brand ?? null}::bigint is null or own.brands = array[${within.brand ?? null}::bigint])
      order by opened.id desc limit 1) loss on true`.execute(db)
  return new Map(
    rows.map(({ affiliate, since, carried, product }) => {
      // Where nobody says which product lost, the one that was played most did.
      const lost: Product = products.find((each) => each === product) ?? products[0]
      const isLoss = new Decimal(carried ?? 0).isNegative()
      return [affiliate, { since, brought: isLoss ? { product: lost, netRevenue: carried! } : null }]
    }),
  )
}

/** The profiles of affiliates from the day on which they moved in: no earlier day belongs to a period here. */
export function sinceMovedIn(
  assignments: ReadonlyMap<number, readonly Assignment[]>,
  movedIn: ReadonlyMap<number, MovedIn>,
): Map<number, Assignment[]> {
  return new Map(
    [...assignments].map(([affiliate, list]) => {
      const moved = movedIn.get(affiliate)
      if (!moved) return [affiliate, [...list]]
      const { since, brought } = moved
      return [
        affiliate,
        list
          .filter(({ until }) => until > since)
          .map((assignment) =>
            assignment.from > since ? assignment : { ...assignment, from: since, ...(brought ? { brought } : {}) },
          ),
      ]
    }),
  )
}
