import type { ExpressionCheck } from '#engine/declaration/derive/validator.ts'
import { parseExpression } from '#engine/values/expression/parse.ts'
import { neverEvaluates } from '#engine/values/expression/neverEvaluates.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

/**
 * Finds what is wrong with a formula as it is typed, one that never has a result included: the place and the reason
 * travel with the error.
 */
export const checkExpression: ExpressionCheck = (expression) => {
  const parsed = parseExpression(expression)
  const problem = parsed.ok ? neverEvaluates(parsed.tree) : parsed.problem
  if (problem === null) return null
  const { code, position, length, message } = problem
  return { code: 'invalid_calculation_expression', values: { reason: code, position, length, message } }
}

/**
 * A partner level's formula can be calculated. The validator has asked already; a formula that reached the record
 * another way is asked here.
 */
export const expression: Check = async ({ after, changed }) => {
  const formula = after?.expression
  const problem = changed.includes('expression') && typeof formula === 'string' ? checkExpression(formula) : null
  return problem ? [{ field: 'expression', ...problem }] : []
}
