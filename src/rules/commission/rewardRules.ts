import type { DealTerms } from '../deals/terms.ts'
import type { Comparator, MinimumFact } from '../deals/constants.ts'
import { Decimal } from '#engine/values/money.ts'
import { cpaSubTypes, productSubTypes, tiersMax } from './constants.ts'
import type { Calculation, ProductType, SubType, TierMode, TriggerCondition, TriggerOperation } from './constants.ts'
import { operationsOf, parseComparison } from './triggers.ts'

/** A percentage (12.5 is 12.5 %), an amount or a count, as a number or a decimal string. */
export type Numeric = number | string

/** What an amount of a rule is for. */
export const amountKinds = ['value', 'tier', 'condition', 'minimum', 'limit', 'fee'] as const

/** One of {@link amountKinds}. */
export type AmountKind = (typeof amountKinds)[number]

/** What an amount of a rule is in another currency. */
export interface CurrencyAmount {
  readonly currency: string
  /** The amount as the rule has it. */
  readonly own: Numeric
  readonly amount: Numeric
  /** Only amounts of this kind; all where it is empty. */
  readonly of?: AmountKind | null | undefined
}

/** One tier: the accumulated base, or the ordinal of a qualified player, from which its rate holds. */
export interface RewardTier {
  readonly from: Numeric
  readonly percentage?: Numeric | null | undefined
  readonly value?: Numeric | null | undefined
  /** A second measure that the affiliate's period must have reached as well; a tier that lacks it does not hold. */
  readonly alsoFact?: MinimumFact | null | undefined
  readonly alsoComparator?: Comparator | null | undefined
  readonly alsoAmount?: Numeric | null | undefined
}

/**
 * What a reward says. The products take a percentage of a measure, CPA a value for each qualified player. With
 * `dynamic` the tiers say the rate, in
 * any order; below the first of them the reward's own percentage or value holds, 0 where it has none.
 */
export interface RewardRule extends DealTerms {
  readonly productType: ProductType
  readonly subType: SubType
  readonly calculation: Calculation
  readonly adminFee?: Numeric | null | undefined
  readonly percentage?: Numeric | null | undefined
  readonly value?: Numeric | null | undefined
  readonly tiers?: readonly RewardTier[] | null | undefined
  readonly tierMode?: TierMode | null | undefined
  /** Its amounts in other currencies than its own. */
  readonly currencyAmounts?: readonly CurrencyAmount[] | null | undefined
  readonly triggerCondition?: TriggerCondition | null | undefined
  readonly triggerOperation?: TriggerOperation | null | undefined
  readonly triggerComparison?: string | null | undefined
}

/** A reward as it comes from a form: anything may be missing. */
export type RewardDraft = { readonly [Name in keyof RewardRule]?: RewardRule[Name] | null | undefined }

/** What is wrong with a reward; the codes are those of the error catalogue. */
export interface RewardProblem {
  /** The field, dotted inside tiers: `tiers.0.from`. */
  readonly field: string
  readonly code:
    | 'required'
    | 'not_applicable'
    | 'invalid_choice'
    | 'invalid_comparison'
    | 'too_few_items'
    | 'too_many_items'
    | 'duplicate_items'
    | 'too_small'
    | 'too_large'
    | 'too_many_decimals'
    | 'override_for_nothing'
    | 'override_tie'
    | 'amount_of_no_rule'
    | 'amount_missing'
    | 'currency_of_rule'
  readonly values?: Readonly<Record<string, string | number>>
}

/**
 * Everything that is wrong with a reward: {@link rewardIsCoherent} and {@link rewardTriggerIsWhole}; nothing where it
 * can be paid by.
 */
export function validateReward(reward: RewardDraft): RewardProblem[] {
  return [...rewardIsCoherent(reward), ...rewardTriggerIsWhole(reward)]
}

/**
 * Whether product, sub type, calculation, rates and tiers fit each other. CPA and `player` go together, and take
 * values; the others take percentages from 0 to 100.
 * `fixed` needs its rate and no tiers; `dynamic` needs 1 to 20 tiers that begin at different places, each with its
 * rate. Tiers of CPA begin at whole players.
 */
export function rewardIsCoherent(reward: RewardDraft): RewardProblem[] {
  if (!reward.productType || !reward.calculation) return []
  const isCpa = reward.productType === 'cpa'
  const problems: RewardProblem[] = []
  const subTypes: readonly string[] = isCpa ? cpaSubTypes : productSubTypes
  if (reward.subType && !subTypes.includes(reward.subType)) {
    problems.push({ field: 'subType', code: 'invalid_choice', values: { choices: subTypes.join(', ') } })
  }
  problems.push(...percentProblems('adminFee', reward.adminFee))
  problems.push(...rateProblems({ rate: reward, isCpa, prefix: '', isRequired: reward.calculation === 'fixed' }))
  problems.push(...tierProblems({ tiers: reward.tiers ?? [], isCpa, isDynamic: reward.calculation === 'dynamic' }))
  return problems
}

/**
 * Whether a trigger is whole: none of its three parts, or all of them, an operation that fits the condition, a
 * comparison written `>= N`.
 */
export function rewardTriggerIsWhole(reward: RewardDraft): RewardProblem[] {
  const { triggerCondition: condition, triggerOperation: operation, triggerComparison: comparison } = reward
  const parts = { triggerCondition: condition, triggerOperation: operation, triggerComparison: comparison }
  const missing = Object.entries(parts).filter(([, value]) => isAbsent(value))
  if (missing.length === 3) return []
  const problems: RewardProblem[] = missing.map(([field]) => ({ field, code: 'required' }))
  if (condition && operation && !operationsOf(condition).includes(operation)) {
    problems.push({
      field: 'triggerOperation',
      code: 'invalid_choice',
      values: { choices: operationsOf(condition).join(', ') },
    })
  }
  if (!isAbsent(comparison) && parseComparison(comparison) === null)
    problems.push({ field: 'triggerComparison', code: 'invalid_comparison' })
  return problems
}

interface Rate {
  readonly percentage?: Numeric | null | undefined
  readonly value?: Numeric | null | undefined
}

function rateProblems(input: { rate: Rate; isCpa: boolean; prefix: string; isRequired: boolean }): RewardProblem[] {
  const { rate, isCpa, prefix, isRequired } = input
  const [wanted, other] = isCpa ? (['value', 'percentage'] as const) : (['percentage', 'value'] as const)
  const problems: RewardProblem[] = []
  if (isRequired && isAbsent(rate[wanted])) problems.push({ field: `${prefix}${wanted}`, code: 'required' })
  // A 0 that forms send along changes nothing.
  if (!isAbsent(rate[other]) && !decimalOrNull(rate[other])?.isZero())
    problems.push({ field: `${prefix}${other}`, code: 'not_applicable' })
  if (!isCpa) problems.push(...percentProblems(`${prefix}percentage`, rate.percentage))
  else if (decimalOrNull(rate.value)?.lessThan(0))
    problems.push({ field: `${prefix}value`, code: 'too_small', values: { min: 0 } })
  return problems
}

function tierProblems(input: { tiers: readonly RewardTier[]; isCpa: boolean; isDynamic: boolean }): RewardProblem[] {
  const { tiers, isCpa, isDynamic } = input
  if (!isDynamic) return tiers.length > 0 ? [{ field: 'tiers', code: 'not_applicable' }] : []
  if (tiers.length === 0) return [{ field: 'tiers', code: 'too_few_items', values: { min: 1 } }]
  if (tiers.length > tiersMax) return [{ field: 'tiers', code: 'too_many_items', values: { max: tiersMax } }]
  const problems = tiers.flatMap((tier, index) => {
    const prefix = `tiers.${index}.`
    return [
      ...fromProblems({ from: tier.from, isCpa, field: `${prefix}from` }),
      ...rateProblems({ rate: tier, isCpa, prefix, isRequired: true }),
    ]
  })
  // Of tiers that begin at one place each needs something else beside it.
  const starts = tiers.map((tier) => {
    const start = decimalOrNull(tier.from)?.toString() ?? ''
    return start === '' || !tier.alsoFact ? start : `${start} ${tier.alsoFact} ${Number(tier.alsoAmount ?? 0)}`
  })
  const twice = starts.findIndex((start, index) => start !== '' && starts.indexOf(start) < index)
  if (twice >= 0) problems.push({ field: `tiers.${twice}.from`, code: 'duplicate_items' })
  return problems
}

function fromProblems(input: { from: Numeric; isCpa: boolean; field: string }): RewardProblem[] {
  const from = decimalOrNull(input.from)
  if (!from) return [{ field: input.field, code: 'required' }]
  if (from.lessThan(0)) return [{ field: input.field, code: 'too_small', values: { min: 0 } }]
  return input.isCpa && !from.isInteger() ? [{ field: input.field, code: 'too_many_decimals', values: { max: 0 } }] : []
}

function percentProblems(field: string, value: Numeric | null | undefined): RewardProblem[] {
  const percentage = decimalOrNull(value)
  if (!percentage) return []
  if (percentage.lessThan(0)) return [{ field, code: 'too_small', values: { min: 0 } }]
  return percentage.greaterThan(100) ? [{ field, code: 'too_large', values: { max: 100 } }] : []
}

function isAbsent(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === ''
}

/** The number, or null where there is none; what is no number at all is the field's own problem, said elsewhere. */
function decimalOrNull(value: unknown): Decimal | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || !/^-?[0-9]{1,20}(?:\.[0-9]{1,12})?$/.test(value)))
    return null
  const decimal = new Decimal(value)
  return decimal.isFinite() ? decimal : null
}
