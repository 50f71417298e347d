import { ApiError } from '../errors.ts'

/** The query of a request as the framework reads it: a name given twice is a list. */
export type ReportQuery = Readonly<Record<string, string | readonly string[] | undefined>>

const valuesMax = 1000

/** The one value of a parameter; an empty one is absent. @throws ApiError where it is given twice */
export function single(query: ReportQuery, name: string): string | undefined {
  const value = query[name]
  if (value !== undefined && typeof value !== 'string')
    throw new ApiError('invalid_request', { values: { reason: `${name} is given twice` } })
  return value === '' ? undefined : value
}

/** The values of a parameter: `a,b` and the same name twice say the same. @throws ApiError where there are too many */
export function several(query: ReportQuery, name: string): string[] | undefined {
  const value = query[name]
  const list = (typeof value === 'string' ? [value] : (value ?? []))
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (list.length > valuesMax)
    throw new ApiError('invalid_request', { values: { reason: `${name} names more than ${valuesMax}` } })
  return list.length === 0 ? undefined : list
}
