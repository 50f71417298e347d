/** The language of formulas as the form needs it. Loaded on its own, because of the parser's weight. */
import type { ExpressionCheck } from '../../../config/derive/validator.ts'
import { roundMoney } from '../../../domain/money.ts'
import { evaluateExpression } from '../../../domain/expression/evaluate.ts'
import { parseExpression } from '../../../domain/expression/parse.ts'
import { partnerKeywords } from '../../../domain/expression/tree.ts'

/** The words a formula may use. */
export const words: readonly string[] = partnerKeywords

/** Amounts to try a formula with: those of domain.md's own example. `percentage` is a fraction. */
export const sampleValues: Readonly<Record<string, number>> = {
  turnover: 10_000, ggr: 1200, admin_fee: 150, ngr: 1000, value: 630, gross_value: 700, affiliate_reward: 300, abatment: 70, percentage: 0.3,
}

/** What is wrong with a formula and where; else its result with the given amounts, rounded to 2 places. */
export interface Findings {
  readonly problem: { readonly code: string; readonly position: number; readonly length: number; readonly word?: string; readonly suggestion?: string } | null
  readonly value: string | null
}

/** Reads a formula and tries it. */
export function examine(text: string, values: Readonly<Record<string, number>>): Findings {
  const parsed = parseExpression(text)
  if (!parsed.ok) return { problem: parsed.problem, value: null }
  const evaluation = evaluateExpression({ tree: parsed.tree, values })
  return evaluation.ok ? { problem: null, value: roundMoney(evaluation.value) } : { problem: evaluation.failure, value: null }
}

/** The check that forms ask: the same the server asks. */
export const checkExpression: ExpressionCheck = (expression) => (parseExpression(expression).ok ? null : { code: 'invalid_calculation_expression' })
