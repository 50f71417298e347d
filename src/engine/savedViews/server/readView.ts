import { resources } from '#resources/index.ts'
import { viewParameters as reportParameters, viewQueryLengthMax } from '#engine/declaration/report.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { reportNamed } from '#features/reporting/server/reportQuestion.ts'

/** The page a view is of: a report's or an entity's list. */
export interface ViewedPage {
  readonly kind: 'report' | 'list'
  readonly name: string
}

/** A view as it is to be kept. */
export interface GivenView {
  readonly page: ViewedPage
  readonly name: string
  /** As it stands in the address of the page. */
  readonly query: string
}

const nameLengthMax = 60

/**
 * What a view may hold: no token, which is somebody's key. A period is two days, or a name of one that moves on with
 * the calendar. A list's view names no page: it begins at the first.
 */
const viewParameters: Readonly<Record<ViewedPage['kind'], ReadonlySet<string>>> = {
  report: reportParameters,
  list: new Set(['filter', 'sort', 'order', 'perPage']),
}

function textProblem(field: 'name' | 'query', value: unknown, max: number): Problem | null {
  if (value === undefined || value === null) return { field, code: 'required' }
  if (typeof value !== 'string') return { field, code: 'invalid_type', values: { expected: 'a text' } }
  if (field === 'name' && value.trim() === '') return { field, code: 'required' }
  if (value.length > max) return { field, code: 'too_long', values: { max } }
  return hasUnstorableCharacters(value) ? { field, code: 'unstorable_characters' } : null
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function queryProblem(kind: ViewedPage['kind'], query: unknown): Problem | null {
  const problem = textProblem('query', query, viewQueryLengthMax)
  if (problem) return problem
  const given = new URLSearchParams(query as string)
  if ([...given.keys()].some((name) => !viewParameters[kind].has(name)))
    return { field: 'query', code: 'unknown_filter' }
  if (kind === 'list' && !given.getAll('filter').every(isJsonObject))
    return { field: 'query', code: 'invalid_type', values: { expected: 'a query whose filter is a JSON object' } }
  return null
}

/**
 * The page that `{report}` or `{list}` names.
 * @throws ApiError 400 where neither or both are given, `not_found` where there is no such page
 */
export function readPage({ report, list }: { readonly report?: unknown; readonly list?: unknown }): ViewedPage {
  if (report !== undefined && list !== undefined) throw validationError([{ field: 'list', code: 'unknown_property' }])
  if (list === undefined) return { kind: 'report', name: reportNamed(String(report)).name }
  if (typeof list !== 'string' || !Object.hasOwn(resources, list)) throw new ApiError('not_found')
  return { kind: 'list', name: list }
}

/**
 * Reads `{report or list, name, query}`. Refuses with 400 what is missing, too long, unknown, and queries that hold
 * anything but filters and looks.
 */
export function readView(body: unknown): GivenView {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { report, list, name, query, ...others } = body as Record<string, unknown>
  const problems = [
    ...Object.keys(others).map((field): Problem => ({ field, code: 'unknown_property' })),
    ...[textProblem('name', name, nameLengthMax), queryProblem(list === undefined ? 'report' : 'list', query)].filter(
      (problem) => problem !== null,
    ),
  ]
  if (problems.length > 0) throw validationError(problems)
  return { page: readPage({ report, list }), name: (name as string).trim(), query: query as string }
}
