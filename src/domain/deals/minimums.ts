import { Decimal, type DecimalValue } from '../money.ts'
import type { DealTerms } from './terms.ts'
import type { Comparator, MinimumFact } from './words.ts'

/** What an affiliate's accumulated period came to, over all products. */
export type MinimumTotals = Readonly<Record<MinimumFact, DecimalValue>>

/** What came of a minimum: what it asked for, what there was. Amounts are decimal strings. */
export interface MinimumOutcome {
  readonly fact: MinimumFact
  readonly comparator: Comparator
  readonly threshold: string
  readonly actual: string
  readonly isMet: boolean
}

/** Whether a reward asks how many players were active: that stands in no sum, it takes the players. */
export function countsActive({ minimums, flatFeeMinimums, tierBase }: DealTerms): boolean {
  const asked = [...(minimums ?? []), ...(flatFeeMinimums ?? [])].map(({ fact }) => fact)
  return tierBase === 'activePlayers' || asked.includes('activePlayers')
}

const none: MinimumOutcome[] = []

/**
 * Tests the minimums of a deal: all must hold before anything is paid.
 * @throws {Error} when there are some, and nothing is given to test them on
 */
export function testMinimums({ minimums }: DealTerms, totals: MinimumTotals | undefined): MinimumOutcome[] {
  if (!minimums || minimums.length === 0) return none
  if (!totals) throw new Error('The minimums of this reward need what the period came to.')
  return minimums.map(({ fact, comparator, amount }) => {
    const actual = new Decimal(totals[fact])
    return {
      fact,
      comparator: comparator ?? 'atLeast',
      threshold: new Decimal(amount).toFixed(),
      actual: actual.toFixed(),
      isMet: comparator === 'moreThan' ? actual.greaterThan(amount) : actual.greaterThanOrEqualTo(amount),
    }
  })
}
