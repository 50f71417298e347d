import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'

/** Whose authenticator it is: a user's, or a partner's, who signs in with access keys. */
export type TwoStepHolder = { readonly userId: number } | { readonly partnerId: number }

/** Whose authenticator an actor is asked for; null where there can be none. */
export function twoStepHolderOf({ kind, userId, partner }: Actor): TwoStepHolder | null {
  if (kind === 'partner') return partner === null ? null : { partnerId: partner }
  return userId === null ? null : { userId }
}

/** Where a holder's authenticator is kept. */
export interface TwoStepPlace {
  readonly table: RawBuilder<unknown>
  readonly column: RawBuilder<unknown>
  readonly id: number
  /** As the activity log and the encryption name the holder. */
  readonly object: 'user' | 'partner'
}

/** The place of a holder's authenticator. */
export function twoStepPlace(holder: TwoStepHolder): TwoStepPlace {
  return 'userId' in holder
    ? { table: sql.table('two_step'), column: sql.ref('user_id'), id: holder.userId, object: 'user' }
    : { table: sql.table('partner_two_step'), column: sql.ref('partner_id'), id: holder.partnerId, object: 'partner' }
}
