import { Decimal, type DecimalValue, type Money } from '#engine/values/money.ts'
import { entryAmount } from '../commission/commission.ts'
import type { ReferralShare, ReferralTerms } from './referralTerms.ts'
import { type ReferralBase, referralBases } from './constants.ts'

/** What a level came to in a period, before a day and to its end; decimal strings. */
export interface ReferralLevel {
  readonly level: number
  readonly of: ReferralBase
  readonly percentage: string
  readonly before: string
  readonly after: string
}

/** A step of what was earned of a level. */
export interface ReferralStep {
  readonly kind: 'referral'
  readonly level: string
  readonly of: ReferralBase
  readonly percentage: string
  readonly base: string
  readonly amount: string
}

/** What the levels came to, accumulated, by level. */
export type ReferralBases = ReadonlyMap<number, Readonly<Record<ReferralBase, DecimalValue>>>

/** What a day adds of each level that has a share, level by level; only levels that ever came to something. */
export function referralLevels(
  { referralShares }: ReferralTerms,
  { before, after }: { readonly before: ReferralBases; readonly after: ReferralBases },
): ReferralLevel[] {
  const textOf = (bases: ReferralBases, level: number, of: ReferralBase) =>
    new Decimal(bases.get(level)?.[of] ?? 0).toFixed()
  return (referralShares ?? [])
    .map(({ level, percentage, of }) => ({
      level: Number(level),
      of: of ?? ('commission' as const),
      percentage: new Decimal(percentage).toFixed(),
    }))
    .filter(({ level }) => before.has(level) || after.has(level))
    .sort((one, other) => one.level - other.level || referralBases.indexOf(one.of) - referralBases.indexOf(other.of))
    .map((share) => ({
      ...share,
      before: textOf(before, share.level, share.of),
      after: textOf(after, share.level, share.of),
    }))
}

/** The share of each level on one side of a day, and what they come to together; unrounded. */
export function referralSteps(
  levels: readonly ReferralLevel[],
  side: 'before' | 'after',
): { readonly steps: ReferralStep[]; readonly amount: Decimal } {
  const zero = new Decimal(0)
  const steps = levels.map((each): ReferralStep => {
    const { level, of, percentage } = each
    // A month in which their players won is no debt of who referred them.
    const base = of === 'ngr' ? Decimal.max(0, each[side]) : new Decimal(each[side])
    const amount = base.times(percentage).dividedBy(100).toFixed()
    return { kind: 'referral', level: String(level), of, percentage, base: each[side], amount }
  })
  return { steps, amount: steps.reduce((sum, { amount }) => sum.plus(amount), zero) }
}

/**
 * What a day pays of what referred affiliates earned: their accumulated commission of the period by the shares of the
 * day, to the day less to the day before, each rounded once. What is taken back of theirs is taken back here as well.
 */
export function referralAmount(levels: readonly ReferralLevel[], currency?: string): Money {
  const [earned, earnedBefore] = [referralSteps(levels, 'after').amount, referralSteps(levels, 'before').amount]
  return entryAmount({ earned, earnedBefore, currency })
}

/** Whether a change of a profile pays less of some level than before. */
export function worseReferrals({ before, after }: { before: ReferralTerms; after: ReferralTerms }): boolean {
  const keyOf = ({ level, of }: Pick<ReferralShare, 'level' | 'of'>) => `${level} ${of ?? 'commission'}`
  const shareOf = (terms: ReferralTerms, key: string) =>
    new Decimal((terms.referralShares ?? []).find((each) => keyOf(each) === key)?.percentage ?? 0)
  return (before.referralShares ?? []).some((share) =>
    shareOf(after, keyOf(share)).lessThan(shareOf(before, keyOf(share))),
  )
}
