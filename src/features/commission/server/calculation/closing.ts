import { CarryCurrencyError, RuleCurrencyError } from '#rules/commission/ruleCurrency.ts'
import { carryForward, type CarryTerms, hasCarryAmounts } from '#rules/deals/carry.ts'
import { productTypes } from '#rules/commission/constants.ts'
import { withholds } from '#rules/deals/minimums.ts'
import { ratesByWorth } from '#rules/deals/playerShares.ts'
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
  const withheld = withheldOf({ standing, rules, day, events })
  const state = { ...(apart ? { apart } : {}), ...(withheld ? { withheld } : {}) }
  return Object.keys(state).length > 0 ? { ...balances, state: { ...balances.state, ...state } } : balances
}

/** What waits of products for a month that meets a minimum if a period ends on a day; null where nothing does. */
function withheldOf({ standing, rules, day, events }: EndingPeriod): NonNullable<Balances['state']>['withheld'] | null {
  const kept = productTypes.flatMap((product) => {
    const version = rules.byProduct[product]
    if (!version || !withholds(version.rule)) return []
    const before = standing.balances.state?.withheld?.[product] ?? '0'
    const left = unlessOtherCurrency(
      () => commissionOnDay({ standing, rules, version, day, events }).withheld!.toFixed(),
      before,
    )
    return new Decimal(left).isZero() ? [] : [[product, left] as const]
  })
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

/** What of a period's losses is carried if it ends on a day. */
function lossesOf({ standing, rules, day, events }: EndingPeriod): Balances {
  if (rules.carryOver === 'none') return emptyBalances
  if (rules.carry) return narrowedBalances({ standing, rules, day, events }).balances
  const closing = products.map((product) => {
    const version = rules.byProduct[product]
    const balance = version
      ? unlessOtherCurrency(
          () => commissionOnDay({ standing, rules, version, day, events }).closingBalance.toFixed(),
          standing.balances[product],
        )
      : '0'
    return [product, balance]
  })
  return Object.fromEntries(closing) as unknown as Balances
}

/** Which players are kept apart if a period ends on a day; null where the profile keeps nobody apart. */
function apartOf({ standing, rules, day, events }: EndingPeriod): NonNullable<Balances['state']>['apart'] | null {
  const kept = products.flatMap((product) => {
    const version = rules.byProduct[product]
    if (!version || !quarantines(version.rule)) return []
    const apart = unlessOtherCurrency(
      () => commissionOnDay({ standing, rules, version, day, events }).quarantined?.apart ?? [],
      standing.balances.state?.apart?.[product] ?? [],
    )
    return [[product, apart] as const]
  })
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

/** A standing, had no money been charged back: at no place either, where some have rates of their own. */
function chargedNothing(standing: AccumulatorInputs, rules: ProfileRules): AccumulatorInputs {
  const sums = withoutChargebacks(standing.sums)
  const asks = products.some((product) => {
    const rule = rules.byProduct[product]?.rule
    return rule && ((rule.overrides ?? []).length > 0 || ratesByWorth(rule))
  })
  if (!asks) return { ...standing, sums }
  const lives = standing.background.lives.map((life) => ({
    ...life,
    rows: life.rows.map((row) => ({ ...row, chargebacks: '0' })),
  }))
  return { ...standing, sums, background: { ...standing.background, lives } }
}

/** A result of a product; where its amounts are in another currency, what stood before: the period is told as stopped. */
function unlessOtherCurrency<Result>(result: () => Result, before: Result): Result {
  try {
    return result()
  } catch (error) {
    if (error instanceof RuleCurrencyError) return before
    throw error
  }
}

const withoutAmounts = (terms: CarryTerms): CarryTerms => ({ ...terms, carryAtMost: null, carryAbove: null })

/**
 * What a period would leave if it ended on a day, where the profile narrows what is carried. Products without a result
 * keep what they began with, together with those they are set against; losses whose limits are in another currency are
 * carried whole, and named.
 */
export function narrowedBalances({ standing, rules, day, events }: EndingPeriod): {
  readonly balances: Balances
  readonly unlimited: ReadonlyMap<Product, CarryCurrencyError>
} {
  const terms = rules.carry!
  const ownOf = (product: Product, within: AccumulatorInputs): Decimal => {
    const version = rules.byProduct[product]
    return version ? earnedAlone({ standing: within, rules, version, day, events }).own : new Decimal(0)
  }
  const unlimited = new Map<Product, CarryCurrencyError>()
  const known = forEach(products, (product) => unlessOtherCurrency(() => ownOf(product, standing), null))
  if (rules.together && Object.values(known).includes(null)) return { balances: standing.balances, unlimited }
  const own = forEach(products, (product) => known[product] ?? new Decimal(0))
  for (const product of products) {
    const currency = rules.byProduct[product]?.currency ?? standing.currency
    if (currency !== standing.currency && own[product].isNegative() && hasCarryAmounts(terms))
      unlimited.set(product, new CarryCurrencyError({ rule: currency, activity: standing.currency }))
  }
  const left = (by: CarryTerms) =>
    carryForward({
      terms: by,
      month: startOfMonth(standing.periodStart),
      opening: standing.balances,
      own,
      withoutChargebacks: (product) => ownOf(product, chargedNothing(standing, rules)),
      depositors: standing.sums.none.ftd.toNumber(),
    })
  const limited = left(terms)
  if (unlimited.size === 0) return { balances: limited, unlimited }
  const whole = left(withoutAmounts(terms))
  if (rules.together) return { balances: whole, unlimited }
  const chosen = (product: Product) => (unlimited.has(product) ? whole : limited)
  const losses = forEach(products, (product) => chosen(product).state?.losses?.[product] ?? [])
  const state = limited.state?.losses ? { ...limited.state, losses } : limited.state
  const balances = forEach(products, (product) => chosen(product)[product])
  return { balances: { ...balances, ...(state ? { state } : {}) }, unlimited }
}
