import { type Kysely, sql } from 'kysely'
import { type Actor, systemActor } from '#engine/declaration/actor.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import type { AccessChangeKind } from '../answers/accessChanges.ts'

/** For so long an address that was replaced is still told. */
const replacedAddressDays = 30

/** Who follows the link that stops a change, as the activity log names them. */
export const stopActor = systemActor('stopLink')

/** What changed in who may sign in for an affiliate, or in where it is paid to. */
export interface AccessChange {
  readonly affiliate: number
  readonly kind: AccessChangeKind
  /** The access key, or one of the affiliate's people. */
  readonly subject?: number
  readonly label?: string | null
  /** The fields as they were, where stopping the change puts them back. */
  readonly before?: Readonly<Record<string, unknown>>
  /** The address that was valid before, where that is what changed. */
  readonly address?: string | null
  readonly author: Actor
  readonly at: Date
}

/**
 * Stores a change that the affiliate is told of, in the transaction that makes it. It goes to the address that is valid
 * now and to those replaced lately: whoever changes the address first must not be the one who is told. What a stop puts
 * back is not told: a link that stops that would bring the change about again.
 */
export async function storeAccessChange(db: Kysely<any>, change: AccessChange): Promise<void> {
  const { affiliate, kind, subject, label, before, address, author, at } = change
  if (author.name === stopActor.name) return
  const isByStaff = author.kind === 'user' || author.kind === 'system'
  await sql`insert into access_change (affiliate, kind, subject, label, before, at, due_at, author_name, is_by_staff, addresses)
    select told.id, ${kind}::text, ${subject ?? null}::bigint, ${label ?? null}::text,
      ${before ? JSON.stringify(before) : null}::text::jsonb, ${timestamp(at)}, ${timestamp(at)}, ${author.name}::text,
      ${isByStaff}::boolean, array(select distinct address from (
        select coalesce(${address ?? null}::text, told.email) as address
        union all select unnest(earlier.addresses) from access_change earlier where earlier.affiliate = told.id
          and earlier.kind = 'email' and earlier.at > ${timestamp(at)} - make_interval(days => ${replacedAddressDays}::int)
        ) known where address is not null)
    from affiliate told where told.id = ${affiliate}::bigint`.execute(db)
}
