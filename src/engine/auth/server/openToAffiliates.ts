import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { countOwnRead, countOwnWrite } from '#engine/server/rateLimit/affiliateQuota.ts'
import type { SessionState } from './session/readSession.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sessions of affiliates may ask here too, each of its own. Every other route refuses them. */
    affiliates?: 'self'
    /** So often an hour each of them may: what calls others, or takes long. */
    affiliatesPerHour?: number
  }
}

/** Said of a route (`config`): affiliates may ask it in sessions of their own, and it answers of what is theirs alone. */
export const openToAffiliates = { config: { affiliates: 'self' } } as const

/** Said of a route that affiliates may ask so often an hour. */
export const ofAffiliatesHourly = (times: number) =>
  ({ config: { affiliates: 'self', affiliatesPerHour: times } }) as const

/** Requests that were counted: one that asks twice who sends it is one. */
const counted = new WeakSet<FastifyRequest>()

/**
 * Refuses the session of an affiliate wherever the route does not say that it is there for them: what nobody has thought
 * of is closed. Counts what it asks and writes.
 * @throws ApiError `forbidden`, `too_many_requests`
 */
export async function requireOpen(
  request: FastifyRequest,
  { kind, user }: Pick<SessionState, 'kind' | 'user'>,
  context: AppContext,
): Promise<void> {
  if (kind !== 'affiliate') return
  const { affiliates, affiliatesPerHour } = request.routeOptions.config
  if (affiliates !== 'self') throw new ApiError('forbidden')
  if (counted.has(request)) return
  counted.add(request)
  const who = `affiliate ${user?.affiliate}`
  if (request.method === 'GET' || request.method === 'HEAD') return countOwnRead(context, who)
  const name = `own ${request.method} ${request.routeOptions.url}`
  return countOwnWrite(context, who, affiliatesPerHour === undefined ? undefined : { name, perHour: affiliatesPerHour })
}
