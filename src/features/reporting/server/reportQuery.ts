import { ApiError } from '#engine/server/http/errors.ts'

/** The query of a request as the framework reads it: a name given twice is a list. */
export type ReportQuery = Readonly<Record<string, string | readonly string[] | undefined>>

const valuesMax = 1000

/** The one value of a parameter; an empty one is absent. @throws ApiError where it is given twice */
export function singleParam(query: ReportQuery, name: string): string | undefined {
  const value = query[name]
  if (value !== undefined && typeof value !== 'string')
    throw new ApiError('invalid_request', { values: { reason: `${name} is given twice` } })
  return value === '' ? undefined : value
}

/** The values of a parameter: `a,b` and the same name twice say the same. @throws ApiError where there are too many */
export function listParam(query: ReportQuery, name: string): string[] | undefined {
  const value = query[name]
  const list = (typeof value === 'string' ? [value] : (value ?? []))
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (list.length > valuesMax)
    throw new ApiError('invalid_request', { values: { reason: `${name} names more than ${valuesMax}` } })
  return list.length === 0 ? undefined : list
}

const momentPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:?\d\d)$/

/**
 * A moment of ISO 8601, in UTC to the microsecond. One that is given to the millisecond, as most clocks tell it, is the
 * whole of that millisecond: what became known in it was known.
 * @throws ApiError where it is none
 */
export function momentOf(query: ReportQuery, name: string): string | undefined {
  const given = singleParam(query, name)
  if (given === undefined) return undefined
  const [, minute, second = '00', fraction = '', zone] = momentPattern.exec(given) ?? []
  const whole = minute === undefined ? NaN : Date.parse(`${minute}:${second}${zone!.replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
  // As many digits as a database's year has: none before the year 1 in UTC, none after 9999.
  if (Number.isNaN(whole) || !/^(?!0000)\d{4}-/.test(new Date(whole).toISOString()))
    throw new ApiError('invalid_request', { values: { reason: `${name} is a moment, as 2030-05-31T12:00:00Z` } })
  const digits = fraction.length <= 3 ? `${fraction.padEnd(3, '0')}999` : fraction.padEnd(6, '0')
  return `${new Date(whole).toISOString().slice(0, 19)}.${digits}Z`
}
