import { ApiError } from './errors.ts'

/** How deep JSON from outside may be nested; what is declared here goes four deep. */
export const jsonDepthMax = 64

/**
 * Whether a JSON value is nested deeper than so many objects or arrays. Stops there: what was sent may be nested deeper
 * than the stack.
 */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return false
  if (depth === 0) return true
  for (const each of Object.values(value)) if (typeof each === 'object' && isDeeperThan(each, depth - 1)) return true
  return false
}

/** The same value. @throws ApiError `invalid_request` where it is nested deeper than {@link jsonDepthMax} */
export function notTooDeep<Value>(value: Value): Value {
  if (isDeeperThan(value, jsonDepthMax))
    throw new ApiError('invalid_request', { values: { reason: `it is nested deeper than ${jsonDepthMax}` } })
  return value
}
