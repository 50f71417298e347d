import type { RewardRule } from '../commission/rewardRules.ts'
import { Decimal } from '#engine/values/money.ts'
import { comparing, type MinimumTotals } from './minimums.ts'
import type { Comparator, MinimumFact } from './constants.ts'

/** What came of the second measure of a tier. Amounts are decimal strings. */
export interface GateOutcome {
  /** Where the tier begins. */
  readonly from: string
  readonly fact: MinimumFact
  readonly comparator: Comparator
  readonly threshold: string
  readonly actual: string
  readonly isMet: boolean
}

const none: GateOutcome[] = []

/** Whether some tier of a reward needs a second measure. */
export const hasGates = ({ calculation, tiers }: Pick<RewardRule, 'calculation' | 'tiers'>): boolean =>
  calculation === 'dynamic' && (tiers ?? []).some(({ alsoFact }) => Boolean(alsoFact))

/**
 * Tests the second measures of tiers, in the order in which they stand.
 * @param actuals what they came to, where that is known already
 * @throws {Error} when there are some, and nothing is given to test them on
 */
export function testTierMinimums(
  rule: RewardRule,
  totals: MinimumTotals | undefined,
  actuals?: readonly string[],
): GateOutcome[] {
  if (!hasGates(rule)) return none
  const gated = (rule.tiers ?? []).filter(({ alsoFact }) => Boolean(alsoFact))
  return gated.map(({ from, alsoFact, alsoComparator, alsoAmount }, place) => {
    const given = actuals?.[place] ?? totals?.[alsoFact!]
    if (given === undefined) throw new Error('The tiers of this reward need what the period came to.')
    const [actual, comparator] = [new Decimal(given), alsoComparator ?? 'atLeast']
    return {
      from: new Decimal(from).toFixed(),
      fact: alsoFact!,
      comparator,
      threshold: new Decimal(alsoAmount ?? 0).toFixed(),
      actual: actual.toFixed(),
      isMet: comparing[comparator](actual, alsoAmount ?? 0),
    }
  })
}

/** A reward without the tiers whose second measure was not reached. */
export function openTiers(rule: RewardRule, gates: readonly GateOutcome[]): RewardRule {
  if (gates.every(({ isMet }) => isMet)) return rule
  const open = gates.map(({ isMet }) => isMet)
  const tiers = (rule.tiers ?? []).filter(({ alsoFact }) => !alsoFact || open.shift())
  if (tiers.length > 0) return { ...rule, tiers }
  return { ...rule, calculation: 'fixed', tiers, percentage: rule.percentage ?? 0, value: rule.value ?? 0 }
}
