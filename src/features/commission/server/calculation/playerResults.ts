import { addDays, type Day, startOfMonth } from '#engine/values/calendar.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { type PlayerResult, standingWins } from '#rules/deals/quarantine.ts'
import type { Product } from '#rules/activity/measures.ts'
import { Decimal } from '#engine/values/money.ts'
import { capsLifetimeValue, excessOf, type PlayerWorth, withoutFee } from '#rules/deals/playerCeiling.ts'
import type { Balances } from './types.ts'
import type { EventFacts } from './eventFacts.ts'

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
  const wins = standingWins(rule, standing.balances.state?.apart?.[product] ?? [], startOfMonth(standing.periodStart))
  const apart = Map.groupBy(wins, ([player]) => player)
  const results = new Map([...apart.keys()].map((player) => [player, new Decimal(0)]))
  for (const told of events) {
    if (told.product !== product || told.day < standing.periodStart || told.day > day) continue
    for (const each of told.results ?? [])
      results.set(each[0], (results.get(each[0]) ?? new Decimal(0)).plus(each[place]))
  }
  return [...results]
    .sort(([one], [other]) => one - other)
    .map(([player, result]) => ({ player, result, apart: apart.get(player) ?? [] }))
}

/** What players brought of a product, and deposited, from day to day, both inclusive. */
function worthsOf(
  { rule, product, events }: Pick<Parameters<typeof amountOverPlayerCap>[0], 'rule' | 'product' | 'events'>,
  { from, to }: { readonly from: Day | null; readonly to: Day },
): Iterable<PlayerWorth> {
  const place = rule.subType === 'ggr' ? 2 : 1
  const found = new Map<number, { result: Decimal; deposits: Decimal }>()
  const worthOf = (player: number) => {
    const worth = found.get(player) ?? { result: new Decimal(0), deposits: new Decimal(0) }
    found.set(player, worth)
    return worth
  }
  for (const told of events) {
    if ((from !== null && told.day < from) || told.day > to) continue
    if (told.product === product)
      for (const each of told.results ?? [])
        worthOf(each[0]).result = worthOf(each[0]).result.plus(withoutFee(rule, each[place], each[2]))
    for (const [player, amount] of told.cash ?? []) worthOf(player).deposits = worthOf(player).deposits.plus(amount)
  }
  return found.values()
}

/**
 * What players brought of a product in a period up to a day beyond what counts of each: an amount of the period's, or
 * what they deposited over their lives, of which what went beyond it before the period does not count again.
 */
export function amountOverPlayerCap(input: {
  standing: { readonly periodStart: Day }
  rule: RewardRule
  product: Product
  events: readonly EventFacts[]
  day: Day
}): Decimal {
  const { standing, rule, day } = input
  if (!capsLifetimeValue(rule)) return excessOf(rule, worthsOf(input, { from: standing.periodStart, to: day }))
  const before = { from: null, to: addDays(standing.periodStart, -1) }
  return excessOf(rule, worthsOf(input, { from: null, to: day })).minus(excessOf(rule, worthsOf(input, before)))
}
