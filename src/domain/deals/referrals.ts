import { Decimal, type DecimalValue, type Money } from '../money.ts'
import { entryAmount } from '../commission/commission.ts'
import type { ReferralTerms } from './referralTerms.ts'

/** What a level came to in a period, before a day and to its end; decimal strings. */
export interface ReferralLevel {
  readonly level: number
  readonly percentage: string
  readonly before: string
  readonly after: string
}

/** A step of what was earned of a level. */
export interface ReferralStep {
  readonly kind: 'referral'
  readonly level: string
  readonly percentage: string
  readonly base: string
  readonly amount: string
}

/** What the levels came to, accumulated, by level. */
export type ReferralBases = ReadonlyMap<number, DecimalValue>

/** What a day adds of each level that has a share, level by level; only levels that ever came to something. */
export function referralLevels(
  { referralShares }: ReferralTerms,
  { before, after }: { readonly before: ReferralBases; readonly after: ReferralBases },
): ReferralLevel[] {
  const textOf = (bases: ReferralBases, level: number) => new Decimal(bases.get(level) ?? 0).toFixed()
  return (referralShares ?? [])
    .map(({ level, percentage }) => ({ level: Number(level), percentage: new Decimal(percentage).toFixed() }))
    .filter(({ level }) => before.has(level) || after.has(level))
    .sort((one, other) => one.level - other.level)
    .map((share) => ({ ...share, before: textOf(before, share.level), after: textOf(after, share.level) }))
}

/** The share of each level on one side of a day, and what they come to together; unrounded. */
export function referralSteps(
  levels: readonly ReferralLevel[],
  side: 'before' | 'after',
): { readonly steps: ReferralStep[]; readonly base: Decimal; readonly amount: Decimal } {
  const zero = new Decimal(0)
  const steps = levels.map((each): ReferralStep => {
    const amount = new Decimal(each[side]).times(each.percentage).dividedBy(100)
    const { level, percentage } = each
    return { kind: 'referral', level: String(level), percentage, base: each[side], amount: amount.toFixed() }
  })
  return {
    steps,
    base: levels.reduce((sum, each) => sum.plus(each[side]), zero),
    amount: steps.reduce((sum, { amount }) => sum.plus(amount), zero),
  }
}

/**
 * What a day pays of what referred affiliates earned: their accumulated commission of the period by the shares of the
 * day, to the day less to the day before, each rounded once. What is taken back of theirs is taken back here as well.
 */
export function referralAmount(levels: readonly ReferralLevel[]): Money {
  const [earned, earnedBefore] = [referralSteps(levels, 'after').amount, referralSteps(levels, 'before').amount]
  return entryAmount({ earned, earnedBefore })
}

/** Whether a change of a profile pays less of some level than before. */
export function worseReferrals({ before, after }: { before: ReferralTerms; after: ReferralTerms }): boolean {
  const shareOf = (terms: ReferralTerms, level: number) =>
    new Decimal((terms.referralShares ?? []).find((each) => Number(each.level) === level)?.percentage ?? 0)
  return (before.referralShares ?? []).some(({ level }) =>
    shareOf(after, Number(level)).lessThan(shareOf(before, Number(level))),
  )
}
