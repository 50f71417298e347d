import type { Tree } from '../expression/tree.ts'
import { Decimal } from '../money.ts'
import type { RewardRule } from './rewardRules.ts'
import { triggerFact, type TriggerFact } from './triggers.ts'

/** Facts that are counted: a threshold of them is a number, not an amount. */
const countedFacts: ReadonlySet<TriggerFact> = new Set([
  'registrations',
  'firstDepositCount',
  'depositCount',
  'betCount',
])
const betFacts: ReadonlySet<TriggerFact> = new Set(['turnover', 'firstBet', 'largestBet', 'ggr'])

/** What the threshold of a rule's trigger is an amount of; null where it is none, or a number. */
export function thresholdOf(rule: RewardRule): 'bets' | 'deposits' | null {
  const fact = triggerFact(rule)
  if (fact === null || countedFacts.has(fact)) return null
  return betFacts.has(fact) ? 'bets' : 'deposits'
}

const isAmount = (figure: number | string | null | undefined): boolean =>
  figure !== null && figure !== undefined && figure !== '' && !new Decimal(figure).isZero()

/**
 * Whether a rule pays or divides by amounts of money: values of CPA, places where tiers begin. Such a rule says
 * something in its own currency alone; a share of a base is the same share in each.
 */
export function hasAmounts(rule: RewardRule): boolean {
  const tiers = rule.calculation === 'dynamic' ? (rule.tiers ?? []) : []
  if (rule.productType === 'cpa')
    return rule.calculation === 'fixed'
      ? isAmount(rule.value)
      : isAmount(rule.value) || tiers.some((tier) => isAmount(tier.value))
  return tiers.some((tier) => isAmount(tier.from))
}

/**
 * How an expression grows with the amounts it reads: as the `n`th power of them, or, of a bare 0, as any. Null where an
 * amount is written in it.
 */
type Degree = number | 'any' | null

const same = (one: Degree, other: Degree): Degree =>
  one === null || other === null ? null : one === 'any' ? other : other === 'any' || one === other ? one : null

function sameOf(trees: readonly Tree[]): Degree {
  return trees.map(degreeOf).reduce<Degree>(same, 'any')
}

function degreeOf(tree: Tree): Degree {
  switch (tree.kind) {
    case 'number':
      return Number(tree.value) === 0 ? 'any' : 0
    case 'word':
      return tree.name === 'percentage' ? 0 : 1
    case 'negate':
    case 'percent':
      return degreeOf(tree.of)
    case 'arithmetic':
      return arithmeticDegree(tree)
    case 'power': {
      const base = degreeOf(tree.base)
      return typeof base === 'number' ? base * tree.exponent : base
    }
    case 'compare':
      return sameOf([tree.left, tree.right]) === null ? null : 0
    case 'choose':
      // Whatever is not 0 holds as a condition, in every currency.
      return degreeOf(tree.condition) === null ? null : sameOf([tree.then, tree.otherwise])
    case 'call': {
      const degree = sameOf(tree.operands)
      const cuts = tree.name === 'round' || tree.name === 'floor' || tree.name === 'ceil'
      return cuts && degree !== 0 && degree !== 'any' ? null : degree
    }
  }
}

function arithmeticDegree(tree: Extract<Tree, { kind: 'arithmetic' }>): Degree {
  if (tree.operator === '+' || tree.operator === '-') return sameOf([tree.left, tree.right])
  const [left, right] = [degreeOf(tree.left), degreeOf(tree.right)]
  if (left === null || right === null) return null
  if (left === 'any' || right === 'any') return 'any'
  return tree.operator === '*' ? left + right : left - right
}

/** Whether a formula has amounts of its own: it comes to the same share in every currency where it has none. */
export function formulaHasAmounts(tree: Tree): boolean {
  const degree = degreeOf(tree)
  return degree !== 1 && degree !== 'any'
}

/** The figures of a rule are in another currency than what it is applied to. */
export class RuleCurrencyError extends Error {
  readonly code = 'rule_of_another_currency'

  constructor({ rule, activity }: { rule: string; activity: string }) {
    super(`The amounts of this rule are in ${rule}, the activity is in ${activity}.`)
  }
}
