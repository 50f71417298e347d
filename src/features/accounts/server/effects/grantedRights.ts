import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

const holdsAll = <Item>(held: Iterable<Item>, wanted: readonly Item[]) => {
  const own = new Set(held)
  return wanted.every((each) => own.has(each))
}

/** Whether the written user would see all affiliates while the writer is limited to its own. */
const isWider = (actor: Actor, user: AnyRecord) => actor.manager !== undefined && user['ownAffiliates'] !== true

/**
 * Nobody hands out or takes over rights beyond their own. Whoever is not root neither changes, removes nor restores a user with
 * more rights (a new
 * password would be a way in), and grants only roles they hold. Brands and company are references: only visible ones
 * can be named.
 */
export const grantedRights: Check = async ({ actor, operation, before: stored, after }) => {
  if (seesAll(actor)) return []
  const before = operation === 'restore' ? after : stored
  const isBeyond =
    before &&
    (before.root ||
      isWider(actor, before) ||
      !holdsAll<unknown>(actor.roles, before.roles as unknown[]) ||
      !holdsAll<unknown>(actor.allowedBrands, before.allowedBrands as unknown[]))
  if (isBeyond) throw new ApiError('forbidden')
  if (after && isWider(actor, after)) return [{ field: 'ownAffiliates', code: 'field_forbidden' }]
  return after && !holdsAll<unknown>(actor.roles, after.roles as unknown[])
    ? [{ field: 'roles', code: 'field_forbidden' }]
    : []
}
