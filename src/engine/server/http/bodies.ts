import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { FieldMap } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { ApiError, validationError } from './errors.ts'

const nameLengthMax = 60

/** Whether a body, or a part of one, has properties. */
export function isObject(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The properties of a body; none where it is no object. */
export function propertiesOf(body: unknown): AnyRecord {
  return isObject(body) ? body : {}
}

/** The values of a body by its fields. @throws ApiError 400 with all that is wrong */
export function parseBody(fields: FieldMap, body: unknown): AnyRecord {
  const validated = validateInput({ fields, input: body ?? {} })
  if (!validated.ok) throw validationError(validated.problems)
  return validated.values
}

/** Asks that a body has no properties. @throws ApiError 400 naming those it has */
export function requireEmptyBody(body: unknown): void {
  if (body !== undefined && body !== null && !isObject(body))
    throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const unknown = Object.keys(body ?? {}).map((name) => ({ field: name.slice(0, nameLengthMax) }))
  if (unknown.length > 0) throw validationError(unknown.map((each) => ({ ...each, code: 'unknown_property' as const })))
}

/** A list of ids, each once. @throws ApiError 400 naming the field */
export function readIds(given: unknown, { field, max }: { field: string; max: number }): number[] {
  const isList = Array.isArray(given) && given.length > 0 && given.every((id) => Number.isSafeInteger(id) && id > 0)
  if (!isList) throw validationError([{ field, code: 'invalid_type', values: { expected: 'a list of ids' } }])
  if (given.length > max) throw validationError([{ field, code: 'too_many_items', values: { max } }])
  return [...new Set(given as number[])]
}

/** One of some words. @throws ApiError 400 naming the field and the words */
export function readChoice<Choice extends string>(given: unknown, field: string, choices: readonly Choice[]): Choice {
  const found = choices.find((each) => each === given)
  if (found === undefined)
    throw validationError([{ field, code: 'invalid_choice', values: { choices: choices.join(', ') } }])
  return found
}
