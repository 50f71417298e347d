import { type CommissionResult, computeCommission } from '#rules/commission/commission.ts'
import { hasAmounts } from '#rules/commission/ruleAmounts.ts'
import { RuleCurrencyError, thresholdOf } from '#rules/commission/ruleCurrency.ts'
import { crossProductNetting } from '#rules/deals/carry.ts'
import { needsGameGroups } from '#rules/deals/gameGroups.ts'
import { hasGates } from '#rules/deals/tierMinimums.ts'
import { capsPlayers } from '#rules/deals/playerCeiling.ts'
import { countsActive, withholds } from '#rules/deals/minimums.ts'
import { hasFee, isProrated } from '#rules/deals/introAndFees.ts'
import { quarantine, quarantines } from '#rules/deals/quarantine.ts'
import { asksDeposits, deductsByCountry, deductsWithdrawals } from '#rules/deals/deductions.ts'
import { sharesByPart } from '#rules/deals/playerShares.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { triggerFact } from '#rules/commission/triggers.ts'
import { type Day, startOfMonth } from '#engine/values/calendar.ts'
import { forEach, products } from '#rules/activity/measures.ts'
import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import {
  type Lookback,
  feeFactsOf,
  gracedMinimums,
  hasIntroRate,
  introStart,
  minimumActuals,
  monthPartOf,
} from './lookback.ts'
import { tierTotalsOf } from './tierTotals.ts'
import type { Balances, PlayerCounts } from './types.ts'
import { activePlayers, type EventFacts, groupsOf, minimumTotals, triggerFactsOf } from './eventFacts.ts'
import { partsOfPeriod } from './playerLifetimes.ts'
import { amountOverPlayerCap, resultsOf } from './playerResults.ts'
import type { Assignment, ProfileRules, RewardVersion } from './ruleSet.ts'
import { chargedBackOf, depositsOf, emptySums, type MovementSums, rewardSums, withdrawalsOf } from './rollupSums.ts'

/** Where an affiliate stands in its period. */
export interface AccumulatorState extends PlayerCounts {
  readonly assignment: Assignment
  readonly periodStart: Day
  readonly balances: Balances
  readonly sums: MovementSums
  readonly currency: string
  readonly background: Lookback
  /** Of one brand, reckoned by itself. */
  readonly isOfBrand?: boolean
}

/** The part of a standing that commission is a function of. */
export type AccumulatorInputs = Pick<
  AccumulatorState,
  keyof PlayerCounts | 'sums' | 'balances' | 'periodStart' | 'currency' | 'background' | 'isOfBrand'
> & { readonly assignment: Pick<Assignment, 'from' | 'ends'> }

/**
 * Refuses a rule whose amounts are in another currency than what they would be applied to: nothing is paid by a number
 * read as another money.
 */
function requireCurrency({ rule, currency }: RewardVersion, standing: AccumulatorInputs): void {
  if (currency === null || currency === standing.currency) return
  const threshold = thresholdOf(rule)
  const isAnyMoved = (amounts: object): boolean =>
    Object.values(amounts).some((amount) => !new Decimal(amount as DecimalValue).isZero())
  const isMoved =
    (rule.productType === 'cpa'
      ? standing.players > 0 || Object.keys(standing.staged).length > 0
      : isAnyMoved(rewardSums(standing.sums)[rule.productType])) ||
    // A fee is paid for whatever moved; deposits belong to no product.
    ((hasFee(rule) || rule.subType === 'deposits') && Object.values(standing.sums).some(isAnyMoved))
  if (isMoved && (hasAmounts(rule) || threshold !== null))
    throw new RuleCurrencyError({ rule: currency, activity: standing.currency })
}

/** Whether a rule asks what the whole period came to: for its minimums or fee, or for the tier that holds. */
export const needsTotals = (rule: RewardRule) =>
  (rule.minimums?.length ?? 0) > 0 || hasFee(rule) || Boolean(rule.tierBase) || hasGates(rule)

/** Whether the launch rate of a rule holds on a day. */
export const isIntroRateOn = (rule: RewardRule, { background, assignment }: AccumulatorInputs, day: Day): boolean =>
  hasIntroRate(rule, introStart(background, assignment), day)

/** What is asked of a product's reward on a day. */
interface EarnedQuestion {
  standing: AccumulatorInputs
  rules: ProfileRules
  version: RewardVersion
  day: Day
  /** The day by whose launch it is reckoned, where it is another. */
  ruleDay?: Day
  events: readonly EventFacts[]
}

/** What was earned on a product with the given sums, under the rule of a day. */
export function commissionOnDay(input: EarnedQuestion): CommissionResult {
  const alone = earnedAlone(input)
  const { rules, standing } = input
  const product = input.version.rule.productType
  if (!rules.together || product === 'cpa') return alone
  const own = forEach(products, (each) => {
    const version = rules.byProduct[each]
    return each === product ? alone.own : version ? earnedAlone({ ...input, version }).own : new Decimal(0)
  })
  const opening =
    rules.carryOver === 'none' ? 0 : products.reduce((sum, each) => sum.plus(standing.balances[each]), new Decimal(0))
  return earnedAlone(input, crossProductNetting({ own, opening })[product])
}

/** The products that share what is deposited: those whose rewards are shares of it, where the rule is one. */
const sharingDeposits = ({ byProduct }: ProfileRules, { subType }: RewardRule) =>
  subType === 'deposits' ? products.filter((each) => byProduct[each]?.rule.subType === 'deposits') : products

/** How many players were active in the period, where the rule asks. */
const activeOf = ({ standing, version, day, events }: EarnedQuestion): number =>
  countsActive(version.rule) ? activePlayers(events, { from: standing.periodStart, to: day }) : 0

/** The same of a product by itself, less what others take. */
export function earnedAlone(input: EarnedQuestion, taken?: Decimal): CommissionResult {
  const { standing, rules, version, day, events } = input
  const { rule } = version
  const product = rule.productType
  requireCurrency(version, standing)
  const tierTotals = tierTotalsOf(rule, standing, day)
  const totals = {
    ...(needsTotals(rule)
      ? {
          totals: minimumTotals(standing.sums, activeOf(input)),
          minimumActuals: minimumActuals(rule, standing, { events, to: day }),
          graced: gracedMinimums(rule, standing),
          ...feeFactsOf(rule, standing),
        }
      : {}),
    ...(tierTotals ? { tierTotals } : {}),
    isLaunch: isIntroRateOn(rule, standing, input.ruleDay ?? day),
    ...(isProrated(rule) ? { monthPart: monthPartOf(rule, standing) } : {}),
    ...(withholds(rule) ? { withheld: standing.balances.state?.withheld?.[product] } : {}),
  }
  if (product === 'cpa')
    return computeCommission({
      rule,
      sums: rewardSums(emptySums()).bets,
      qualifiedPlayers: standing.players,
      playersValue: standing.playersValue,
      placed: standing.placed,
      staged: standing.staged,
      ...totals,
    })
  const fact = triggerFact(rule)
  const among = sharingDeposits(rules, rule)
  const byPart = sharesByPart(rule)
    ? partsOfPeriod(rule, {
        lives: standing.background.lives,
        sums: standing.sums,
        from: standing.periodStart,
        to: day,
        among,
      })
    : null
  const facts = fact
    ? triggerFactsOf({ sums: standing.sums, product, fact, events, from: standing.periodStart, to: day })
    : {}
  const asked = {
    rule,
    sums:
      byPart?.sums ??
      (rule.subType === 'deposits'
        ? { ...standing.sums[product], chargebacks: chargedBackOf(standing.sums, product, among) }
        : rewardSums(standing.sums)[product]),
    facts,
    ...totals,
    ...(byPart ? { parts: byPart.parts } : {}),
    ...(asksDeposits(rule) ? { deposits: byPart?.deposits ?? depositsOf(standing.sums, product, among) } : {}),
    ...(deductsWithdrawals(rule) ? { withdrawals: withdrawalsOf(standing.sums, product, among) } : {}),
    carryOver: rules.carryOver,
    openingBalance: standing.balances[product],
    taken,
    ...(capsPlayers(rule) ? { cut: amountOverPlayerCap({ standing, rule, product, events, day }) } : {}),
    ...(needsGameGroups(rule) ? { groups: groupsOf(events, { product, from: standing.periodStart, to: day }) } : {}),
    ...(deductsByCountry(rule)
      ? { countries: groupsOf(events, { product, from: standing.periodStart, to: day, by: 'countries' }) }
      : {}),
  }
  if (!quarantines(rule)) return computeCommission(asked)
  const players = resultsOf({ standing, rule, product, events, day })
  return computeCommission({
    ...asked,
    quarantined: quarantine({
      terms: rule,
      base: computeCommission(asked).base,
      players,
      month: startOfMonth(standing.periodStart),
    }),
  })
}
