import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { evaluateExpression } from '#engine/values/expression/evaluate.ts'
import { parseExpression } from '#engine/values/expression/parse.ts'
import type { ExpressionProblem } from '#engine/values/expression/problems.ts'
import { sampleValues } from '#engine/values/expression/sampleValues.ts'
import { type PartnerKeyword, partnerKeywords } from '#engine/values/expression/tree.ts'
import { Decimal, roundMoney } from '#engine/values/money.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'

type Values = Readonly<Record<PartnerKeyword, string | number>>

const amountPattern = /^-?\d{1,16}(\.\d{1,20})?$/
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isAmount(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isFinite(value) && new Decimal(value).abs().lessThan(1e16)
  return typeof value === 'string' && amountPattern.test(value)
}

function readBody(body: unknown): { expression: string; values: Values } {
  if (!isObject(body)) throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { expression, values, ...others } = body
  const given = values ?? {}
  const problems: Problem[] = Object.keys(others).map((field) => ({ field, code: 'unknown_property' }))
  if (expression === undefined || expression === null) problems.push({ field: 'expression', code: 'required' })
  else if (typeof expression !== 'string')
    problems.push({ field: 'expression', code: 'invalid_type', values: { expected: 'a text' } })
  if (!isObject(given))
    throw validationError([...problems, { field: 'values', code: 'invalid_type', values: { expected: 'an object' } }])
  for (const [word, value] of Object.entries(given)) {
    if (!(partnerKeywords as readonly string[]).includes(word))
      problems.push({ field: `values.${word.slice(0, 60)}`, code: 'unknown_property' })
    else if (!isAmount(value))
      problems.push({ field: `values.${word}`, code: 'invalid_type', values: { expected: 'a number' } })
  }
  if (problems.length > 0) throw validationError(problems)
  return { expression: expression as string, values: { ...sampleValues, ...given } }
}

function refused({ code, ...more }: ExpressionProblem): ApiError {
  const values = { reason: code, ...more }
  return new ApiError('invalid_calculation_expression', {
    values,
    problems: [{ field: 'expression', code: 'invalid_calculation_expression', values }],
  })
}

/**
 * `POST /api/partnerLevel/evaluate {expression, values?}`: the result of a formula, rounded to 2 places, half away from
 * zero; a missing value is that of the example.
 * @throws ApiError 403 without the role, 400 for values that are no numbers, 422 with `position`, `length` and `reason`
 * where the formula has no result
 */
export function evaluateFormula({ actor, body }: { actor: Actor; body: unknown }): { result: number } {
  if (!can({ actor, resource: resources.partnerLevel, operation: 'read' })) throw new ApiError('forbidden')
  const { expression, values } = readBody(body)
  const parsed = parseExpression(expression)
  if (!parsed.ok) throw refused(parsed.problem)
  const evaluation = evaluateExpression({ tree: parsed.tree, values })
  if (!evaluation.ok) throw refused(evaluation.failure)
  return { result: Number(roundMoney(evaluation.value)) }
}
