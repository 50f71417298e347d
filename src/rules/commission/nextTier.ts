import { Decimal } from '#engine/values/money.ts'
import type { TierFact, TierSpan } from '../deals/constants.ts'
import type { RewardRule } from './rewardRules.ts'

/** The tier after the one that holds. */
export interface NextTier {
  /** What decides it: the reward's own base, or one of the facts that a tier can look at. */
  readonly fact: TierFact | 'base' | 'players'
  readonly from: number
  /** What is short of it: above 0. */
  readonly missing: number
  /** In percent; of CPA money for each player. */
  readonly rate: number
  /** Whether it is reached by the end of the period if every day brings what the days so far did. */
  readonly isOnPace: boolean
}

/** What a period came to so far, as its explanation says it. */
export interface TierStanding {
  /** The slices that were paid, in order: `to` is where the next tier begins, null in the highest. */
  readonly rates: readonly { readonly to: number | null; readonly base: number }[]
  /** What decides the tier where it is not the base. */
  readonly tierBase: { readonly fact: TierFact; readonly span: TierSpan; readonly actual: number } | null
  readonly daysPast: number
  readonly daysOfPeriod: number
}

const counted: ReadonlySet<NextTier['fact']> = new Set([
  'players',
  'registrations',
  'firstDeposits',
  'depositCount',
  'activePlayers',
])
/** Whether what decides a tier is a number of something, not an amount. */
export const isCountedTier = (fact: NextTier['fact']): boolean => counted.has(fact)

/** The first days of a period say little about the rest. */
const paceDaysMin = 7
/** Short of the next tier by at most this part of where it begins. */
const nearPart = 0.1

/** The tier that a reward reaches next; null where none is above, or nothing was paid by a rate. */
export function nextTier(rule: RewardRule, standing: TierStanding): NextTier | null {
  const { rates, tierBase, daysPast, daysOfPeriod } = standing
  const from = rates.at(-1)?.to ?? null
  if (from === null) return null
  const isCpa = rule.productType === 'cpa'
  const tiers = (rule.tiers ?? []).filter((tier) => Number(tier.from) === from)
  if (tiers.length === 0) return null
  const fact = tierBase?.fact ?? (isCpa ? 'players' : 'base')
  const have = tierBase ? new Decimal(tierBase.actual) : rates.reduce((sum, { base }) => sum.plus(base), new Decimal(0))
  const least = rule.tierComparator === 'moreThan' ? (isCountedTier(fact) ? 1 : 0.01) : 0
  const missing = new Decimal(from).plus(least).minus(have)
  const isOfPeriod = tierBase === null || tierBase.span === 'period'
  return {
    fact,
    from,
    missing: missing.toNumber(),
    rate: Math.max(...tiers.map((tier) => Number((isCpa ? tier.value : tier.percentage) ?? 0))),
    isOnPace:
      isOfPeriod && daysPast >= paceDaysMin && have.dividedBy(daysPast).times(daysOfPeriod).greaterThanOrEqualTo(from),
  }
}

/** Whether a tier is worth telling of before it is reached: a tenth of its beginning is missing at most, or it comes at this pace. */
export const isNearTier = ({ missing, from, isOnPace }: NextTier): boolean =>
  missing > 0 && (missing <= from * nearPart || isOnPace)
