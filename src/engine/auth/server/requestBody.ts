import { language } from '#resources/choices.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { isDeeperThan } from '#engine/server/http/jsonDepth.ts'
import { type ListChanges, listsProblems } from './listPreferences.ts'

/** Longest texts a body of the session may hold; what is longer was not made here. */
const textLengthMax = 4_000
const layoutLengthMax = 16_000
const layoutDepthMax = 6

type Values = Record<string, unknown>

/**
 * The texts of a body, each one given and not empty. Throws `invalid_request` where the body is no object, and the
 * problem of each
 * field where one is missing, unknown or no text.
 */
export function readTexts<const Name extends string>(body: unknown, names: readonly Name[]): Record<Name, string> {
  const values = readObject(body)
  const problems = [
    ...unknownProblems(values, names),
    ...names.flatMap((name) => textProblem(name, values[name]) ?? []),
  ]
  if (problems.length > 0) throw validationError(problems)
  return values as Record<Name, string>
}

/**
 * What somebody prefers: the language, how the pages are laid out (an object of the pages' own, bounded in size and
 * depth), and how lists look; each if it is given.
 */
export interface Preferences {
  readonly language?: string
  readonly layout?: Record<string, unknown>
  readonly lists?: ListChanges
}

/** The preferences of a body. Throws as {@link readTexts} does. */
export function readPreferences(body: unknown): Preferences {
  const values = readObject(body)
  const problems = [
    ...unknownProblems(values, ['language', 'layout', 'lists']),
    ...languageProblem(values.language),
    ...layoutProblem(values.layout),
    ...listsProblems(values.lists),
  ]
  if (problems.length > 0) throw validationError(problems)
  return values as Preferences
}

/** The positive whole number of an address. Throws `invalid_id`. */
export function parseIdParam(params: unknown): number {
  const text = String((params as { id?: unknown }).id)
  const id = Number(text)
  if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(id)) throw new ApiError('invalid_id')
  return id
}

function readObject(body: unknown): Values {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  }
  return body as Values
}

function unknownProblems(values: Values, names: readonly string[]): Problem[] {
  return Object.keys(values)
    .filter((name) => !names.includes(name))
    .map((field) => ({ field, code: 'unknown_property' }))
}

function textProblem(field: string, value: unknown): Problem | null {
  if (value === undefined || value === null || value === '') return { field, code: 'required' }
  if (typeof value !== 'string') return { field, code: 'invalid_type', values: { expected: 'a text' } }
  if (value.length > textLengthMax) return { field, code: 'too_long', values: { max: textLengthMax } }
  return hasUnstorableCharacters(value) ? { field, code: 'unstorable_characters' } : null
}

function languageProblem(value: unknown): Problem[] {
  if (value === undefined || language.values.some((each) => each === value)) return []
  return [{ field: 'language', code: 'invalid_language' }]
}

function layoutProblem(value: unknown): Problem[] {
  const field = 'layout'
  if (value === undefined) return []
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return [{ field, code: 'invalid_type', values: { expected: 'an object' } }]
  if (isDeeperThan(value, layoutDepthMax) || JSON.stringify(value).length > layoutLengthMax) {
    return [{ field, code: 'too_long', values: { max: layoutLengthMax } }]
  }
  return textsOf(value).some(hasUnstorableCharacters) ? [{ field, code: 'unstorable_characters' }] : []
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, each]) => [name, ...textsOf(each)])
    : []
}
