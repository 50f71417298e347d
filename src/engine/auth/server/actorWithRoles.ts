import type { FastifyRequest } from 'fastify'
import type { Actor } from '#engine/declaration/actor.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import { actorOf } from './authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { seesAll } from '#engine/records/server/visibility/scope.ts'

/**
 * Who asks, holding all of some roles; 403 where one is missing. An affiliate in its own session holds none: it comes as
 * far as a route that says that it is there for it ({@link requireOpen}), and is narrowed to itself.
 */
export async function actorWithRoles(
  request: FastifyRequest,
  context: AppContext,
  roles: readonly RoleName[],
): Promise<Actor> {
  const actor = await actorOf(request, context)
  if (actor.kind === 'affiliate') return actor
  if (!seesAll(actor) && !roles.every((role) => actor.roles.has(role))) throw new ApiError('forbidden')
  return actor
}
