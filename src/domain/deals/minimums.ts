import { Decimal, type DecimalValue } from '../money.ts'
import type { DealMinimum, DealTerms } from './terms.ts'
import { type MinimumComparator, type MinimumFact, type PeriodFact, trafficFacts } from './words.ts'

/** What an affiliate's accumulated period came to, over all products. */
export type MinimumTotals = Readonly<Record<MinimumFact, DecimalValue>>

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
}

/** Whether a reward asks how many players were active: that stands in no sum, it takes the players. */
export function countsActive({ minimums, flatFeeMinimums, tierBase }: DealTerms): boolean {
  const asked = [...(minimums ?? []), ...(flatFeeMinimums ?? [])].map(({ fact }) => fact)
  return tierBase === 'activePlayers' || asked.includes('activePlayers')
}

const ofTraffic: ReadonlySet<string> = new Set(trafficFacts)

/** Whether a minimum is a share of all of the affiliate's traffic. */
export const isTrafficFact = (fact: string): fact is (typeof trafficFacts)[number] => ofTraffic.has(fact)

/** Whether a reward asks for shares of the whole traffic: they take its single deposits and players. */
export const countsTraffic = ({ minimums }: DealTerms): boolean =>
  (minimums ?? []).some(({ fact }) => isTrafficFact(fact))

/** Over how many months a minimum looks; 1 is the period alone. */
export const monthsOfMinimum = ({ months }: DealMinimum): number => Number(months ?? 1)

/** What came in over a period: each deposit, who deposited for the first time, who of all was barred up to its end. */
export interface Traffic {
  readonly deposits: readonly DecimalValue[]
  readonly firsts: readonly number[]
  readonly barred: ReadonlySet<number>
}

/** The share of the traffic that a minimum asks for, in percent; 0 of nothing. */
export function trafficShare({ fact, upTo }: DealMinimum, { deposits, firsts, barred }: Traffic): Decimal {
  const [part, whole] =
    fact === 'smallDeposits'
      ? [deposits.filter((amount) => new Decimal(amount).lessThanOrEqualTo(upTo ?? 0)).length, deposits.length]
      : [firsts.filter((player) => barred.has(player)).length, firsts.length]
  return whole === 0 ? new Decimal(0) : new Decimal(part).times(100).dividedBy(whole)
}

const none: MinimumOutcome[] = []

const comparing: Readonly<Record<MinimumComparator, (actual: Decimal, amount: DecimalValue) => boolean>> = {
  atLeast: (actual, amount) => actual.greaterThanOrEqualTo(amount),
  moreThan: (actual, amount) => actual.greaterThan(amount),
  atMost: (actual, amount) => actual.lessThanOrEqualTo(amount),
  lessThan: (actual, amount) => actual.lessThan(amount),
}

/**
 * Tests the minimums of a deal: all but those that only flag must hold before anything is paid.
 * @param actuals what those came to, by their place, that look at more or other than the period's totals
 * @throws {Error} when there are some, and nothing is given to test them on
 */
export function testMinimums(
  { minimums }: DealTerms,
  totals: MinimumTotals | undefined,
  actuals: readonly (DecimalValue | null)[] = [],
): MinimumOutcome[] {
  if (!minimums || minimums.length === 0) return none
  if (!totals) throw new Error('The minimums of this reward need what the period came to.')
  return minimums.map((minimum, place) => {
    const { fact, amount, missed } = minimum
    const own = actuals[place] ?? (isTrafficFact(fact) ? null : totals[fact])
    if (own === null) throw new Error('The minimums of this reward need the traffic of the period.')
    const actual = new Decimal(own)
    const comparator = minimum.comparator ?? 'atLeast'
    return {
      fact,
      comparator,
      threshold: new Decimal(amount).toFixed(),
      actual: actual.toFixed(),
      isMet: comparing[comparator](actual, amount),
      ...(monthsOfMinimum(minimum) > 1 ? { months: String(minimum.months) } : {}),
      ...(missed === 'flag' ? { isFlag: true as const } : {}),
    }
  })
}
