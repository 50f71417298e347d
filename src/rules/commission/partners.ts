import { compileExpression } from '#engine/values/expression/evaluate.ts'
import type { CompiledExpression } from '#engine/values/expression/evaluate.ts'
import { measureValue } from '../activity/measureValues.ts'
import { parseExpression } from '#engine/values/expression/parse.ts'
import type { ExpressionProblem } from '#engine/values/expression/problems.ts'
import type { PartnerKeyword } from '#engine/values/expression/tree.ts'
import { Decimal } from '#engine/values/money.ts'
import type { DecimalValue } from '#engine/values/money.ts'
import type { PartnerLevelNumber } from './constants.ts'
import { formulaHasAmounts } from './ruleCurrency.ts'

/** The accumulated movement of all affiliates below a partner. Ngr and admin fee are sums of what each affiliate's rewards made of them. */
export interface PartnerSums {
  readonly turnover: DecimalValue
  readonly ggr: DecimalValue
  readonly admin_fee: DecimalValue
  readonly ngr: DecimalValue
  readonly affiliate_reward: DecimalValue
}

/** What {@link computePartnerCommission} is asked with. */
export interface PartnerInput {
  /** The level's expression, made ready by {@link compilePartnerExpression}. */
  readonly expression: CompiledExpression
  readonly level: PartnerLevelNumber
  readonly sums: PartnerSums
  /** Percent, 30 is 30 %. */
  readonly percentage: DecimalValue
  /** Percent. */
  readonly abatement: DecimalValue
  /** What the partner above earned in the same period; needed below level 1. */
  readonly parentEarned?: DecimalValue
}

/** The amounts of the keywords of a partner's expression, decimal strings. */
export type PartnerValues = Readonly<Record<PartnerKeyword, string>>

/** What a partner earned in the period, unrounded and never negative, with the amounts its expression read; or why there is nothing. */
export type PartnerEarned =
  | { readonly ok: true; readonly amount: Decimal; readonly result: Decimal; readonly values: PartnerValues }
  | { readonly ok: false; readonly failure: ExpressionProblem; readonly values: PartnerValues }

/** Makes a partner level's expression ready to be evaluated for many partners and days. */
export function compilePartnerExpression(
  text: string,
):
  | {
      readonly ok: true
      readonly expression: CompiledExpression
      /** Of its own, so that it says something in one currency alone. */ readonly hasAmounts: boolean
    }
  | { readonly ok: false; readonly problem: ExpressionProblem } {
  const parsed = parseExpression(text)
  return parsed.ok
    ? { ok: true, expression: compileExpression(parsed.tree), hasAmounts: formulaHasAmounts(parsed.tree) }
    : parsed
}

/**
 * The amounts a partner's expression can read (domain.md, section 2): gross value, abatment (0 where gross value is negative) and value (below level 1 what the
 * parent earned) from the sums below it; percentages as fractions.
 * @throws {Error} when a partner below level 1 is asked without what its parent earned
 */
export function partnerValues(input: Omit<PartnerInput, 'expression'>): PartnerValues {
  const { sums, level } = input
  const gross_value = measureValue('gross_value', { ngr: sums.ngr, affiliate_reward: sums.affiliate_reward })!
  const abatment = measureValue('abatment', {
    gross_value,
    abatement_rate: new Decimal(input.abatement).dividedBy(100),
  })!
  if (level > 1 && input.parentEarned === undefined)
    throw new Error('A partner below level 1 needs what its parent earned.')
  const value = level > 1 ? input.parentEarned! : measureValue('value', { gross_value, abatment })!
  const percentage = new Decimal(input.percentage).dividedBy(100)
  return texts({ ...sums, gross_value, abatment, value, percentage })
}

/**
 * What a partner earned on the accumulated period by its level's expression. A negative result counts as 0. A failure
 * (division by zero) concerns this partner and day alone: the caller reports it and goes on with the others.
 */
export function computePartnerCommission(input: PartnerInput): PartnerEarned {
  const values = partnerValues(input)
  const result = input.expression(values)
  if (!result.ok) return { ok: false, failure: result.failure, values }
  return { ok: true, amount: Decimal.max(0, result.value), result: result.value, values }
}

/** A partner, or a partner level, as the hierarchy sees it. */
export interface HierarchyNode {
  readonly id: string | number
  readonly level: number
  /** The id of the one above; null on level 1. */
  readonly parent: string | number | null
}

/** What is wrong with somebody's place in the hierarchy. */
export type HierarchyProblem =
  | 'invalid_level'
  | 'parent_not_allowed'
  | 'parent_required'
  | 'parent_unknown'
  | 'parent_not_on_level_above'
  | 'cycle'

/**
 * Whether a partner (or a level) stands right: on level 1 without a parent, below with a parent on the level above, and no one above itself.
 * @param input the one that is written, and how to find any other by id
 */
export function hierarchyProblem(input: {
  node: HierarchyNode
  find: (id: string | number) => HierarchyNode | undefined
}): HierarchyProblem | null {
  const { node, find } = input
  if (!Number.isInteger(node.level) || node.level < 1 || node.level > 3) return 'invalid_level'
  if (node.level === 1) return node.parent === null ? null : 'parent_not_allowed'
  if (node.parent === null) return 'parent_required'
  const seen = new Set<string>([String(node.id)])
  for (let above: string | number | null = node.parent; above !== null; above = find(above)?.parent ?? null) {
    if (seen.has(String(above))) return 'cycle'
    seen.add(String(above))
  }
  const parent = find(node.parent)
  if (!parent) return 'parent_unknown'
  return parent.level === node.level - 1 ? null : 'parent_not_on_level_above'
}

function texts(values: Readonly<Record<PartnerKeyword, DecimalValue>>): PartnerValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, new Decimal(value).toFixed()]),
  ) as PartnerValues
}
