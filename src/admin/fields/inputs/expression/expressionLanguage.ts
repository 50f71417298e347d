/** The language of formulas as the form needs it. Loaded on its own, because of the parser's weight. */
import type { ExpressionCheck } from '../../../../config/derive/validator.ts'
import { roundMoney } from '../../../../domain/money.ts'
import { evaluateExpression } from '../../../../domain/expression/evaluate.ts'
import { parseExpression } from '../../../../domain/expression/parse.ts'
import { neverEvaluates, sampleValues as samples } from '../../../../domain/expression/sampleValues.ts'
import { partnerKeywords } from '../../../../domain/expression/tree.ts'

/** The words a formula may use. */
export const words: readonly string[] = partnerKeywords

/** Amounts to try a formula with, by word. */
export const sampleValues: Readonly<Record<string, number>> = samples

/** What is wrong with a formula and where; else its result with the given amounts, rounded to 2 places. */
export interface Findings {
  readonly problem: {
    readonly code: string
    readonly position: number
    readonly length: number
    readonly word?: string
    readonly suggestion?: string
  } | null
  readonly value: string | null
}

/** Reads a formula and tries it. */
export function examine(text: string, values: Readonly<Record<string, number>>): Findings {
  const parsed = parseExpression(text)
  if (!parsed.ok) return { problem: parsed.problem, value: null }
  const evaluation = evaluateExpression({ tree: parsed.tree, values })
  return evaluation.ok
    ? { problem: null, value: roundMoney(evaluation.value) }
    : { problem: evaluation.failure, value: null }
}

/** The check that forms ask: the same the server asks. */
export const checkExpression: ExpressionCheck = (expression) => {
  const parsed = parseExpression(expression)
  return parsed.ok && neverEvaluates(parsed.tree) === null ? null : { code: 'invalid_calculation_expression' }
}
