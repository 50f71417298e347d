import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

/** Whether records of a resource are imported: those that can be made are, but for those a route of its own makes. */
export const isImported = ({ access, madeElsewhere }: AnyResource): boolean =>
  !madeElsewhere && access.create !== 'nobody'

/** Whether somebody imports records: users who may make or change them; keys and affiliates do not. */
export const mayImport = ({
  actor,
  resource,
}: {
  actor: Pick<Actor, 'kind' | 'root' | 'roles'>
  resource: AnyResource
}) =>
  actor.kind === 'user' &&
  isImported(resource) &&
  (can({ actor, resource, operation: 'create' }) || can({ actor, resource, operation: 'update' }))
