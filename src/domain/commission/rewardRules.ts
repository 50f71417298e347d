import { comparisonProblem } from './comparison.ts'
import type { Calculation, ProductType, SubType } from './constants.ts'

/** A reward as a form holds it: anything may still be empty. */
interface RewardDraft {
  readonly productType?: ProductType | null
  readonly subType?: SubType | null
  readonly calculation?: Calculation | null
  readonly percentage?: number | null
  readonly value?: number | null
  readonly tiers?: readonly TierDraft[] | null
  readonly triggerCondition?: string | null
  readonly triggerOperation?: string | null
  readonly triggerComparison?: string | null
}
interface TierDraft {
  readonly from: number
  readonly percentage: number | null
  readonly value: number | null
}
type RewardProblem =
  | { readonly field: string; readonly code: 'required' | 'reward_sub_type' | 'tiers_not_ascending' | 'invalid_comparison' | 'not_applicable' }
  | { readonly field: string; readonly code: 'too_few_items'; readonly values: { readonly min: number } }

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== ''

function tierProblems(tiers: readonly TierDraft[], rate: 'percentage' | 'value'): RewardProblem[] {
  const other = rate === 'percentage' ? 'value' : 'percentage'
  return tiers.flatMap((tier, index) => {
    const problems: RewardProblem[] = []
    if (!isGiven(tier[rate])) problems.push({ field: `tiers.${index}.${rate}`, code: 'required' })
    if (isGiven(tier[other])) problems.push({ field: `tiers.${index}.${other}`, code: 'not_applicable' })
    if (index > 0 && tier.from <= tiers[index - 1]!.from) problems.push({ field: `tiers.${index}.from`, code: 'tiers_not_ascending' })
    return problems
  })
}

/**
 * Do the parts of a reward fit together? CPA counts players and pays a value for each; the other products pay a percentage of a base;
 * fixed needs that one rate, dynamic at least one tier, each higher than the one before.
 */
export function rewardIsCoherent(reward: RewardDraft): RewardProblem[] | null {
  const isCpa = reward.productType === 'cpa'
  const rate = isCpa ? 'value' : 'percentage'
  const problems: RewardProblem[] = []
  if (isGiven(reward.subType) && isCpa !== (reward.subType === 'player')) problems.push({ field: 'subType', code: 'reward_sub_type' })
  if (reward.calculation === 'fixed' && !isGiven(reward[rate])) problems.push({ field: rate, code: 'required' })
  if (reward.calculation === 'dynamic') {
    const tiers = reward.tiers ?? []
    problems.push(...(tiers.length === 0 ? [{ field: 'tiers', code: 'too_few_items', values: { min: 1 } } as const] : tierProblems(tiers, rate)))
  }
  return problems.length > 0 ? problems : null
}

/** A trigger is given whole, condition, operation and comparison, or not at all. */
export function rewardTriggerIsWhole(reward: RewardDraft): RewardProblem[] | null {
  const parts = ['triggerCondition', 'triggerOperation', 'triggerComparison'] as const
  const missing = parts.filter((part) => !isGiven(reward[part]))
  if (missing.length === parts.length) return null
  const problems: RewardProblem[] = missing.map((field) => ({ field, code: 'required' }))
  if (isGiven(reward.triggerComparison) && comparisonProblem(reward.triggerComparison!)) problems.push({ field: 'triggerComparison', code: 'invalid_comparison' })
  return problems.length > 0 ? problems : null
}
