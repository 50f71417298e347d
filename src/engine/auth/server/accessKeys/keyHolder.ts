import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { type Actor, isSelfServiceActor } from '#engine/declaration/actor.ts'
import { mayLetIn } from '#engine/declaration/derive/access.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { partnerSubtree, scopeCondition, seesAll, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import type { KeyScope } from '../../answers/accessKeys.ts'
import type { KeyOwner } from './keyInForce.ts'

/** An affiliate or partner whose keys somebody looks after. */
export interface AccessKeyOwner {
  readonly kind: KeyOwner
  readonly id: number
}

/** @throws ApiError `not_found` where there is no such affiliate or partner, or this person does not see it */
export async function requireVisibleHolder(db: Kysely<any>, actor: Actor, { kind, id }: AccessKeyOwner): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(kind)} owner
      where owner.id = ${id} and ${scopeCondition({ actor, resource: resources[kind], alias: 'owner' })}`.execute(db)
  if (rows.length === 0) throw new ApiError('not_found')
}

/**
 * Requires that whoever lets somebody in, by a key that reads records or by an account, may read what that opens.
 * @throws ApiError `key_opens_more`
 */
export function requireMayLetIn(actor: Actor): void {
  if (!mayLetIn(actor, resources)) throw new ApiError('key_opens_more')
}

/** Only a key for reports is made by who reads less than its owner. @throws ApiError `key_opens_more` */
export function requireMayMakeScope(actor: Actor, scope: KeyScope | null): void {
  if (scope !== null && scope !== 'reports') requireMayLetIn(actor)
}

/**
 * A key opens everything of its owner. Who sees a part alone, because an affiliate works for brands of others too, must
 * not make one: it would open the rest.
 * @throws ApiError `key_opens_more`
 */
export async function requireFullVisibilityOfOwner(
  db: Kysely<any>,
  actor: Actor,
  { kind, id }: AccessKeyOwner,
): Promise<void> {
  // Of its own an affiliate sees all.
  if (seesAll(actor) || isSelfServiceActor(actor)) return
  const whose = kind === 'affiliate' ? sql`owned.id = ${id}` : sql`owned.partner in (${partnerSubtree(id)})`
  const seen = sql`array(${visibleBrands(actor)})`
  const { rows } = await sql`select 1 from affiliate owned where ${whose} and (not owned.brands <@ ${seen} or exists (
    select from action join campaign on campaign.id = action.campaign where action.affiliate = owned.id
      and not campaign.brand = any(${seen}))) limit 1`.execute(db)
  if (rows.length > 0) throw new ApiError('key_opens_more')
}
