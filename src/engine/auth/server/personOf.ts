import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requirePersonalSignIn } from './personalSignIn.ts'

/** A person who signs in: a user, or one of an affiliate's people. */
export type Person = { readonly user: number } | { readonly affiliateUser: number }

/** The person behind a session. @throws ApiError `personal_sign_in_required` for that of a key, `forbidden` */
export function personOf(actor: Actor): Person {
  requirePersonalSignIn(actor)
  if (actor.affiliateUser !== undefined) return { affiliateUser: actor.affiliateUser }
  if (actor.userId === null) throw new ApiError('forbidden')
  return { user: actor.userId }
}

/** SQL condition: a row is a person's, by the columns `user_id` and `affiliate_user`. */
export const isOfPerson = (person: Person): RawBuilder<unknown> =>
  'user' in person ? sql`user_id = ${person.user}::bigint` : sql`affiliate_user = ${person.affiliateUser}::bigint`
