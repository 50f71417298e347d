import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { keyOwners } from '../accessKeys/keyInForce.ts'
import { tableName } from '#engine/declaration/derive/names.ts'

/** Who has an authenticator beside users: who signs in with access keys, and an affiliate's people. */
export const authenticatorOwners = [...keyOwners, 'affiliateUser'] as const
export type AuthenticatorOwner = (typeof authenticatorOwners)[number]

/**
 * Whose authenticator it is: a user's, one of an affiliate's people's, or a partner's or affiliate's, who sign in with
 * access keys.
 */
export type TwoStepHolder =
  | { readonly userId: number }
  | { readonly affiliateUserId: number }
  | { readonly partnerId: number }
  | { readonly affiliateId: number }

/** Whose authenticator an actor is asked for; null where there can be none. */
export function twoStepHolderOf({ kind, userId, partner, affiliate, affiliateUser }: Actor): TwoStepHolder | null {
  if (affiliateUser !== undefined) return { affiliateUserId: affiliateUser }
  if (kind === 'affiliate' && userId === null) return affiliate === undefined ? null : { affiliateId: affiliate }
  if (kind === 'partner') return partner === null ? null : { partnerId: partner }
  return userId === null ? null : { userId }
}

/** The authenticator of such an owner. */
export const holderOf = (kind: AuthenticatorOwner, id: number): TwoStepHolder =>
  kind === 'partner' ? { partnerId: id } : kind === 'affiliate' ? { affiliateId: id } : { affiliateUserId: id }

/** Where a holder's authenticator is kept. */
export interface TwoStepPlace {
  readonly table: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly id: number
  /** As the activity log and the encryption name the holder. */
  readonly object: 'user' | AuthenticatorOwner
}

/** The place of a holder's authenticator. */
export function twoStepPlace(holder: TwoStepHolder): TwoStepPlace {
  if ('userId' in holder)
    return { table: sql.table('two_step'), column: sql.ref('user_id'), id: holder.userId, object: 'user' }
  const [object, id] =
    'partnerId' in holder
      ? (['partner', holder.partnerId] as const)
      : 'affiliateId' in holder
        ? (['affiliate', holder.affiliateId] as const)
        : (['affiliateUser', holder.affiliateUserId] as const)
  const name = tableName(object)
  return { table: sql.table(`${name}_two_step`), column: sql.ref(`${name}_id`), id, object }
}
