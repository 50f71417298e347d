import { type Kysely, sql } from 'kysely'
import { type Money, sumMoney } from '#engine/values/money.ts'
import type { ProductType } from '#rules/commission/constants.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { type CurrencyGroup, inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { RuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import type { SimulatedRange, SimulatedGroup } from './simulation.ts'

/**
 * What is tried apart of a currency: all brands together, then, where the edited book reckons brands by themselves, each
 * of those that moved. A piece of days counts in the one or in the others.
 */
export async function trialBooks(
  db: Kysely<AnyTables>,
  given: {
    edited: RuleSet
    within: CurrencyGroup
    days: SimulatedRange
    profiles: readonly number[]
    only?: readonly number[]
  },
): Promise<CurrencyGroup[]> {
  const { edited, within, days, profiles, only } = given
  if (!edited.byBrand) return [within]
  const { from, to } = days
  const isTried = sql`day between ${from}::text::date and ${to}::text::date and ${inCurrencyGroup(sql`brand`, within)}
    and ${only ? sql`affiliate = any(${idArray(only)})` : sql`affiliate in (select affiliate from affiliate_span where reward_profile = any(${idArray(profiles)}))`}`
  const { rows } = await sql<{ brand: number }>`select brand from movement_wide where ${isTried}
    union select brand from cpa_qualification where ${isTried}
    union select brand from cpa_stage where ${isTried} order by brand`.execute(db)
  return [within, ...rows.map(({ brand }) => ({ currency: within.currency, brands: [brand], brand }))]
}

function productsTogether(parts: SimulatedGroup['owners']): ReadonlyMap<ProductType, Money> {
  const all = parts.flatMap(({ products }) => [...(products ?? [])])
  const groups = Map.groupBy(all, ([product]) => product)
  return new Map([...groups].map(([product, own]) => [product, sumMoney(own.map(([, amount]) => amount))]))
}

/**
 * Owners that were tried by parts, each once a currency; whom the rules of one brand stopped is stopped altogether, as
 * in the close.
 */
export function joinedParts(
  { byBrand }: RuleSet,
  { owners, problems }: Pick<SimulatedGroup, 'owners' | 'problems'>,
): Pick<SimulatedGroup, 'owners' | 'problems'> {
  const stopped = new Map(byBrand ? problems.toReversed().map((problem) => [problem.id, problem]) : [])
  const groups = Map.groupBy(
    owners.filter(({ id }) => !stopped.has(id)),
    ({ id, currency }) => `${id} ${currency}`,
  )
  return {
    owners: [...groups.values()].map((own) => ({
      ...own[0]!,
      then: sumMoney(own.map(({ then }) => then)),
      now: sumMoney(own.map(({ now }) => now)),
      products: productsTogether(own),
    })),
    problems: byBrand ? [...stopped.values()] : problems,
  }
}
