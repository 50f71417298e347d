import { type Kysely, sql } from 'kysely'
import { allocateByBrand } from '#rules/commission/allocation.ts'
import { sumMoney } from '#engine/values/money.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import type { AffiliateDay, AffiliateOutcome, CommissionLine } from '../calculation/types.ts'

type OfDay<Row> = Row & { readonly affiliate: number; readonly day: string }
type Share = AffiliateDay['commission'][number]

const keyOf = ({ affiliate, day }: { readonly affiliate: number; readonly day: string }) => `${affiliate} ${day}`

/**
 * The days of some outcomes, with what was written before of the products that are stopped on them: rules without a
 * result neither pay nor take back.
 */
export async function withStoppedProducts(
  db: Kysely<any>,
  within: CurrencyGroup,
  outcomes: readonly AffiliateOutcome[],
): Promise<AffiliateDay[]> {
  const days = outcomes.flatMap((outcome) => outcome.days)
  const stopped = outcomes
    .flatMap((outcome) => outcome.stopped)
    .filter(({ code }) => code === 'rule_of_another_currency')
  if (stopped.length === 0) return days
  const asked = rowsAs('stopped', stopped, { affiliate: 'bigint', day: 'date', product: 'text' })
  const { rows: lines } = await sql<OfDay<CommissionLine>>`
    select entry.affiliate, entry.day::text as day, line.product, trim_scale(line.base)::text as base,
      trim_scale(line.rate)::text as rate, line.rule_version as "ruleVersion", line.amount, line.detail
    from entry join entry_line line on line.entry = entry.id
      join ${asked} on stopped.affiliate = entry.affiliate and stopped.day = entry.day
        and stopped.product = line.product
    where entry.kind = 'commission' and entry.currency = ${within.currency}::text
    order by entry.affiliate, entry.day, line.product`.execute(db)
  const { rows: shares } = await sql<OfDay<Share>>`
    select kept.affiliate, kept.day::text as day, kept.product, kept.brand, kept.sub_brand, kept.action,
      kept.admin_fee as "adminFee", kept.reward, kept.qty_cpa as "qtyCpa"
    from commission kept join ${asked} on stopped.affiliate = kept.affiliate and stopped.day = kept.day
      and stopped.product = kept.product
    where ${inCurrencyGroup(sql`kept.brand`, within)} order by 1, 2, 3, 4, 5, 6`.execute(db)
  const [linesOf, sharesOf] = [Map.groupBy(lines, keyOf), Map.groupBy(shares, keyOf)]
  const merged = new Map(days.map((day) => [keyOf(day), day]))
  for (const key of new Set([...linesOf.keys(), ...sharesOf.keys()])) {
    const [added, addedShares] = [linesOf.get(key) ?? [], sharesOf.get(key) ?? []]
    const { affiliate, day } = (added[0] ?? addedShares[0])!
    const known = merged.get(key)
    const all = [...(known?.lines ?? []), ...added.map(({ affiliate: _, day: __, ...line }) => line)]
    const commission = [
      ...(known?.commission ?? []),
      ...addedShares.map(({ affiliate: _, day: __, ...share }) => share),
    ]
    merged.set(key, {
      affiliate,
      day,
      value: sumMoney(all.map(({ amount }) => amount)),
      lines: all,
      parts: allocateByBrand([
        ...(known?.parts ?? []),
        ...addedShares.map(({ brand, reward: value }) => ({ brand, value })),
      ]),
      commission,
    })
  }
  return [...merged.values()]
}
