import type { RewardRule } from '../commission/rewardRules.ts'
import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import type { DealMinimum, DealTerms } from './terms.ts'
import {
  type MinimumComparator,
  type MinimumFact,
  type PeriodFact,
  type RatioFact,
  ratioFacts,
  type TierFact,
  trafficFacts,
} from './constants.ts'

/** What an affiliate's accumulated period came to, over all products. */
export type MinimumTotals = Readonly<Record<MinimumFact, DecimalValue>>

/** What decides a tier: the same, and where it is asked for what was earned before. */
export type TierTotals = MinimumTotals & Readonly<Partial<Record<TierFact, DecimalValue>>>

/** What came of a minimum: what it asked for, what there was. Amounts are decimal strings. */
export interface MinimumOutcome {
  readonly fact: PeriodFact
  readonly comparator: MinimumComparator
  readonly threshold: string
  readonly actual: string
  readonly isMet: boolean
  /** Over how many months, where it is not the period alone. */
  readonly months?: string
  /** Missing it holds nothing back. */
  readonly isFlag?: true
  /** Missing it, a lower rate holds. */
  readonly isLowering?: true
  /** Missing it, what is due waits for a period that meets it. */
  readonly isWaiting?: true
  /** It is not asked for yet: `actual` decides nothing. */
  readonly isGrace?: true
  /** It is the month before that counts. */
  readonly isOfMonthBefore?: true
}

/** Whether a reward asks how many players were active: that stands in no sum, it takes the players. */
export function countsActive({
  minimums,
  flatFeeMinimums,
  tierBase,
  tiers,
}: DealTerms & { readonly tiers?: RewardRule['tiers'] }): boolean {
  const asked = [...(minimums ?? []), ...(flatFeeMinimums ?? [])].map(({ fact }) => fact)
  const gates = (tiers ?? []).map(({ alsoFact }) => alsoFact)
  return tierBase === 'activePlayers' || [...asked, ...gates].includes('activePlayers')
}

const ofTraffic: ReadonlySet<string> = new Set(trafficFacts)

/** Whether a minimum is a share of all of the affiliate's traffic. */
export const isTrafficFact = (fact: string): fact is (typeof trafficFacts)[number] => ofTraffic.has(fact)

/** Whether a reward asks for shares of the whole traffic: they take its single deposits and players. */
export const countsTraffic = ({ minimums }: DealTerms): boolean =>
  (minimums ?? []).some(({ fact }) => isTrafficFact(fact))

const ratios: ReadonlySet<string> = new Set(ratioFacts)

/** Whether a minimum is a ratio of two sums. */
export const isRatioFact = (fact: string): fact is RatioFact => ratios.has(fact)

/** Whether a minimum is a percentage of something. */
export const isPercentFact = (fact: string): boolean => isTrafficFact(fact) || isRatioFact(fact)

/** The sums that ratios are made of. */
export type RatioSums = Readonly<
  Record<'registrations' | 'firstDeposits' | 'deposits' | 'withdrawals' | 'chargebacks' | 'bonus' | 'ggr', Decimal>
>

/** A ratio of two sums, in percent; 0 of nothing. */
export function ratioOf(fact: RatioFact, sums: RatioSums): Decimal {
  const [part, whole] = {
    conversion: [sums.firstDeposits, sums.registrations],
    chargebackShare: [sums.chargebacks, sums.deposits],
    withdrawalShare: [sums.withdrawals, sums.deposits],
    bonusShare: [sums.bonus, sums.ggr],
  }[fact] as [Decimal, Decimal]
  return whole.greaterThan(0) ? part.times(100).dividedBy(whole) : new Decimal(0)
}

/** Over how many months a minimum looks; 1 is the period alone. */
export const monthsOfMinimum = ({ months }: DealMinimum): number => Number(months ?? 1)

/** What came in over a period: each deposit and whose, who deposited for the first time, who was barred up to its end. */
export interface Traffic {
  readonly deposits: readonly DecimalValue[]
  readonly firsts: readonly number[]
  /** Whose deposits these were, once for each. */
  readonly depositors: readonly number[]
  readonly barred: ReadonlySet<number>
}

/** The share of the traffic that a minimum asks for, in percent; 0 of nothing. */
export function trafficShare({ fact, upTo }: DealMinimum, { deposits, firsts, depositors, barred }: Traffic): Decimal {
  const isOnce = (player: number) => depositors.indexOf(player) === depositors.lastIndexOf(player)
  const [part, whole] =
    fact === 'smallDeposits'
      ? [deposits.filter((amount) => new Decimal(amount).lessThanOrEqualTo(upTo ?? 0)).length, deposits.length]
      : [
          firsts.filter((player) => (fact === 'onceDepositors' ? isOnce(player) : barred.has(player))).length,
          firsts.length,
        ]
  return whole === 0 ? new Decimal(0) : new Decimal(part).times(100).dividedBy(whole)
}

/** Whether a reward keeps what is due of a month that misses a minimum for one that meets it. */
export const withholds = ({ minimums }: DealTerms): boolean => (minimums ?? []).some(({ missed }) => missed === 'later')

/** Whether a minimum looks at when the affiliate began, or at the month before. */
export const beginsLater = ({ graceMonths, begins }: DealMinimum): boolean =>
  Number(graceMonths ?? 0) > 0 || begins === 'nextMonth'

const none: MinimumOutcome[] = []

/** How amounts are compared, by the word that says so. */
export const comparing: Readonly<Record<MinimumComparator, (actual: Decimal, amount: DecimalValue) => boolean>> = {
  atLeast: (actual, amount) => actual.greaterThanOrEqualTo(amount),
  moreThan: (actual, amount) => actual.greaterThan(amount),
  atMost: (actual, amount) => actual.lessThanOrEqualTo(amount),
  lessThan: (actual, amount) => actual.lessThan(amount),
}

/** Whether an amount is what a minimum asks for. */
export const isReached = ({ comparator, amount }: DealMinimum, actual: Decimal): boolean =>
  comparing[comparator ?? 'atLeast'](actual, amount)

/**
 * Tests the minimums of a deal: all but those that only flag must hold before anything is paid.
 * @param actuals what those came to, by their place, that look at more or other than the period's totals
 * @param graced the places of those that are not asked for yet
 * @throws {Error} when there are some, and nothing is given to test them on
 */
export function testMinimums(
  { minimums }: DealTerms,
  totals: MinimumTotals | undefined,
  actuals: readonly (DecimalValue | null)[] = [],
  graced: readonly number[] = [],
): MinimumOutcome[] {
  if (!minimums || minimums.length === 0) return none
  if (!totals) throw new Error('The minimums of this reward need what the period came to.')
  return minimums.map((minimum, place) => {
    const { fact, amount, missed } = minimum
    const own = actuals[place] ?? (isTrafficFact(fact) || isRatioFact(fact) ? null : totals[fact])
    if (own === null) throw new Error('The minimums of this reward need the traffic of the period.')
    const actual = new Decimal(own)
    const comparator = minimum.comparator ?? 'atLeast'
    const isGrace = graced.includes(place)
    return {
      fact,
      comparator,
      threshold: new Decimal(amount).toFixed(),
      actual: actual.toFixed(),
      isMet: isGrace || comparing[comparator](actual, amount),
      ...(isGrace ? { isGrace: true as const } : {}),
      ...(minimum.begins === 'nextMonth' ? { isOfMonthBefore: true as const } : {}),
      ...(monthsOfMinimum(minimum) > 1 ? { months: String(minimum.months) } : {}),
      ...(missed === 'flag' ? { isFlag: true as const } : {}),
      ...(missed === 'lowered' ? { isLowering: true as const } : {}),
      ...(missed === 'later' ? { isWaiting: true as const } : {}),
    }
  })
}
