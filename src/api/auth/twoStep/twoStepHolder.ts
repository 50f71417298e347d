import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import type { KeyOwner } from '../../accessKeys/keyInForce.ts'

/** Whose authenticator it is: a user's, or a partner's or affiliate's, who sign in with access keys. */
export type TwoStepHolder =
  | { readonly userId: number }
  | { readonly partnerId: number }
  | { readonly affiliateId: number }

/** Whose authenticator an actor is asked for; null where there can be none. */
export function twoStepHolderOf({ kind, userId, partner, affiliate }: Actor): TwoStepHolder | null {
  if (kind === 'affiliate' && userId === null) return affiliate === undefined ? null : { affiliateId: affiliate }
  if (kind === 'partner') return partner === null ? null : { partnerId: partner }
  return userId === null ? null : { userId }
}

/** The authenticator of who signs in with keys. */
export const holderOfKeys = (kind: KeyOwner, id: number): TwoStepHolder =>
  kind === 'partner' ? { partnerId: id } : { affiliateId: id }

/** Where a holder's authenticator is kept. */
export interface TwoStepPlace {
  readonly table: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly id: number
  /** As the activity log and the encryption name the holder. */
  readonly object: 'user' | KeyOwner
}

/** The place of a holder's authenticator. */
export function twoStepPlace(holder: TwoStepHolder): TwoStepPlace {
  if ('userId' in holder)
    return { table: sql.table('two_step'), column: sql.ref('user_id'), id: holder.userId, object: 'user' }
  const [object, id] =
    'partnerId' in holder ? (['partner', holder.partnerId] as const) : (['affiliate', holder.affiliateId] as const)
  return { table: sql.table(`${object}_two_step`), column: sql.ref(`${object}_id`), id, object }
}
