import type { Day } from '#engine/values/calendar.ts'

/** The days on which a brand may be advertised, the first and the last of them; open where one is not said. */
export interface Authorization {
  readonly authorizedFrom?: Day | null
  readonly authorizedUntil?: Day | null
}

/** Whether visitors may be led to a brand on a day. */
export const isAuthorized = ({ authorizedFrom, authorizedUntil }: Authorization, day: Day): boolean =>
  (!authorizedFrom || authorizedFrom <= day) && (!authorizedUntil || day <= authorizedUntil)

/** Rule of a brand: its authorisation does not end before it begins. */
export function authorizationIsWhole({ authorizedFrom, authorizedUntil }: Authorization) {
  const isTurned = authorizedFrom && authorizedUntil && authorizedUntil < authorizedFrom
  return isTurned ? ({ field: 'authorizedUntil', code: 'before_begin' } as const) : null
}
