import type { FastifyRequest } from 'fastify'
import type { Actor } from '#engine/declaration/actor.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/** Somebody with a user of their own. */
export type Owner = Actor & { readonly userId: number }

/**
 * Whose files a request is about. Files are kept with a user: who reads by a partner's token has no place for them.
 * @throws ApiError `forbidden`, and what every request without a session is answered
 */
export async function ownerOf(request: FastifyRequest, context: AppContext): Promise<Owner> {
  const actor = await actorOf(request, context)
  if (actor.userId === null) throw new ApiError('forbidden')
  return { ...actor, userId: actor.userId }
}
