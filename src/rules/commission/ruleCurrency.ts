import type { Tree } from '#engine/values/expression/tree.ts'
import type { RewardRule } from './rewardRules.ts'
import { countedFacts } from './ruleAmounts.ts'
import { triggerFact, type TriggerFact } from './triggers.ts'

const betFacts: ReadonlySet<TriggerFact> = new Set(['turnover', 'firstBet', 'largestBet', 'ggr'])

/** What the threshold of a rule's trigger is an amount of; null where it is none, or a number. */
export function thresholdOf(rule: RewardRule): 'bets' | 'deposits' | null {
  const fact = triggerFact(rule)
  if (fact === null && rule.productType === 'cpa') return thresholdOfDeal(rule)
  if (fact === null || countedFacts.has(fact)) return null
  return betFacts.has(fact) ? 'bets' : 'deposits'
}

const dealBetFacts: ReadonlySet<string> = new Set(['wagerSum', 'ggr', 'ngr'])

/** The same of a deal's conditions: deposits before bets. */
function thresholdOfDeal({ conditions, stages, overrides, bands, bandFact }: RewardRule): 'bets' | 'deposits' | null {
  const sized = (bands ?? []).length > 0 && bandFact ? [bandFact] : []
  // So many times something is the same in every currency.
  const asked = [...(conditions ?? []), ...(stages ?? []), ...(overrides ?? [])].filter(({ timesOf }) => !timesOf)
  const facts = [...asked.map(({ fact }) => fact), ...sized]
  if (facts.some((fact) => fact === 'depositSum' || fact === 'firstDeposit')) return 'deposits'
  return facts.some((fact) => fact && dealBetFacts.has(fact)) ? 'bets' : null
}

/** How an expression grows with the amounts it reads: as the `n`th power of them, or, of a bare 0, as any. Null where an amount is written in it. */
type Degree = number | 'any' | null

const same = (one: Degree, other: Degree): Degree =>
  one === null || other === null ? null : one === 'any' ? other : other === 'any' || one === other ? one : null

function degreeOf({ kind, text, whole, parts }: Tree): Degree {
  const degrees = parts.map(degreeOf)
  const [first = null, second = null] = degrees
  const common = degrees.reduce<Degree>(same, 'any')
  switch (kind) {
    case 'number':
      return Number(text) === 0 ? 'any' : 0
    case 'word':
      return text === 'percentage' ? 0 : 1
    case 'multiply':
    case 'divide':
      if (first === null || second === null) return null
      if (first === 'any' || second === 'any') return 'any'
      return kind === 'multiply' ? first + second : first - second
    case 'pow':
      return typeof first === 'number' ? first * whole : first
    case 'choose':
      // Whatever is not 0 holds as a condition, in every currency.
      return first === null ? null : degrees.slice(1).reduce<Degree>(same, 'any')
    case 'round':
    case 'floor':
    case 'ceil':
      return common === 0 || common === 'any' ? common : null
    case 'smaller':
    case 'smallerEq':
    case 'larger':
    case 'largerEq':
    case 'equal':
    case 'unequal':
      return common === null ? null : 0
    default:
      return common
  }
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

/** The limits of what is carried are in another currency than the loss: it is carried whole. */
export class CarryCurrencyError extends Error {
  readonly code = 'carry_of_another_currency'

  constructor({ rule, activity }: { rule: string; activity: string }) {
    super(`The limits of what is carried are in ${rule}, the loss is in ${activity}. It is carried whole.`)
  }
}
