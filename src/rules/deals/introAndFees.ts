import { addMonths, type Day, startOfMonth } from '#engine/values/calendar.ts'
import type { RewardRule } from '../commission/rewardRules.ts'
import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import { type MinimumOutcome, type MinimumTotals, testMinimums } from './minimums.ts'
import type { DealTerms } from './terms.ts'

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

/** Calendar months that decide a tier beside or instead of the period; `from` null: all there were. */
export interface PastMonths {
  readonly from: Day | null
  /** The period itself counts as well. */
  readonly withPeriod: boolean
  /** The best of them alone decides, not their sum. */
  readonly isBest?: true
}

/**
 * Which months before that of a period decide which tier holds: `past` the N before it, `rolling` it and the N - 1
 * before, `lifetime` all up to the day, `best` the best of these. Null where the period alone decides.
 */
export function monthsOfTier(rule: RewardRule, periodStart: Day): PastMonths | null {
  const { calculation, tierBase, tierSpan } = rule
  if (calculation !== 'dynamic' || !tierBase || !tierSpan || tierSpan === 'period' || tierSpan === 'days') return null
  if (tierSpan === 'lifetime') return { from: null, withPeriod: true }
  if (tierSpan === 'best') return { from: null, withPeriod: true, isBest: true }
  const count = Number(rule.tierMonths ?? 1)
  const isPast = tierSpan === 'past'
  return { from: addMonths(startOfMonth(periodStart), isPast ? -count : 1 - count), withPeriod: !isPast }
}

/** Over how many days a tier is decided, the last of them the day itself; null where months decide it. */
export const daysOfTier = ({ calculation, tierBase, tierSpan, tierDays }: RewardRule): number | null =>
  calculation === 'dynamic' && tierBase && tierSpan === 'days' ? Number(tierDays ?? 1) : null

/** The first day on which a reward's launch rate does not hold any more, counted from a day; null without one. */
export function launchEnd({ launchMonths }: DealTerms, from: Day): Day | null {
  return Number(launchMonths ?? 0) > 0 ? addMonths(from, Number(launchMonths)) : null
}

const launched = new WeakMap<RewardRule, RewardRule>()

/** A reward as it reads while its launch rate holds. */
export function launchRule(rule: RewardRule): RewardRule {
  let found = launched.get(rule)
  if (!found) {
    const { launchPercentage: percentage, launchValue: value } = rule
    launched.set(
      rule,
      (found = { ...rule, calculation: 'fixed', percentage, value, tiers: null, tierBase: null, bands: null }),
    )
  }
  return found
}

const lowering = new WeakMap<RewardRule, RewardRule>()

/** A reward as it reads while a minimum is missed that lowers its rate. */
export function loweredRule(rule: RewardRule): RewardRule {
  let found = lowering.get(rule)
  if (!found) {
    const { loweredPercentage: percentage, loweredValue: value } = rule
    lowering.set(
      rule,
      (found = { ...rule, calculation: 'fixed', percentage, value, tiers: null, tierBase: null, bands: null }),
    )
  }
  return found
}

/** What came of a flat fee: its amount, and each of its conditions. */
export interface FlatFeeOutcome {
  readonly fee: Decimal
  readonly isMet: boolean
  readonly minimums: readonly MinimumOutcome[]
  /** It was paid in an earlier period, and is paid once. */
  readonly isPaid: boolean
}

/** Whether a reward has a fee. */
export const hasFee = ({ flatFee }: DealTerms): boolean => isSaid(flatFee)

/** Whether its fee is paid once in all: its conditions look at all months so far. */
export const isFeeOnce = (terms: DealTerms): boolean => hasFee(terms) && terms.flatFeePer === 'once'

/** How many days of a month the affiliate had, of how many. */
export interface MonthPart {
  readonly days: number
  readonly of: number
}

/** Whether an amount of a reward is paid in proportion to the days of a month. */
export const isProrated = ({ flatFeeProrated, floorProrated }: DealTerms): boolean =>
  Boolean(flatFeeProrated) || Boolean(floorProrated)

/** The part of an amount that days are of a month, in which the affiliate began or ends. */
export const proratedAmount = (amount: DecimalValue, isAsked: unknown, part: MonthPart | undefined): Decimal =>
  isAsked && part ? new Decimal(amount).times(part.days).dividedBy(part.of) : new Decimal(amount)

/** What a fee is tested on. */
export interface FeeFacts {
  /** What the period came to; where it is paid once, all months so far. */
  readonly totals?: MinimumTotals | undefined
  /** Whether anything moved in it: what a fee without conditions asks for. */
  readonly hasMoved: boolean
  readonly isPaid: boolean
  /** The affiliate's part of the month, where it is not the whole. */
  readonly monthPart?: MonthPart | undefined
}

/** A period's flat fee; null where the reward has none. @throws {Error} when its conditions are not given what they ask */
export function flatFeeOf(rule: RewardRule, { totals, hasMoved, isPaid, monthPart }: FeeFacts): FlatFeeOutcome | null {
  if (!hasFee(rule)) return null
  const minimums = testMinimums({ minimums: rule.flatFeeMinimums }, totals)
  const isEarned = minimums.length > 0 ? minimums.every(({ isMet }) => isMet) : hasMoved
  const fee = proratedAmount(rule.flatFee!, rule.flatFeeProrated, monthPart)
  return { fee, isMet: isEarned && !isPaid, minimums, isPaid }
}
