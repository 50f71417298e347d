import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type ReportQuery, singleParam } from './reportQuery.ts'

/** Which of a report's rows are answered, and in which order. */
export interface ReportWindow {
  /** How many at most; null for all. */
  readonly limit: number | null
  /** How many of the first are left out. */
  readonly offset: number
  /** By which column of the answer; null for the report's own order. */
  readonly sort: { readonly column: string; readonly direction: 'ASC' | 'DESC' } | null
  /** Only rows whose names hold this text; null for all. Count and total are of the same rows. */
  readonly q: string | null
}

/** The parameters that say it. */
export const windowParameters = ['limit', 'offset', 'sort', 'q'] as const

const soughtLengthMax = 200
/** Far more rows than any report has. */
const placePattern = /^[0-9]{1,9}$/

const refusal = (reason: string) => new ApiError('invalid_request', { values: { reason } })

function place(query: ReportQuery, name: 'limit' | 'offset'): number | null {
  const given = singleParam(query, name)
  if (given === undefined) return null
  if (!placePattern.test(given)) throw refusal(`${name} is a whole number from 0 to 999999999`)
  return Number(given)
}

function sortOf(query: ReportQuery): ReportWindow['sort'] {
  const given = singleParam(query, 'sort')
  if (given === undefined) return null
  const wrong = refusal('sort is ["column","ASC"] or ["column","DESC"]')
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    throw wrong
  }
  const [column, direction] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : []
  const upper = typeof direction === 'string' ? direction.toUpperCase() : ''
  if (typeof column !== 'string' || (upper !== 'ASC' && upper !== 'DESC')) throw wrong
  return { column, direction: upper }
}

function soughtOf(query: ReportQuery): string | null {
  const given = singleParam(query, 'q')?.normalize('NFC').trim() ?? ''
  if (given.length > soughtLengthMax || hasUnstorableCharacters(given))
    throw refusal(`q is a text of ${soughtLengthMax} characters or fewer`)
  return given === '' ? null : given
}

/**
 * Reads `limit`, `offset`, `sort` and `q`. Refuses with 400 what is no whole number of rows and no column with a
 * direction; whether there is that column is asked by `windowSql`, which knows the reader.
 */
export function windowOf(query: ReportQuery): ReportWindow {
  return { limit: place(query, 'limit'), offset: place(query, 'offset') ?? 0, sort: sortOf(query), q: soughtOf(query) }
}
