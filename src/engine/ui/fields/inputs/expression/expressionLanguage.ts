/** The language of formulas as the pages need it. Loaded on its own, because of the parser's weight. */
import type { ExpressionCheck } from '#engine/declaration/derive/validator.ts'
import { roundMoney } from '#engine/values/money.ts'
import { evaluateExpression } from '#engine/values/expression/evaluate.ts'
import { parseExpression } from '#engine/values/expression/parse.ts'
import type { ExpressionProblem } from '#engine/values/expression/problems.ts'
import { neverEvaluates } from '#engine/values/expression/neverEvaluates.ts'

/** What is wrong with a formula and where; else its result with the given amounts, rounded to 2 places. */
export interface Findings {
  readonly problem: ExpressionProblem | null
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
