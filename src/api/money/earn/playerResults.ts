import type { Day } from '../../../domain/calendar.ts'
import type { RewardRule } from '../../../domain/commission/rewardRules.ts'
import type { PlayerResult } from '../../../domain/deals/quarantine.ts'
import type { Product } from '../../../domain/measures.ts'
import { Decimal } from '../../../domain/money.ts'
import type { Balances } from './earnings.ts'
import type { EventFacts } from './facts.ts'

/**
 * What players brought of a product from the start of a period to a day, in the measure that the rule is a share of,
 * and what they have to make good since earlier ones; in order of the players.
 */
export function resultsOf(input: {
  standing: { readonly periodStart: Day; readonly balances: Balances }
  rule: RewardRule
  product: Product
  events: readonly EventFacts[]
  day: Day
}): PlayerResult[] {
  const { standing, rule, product, events, day } = input
  const place = rule.subType === 'ggr' ? 2 : 1
  const apart = new Map(standing.balances.state?.apart?.[product])
  const results = new Map([...apart.keys()].map((player) => [player, new Decimal(0)]))
  for (const told of events) {
    if (told.product !== product || told.day < standing.periodStart || told.day > day) continue
    for (const each of told.results ?? [])
      results.set(each[0], (results.get(each[0]) ?? new Decimal(0)).plus(each[place]))
  }
  return [...results]
    .sort(([one], [other]) => one - other)
    .map(([player, result]) => ({ player, result, apart: apart.get(player) ?? 0 }))
}
