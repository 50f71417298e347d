import { type Actor, isByKey } from '#engine/declaration/actor.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/**
 * Refuses a session that an access key opened.
 * @throws ApiError `personal_sign_in_required`
 */
export function requirePersonalSignIn(actor: Pick<Actor, 'kind' | 'affiliateUser'>): void {
  if (isByKey(actor)) throw new ApiError('personal_sign_in_required')
}
