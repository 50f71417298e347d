import { RuleCurrencyError } from '#rules/commission/ruleCurrency.ts'
import { carryForward, hasCarryAmounts } from '#rules/deals/carry.ts'
import { quarantines } from '#rules/deals/quarantine.ts'
import { type Day, startOfMonth } from '#engine/values/calendar.ts'
import { forEach, type Product, products } from '#rules/activity/measures.ts'
import { Decimal } from '#engine/values/money.ts'
import { type AccumulatorInputs, earnedAlone, commissionOnDay } from './commissionOnDay.ts'
import { type Balances, emptyBalances } from './types.ts'
import type { EventFacts } from './eventFacts.ts'
import { type ProfileRules, type RuleSet, rulesOn } from './ruleSet.ts'
import { withoutChargebacks } from './rollupSums.ts'

/** A period as it stands on a day that may be its last. */
interface EndingPeriod {
  readonly standing: AccumulatorInputs
  readonly rules: ProfileRules
  readonly day: Day
  readonly events: readonly EventFacts[]
}

/**
 * What the period that ends on `lastDay` leaves to the next, by the rules of that day: all together, or a brand by
 * itself, as they say; where that turns nothing is carried over the turn.
 */
export function closingBalances(input: {
  standing: AccumulatorInputs
  book: RuleSet
  profile: number
  lastDay: Day
  events: readonly EventFacts[]
}): Balances {
  const rules = rulesOn(input.book, { profile: input.profile, day: input.lastDay })
  if (!rules?.leaves || rules.byBrand !== (input.standing.isOfBrand ?? false)) return emptyBalances
  const { standing, lastDay: day, events } = input
  const balances = lossesOf({ standing, rules, day, events })
  const apart = apartOf({ standing, rules, day, events })
  return apart ? { ...balances, state: { ...balances.state, apart } } : balances
}

/** What of a period's losses is carried if it ends on a day. */
function lossesOf({ standing, rules, day, events }: EndingPeriod): Balances {
  if (rules.carryOver === 'none') return emptyBalances
  if (rules.carry) return narrowedBalances({ standing, rules, day, events })
  const closing = products.map((product) => {
    const version = rules.byProduct[product]
    const balance = version ? commissionOnDay({ standing, rules, version, day, events }).closingBalance.toFixed() : '0'
    return [product, balance]
  })
  return Object.fromEntries(closing) as unknown as Balances
}

/** Which players are kept apart if a period ends on a day; null where the profile keeps nobody apart. */
function apartOf({ standing, rules, day, events }: EndingPeriod): NonNullable<Balances['state']>['apart'] | null {
  const kept = products.flatMap((product) => {
    const version = rules.byProduct[product]
    if (!version || !quarantines(version.rule)) return []
    return [[product, commissionOnDay({ standing, rules, version, day, events }).quarantined?.apart ?? []] as const]
  })
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

/** A standing, had no money been charged back: at no place either, where some have rates of their own. */
function chargedNothing(standing: AccumulatorInputs, rules: ProfileRules): AccumulatorInputs {
  const sums = withoutChargebacks(standing.sums)
  if (!products.some((product) => rules.byProduct[product]?.rule.overrides?.length)) return { ...standing, sums }
  const lives = standing.background.lives.map((life) => ({
    ...life,
    rows: life.rows.map((row) => ({ ...row, chargebacks: '0' })),
  }))
  return { ...standing, sums, background: { ...standing.background, lives } }
}

/** What a period would leave if it ended on a day, where the profile narrows what is carried. */
export function narrowedBalances({ standing, rules, day, events }: EndingPeriod): Balances {
  const terms = rules.carry!
  const ownOf = (product: Product, within: AccumulatorInputs): Decimal => {
    const version = rules.byProduct[product]
    if (!version) return new Decimal(0)
    const { own } = earnedAlone({ standing: within, rules, version, day, events })
    const isOther = version.currency !== null && version.currency !== standing.currency
    if (isOther && own.isNegative() && hasCarryAmounts(terms))
      throw new RuleCurrencyError({ rule: version.currency!, activity: standing.currency })
    return own
  }
  const own = forEach(products, (product) => ownOf(product, standing))
  return carryForward({
    terms,
    month: startOfMonth(standing.periodStart),
    opening: standing.balances,
    own,
    withoutChargebacks: (product) => ownOf(product, chargedNothing(standing, rules)),
    depositors: standing.sums.none.ftd.toNumber(),
  })
}
