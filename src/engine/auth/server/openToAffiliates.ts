import type { FastifyRequest } from 'fastify'
import { isSwitchedOn } from '#engine/declaration/feature.ts'
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
    /** What is the affiliate's alone: staff who look at its pages do not see it. */
    closedToViewers?: true
  }
}

/** Said of a route (`config`): affiliates may ask it in sessions of their own, and it answers of what is theirs alone. */
export const openToAffiliates = { config: { affiliates: 'self' } } as const

/** Said of a route that affiliates may ask so often an hour. */
export const ofAffiliatesHourly = (times: number) =>
  ({ config: { affiliates: 'self', affiliatesPerHour: times } }) as const

/** Said of a route that shows an affiliate what is its alone. */
export const closedToViewers = { config: { affiliates: 'self', closedToViewers: true } } as const

const readingMethods = ['GET', 'HEAD']

/** Requests that were counted: one that asks twice who sends it is one. */
const counted = new WeakSet<FastifyRequest>()

/** The signed-in user; also asked by the page that says that the portal is off. */
const ownAddress = '/api/me'

/**
 * Whether the caller's company has the feature of the route, and for an affiliate's user the portal as well;
 * an affiliate's keys are its own.
 */
export function isOpenByFeature(request: FastifyRequest, user: SessionState['user']): boolean {
  const { config, url } = request.routeOptions
  const company = user?.company ?? {}
  const isPerson = user?.affiliateUser !== undefined && url !== ownAddress
  return isSwitchedOn(company, config) && (!isPerson || isSwitchedOn(company, { feature: 'portal' }))
}

/**
 * Refuses calls of a feature that the caller's company switched off.
 * Refuses the session of an affiliate wherever the route does not say that it is there for them: what nobody has thought
 * of is closed. Counts what it asks and writes.
 * Staff who look at its pages read them, and nothing of it counts as the affiliate's.
 * @throws ApiError `feature_off`, `forbidden`, `view_only`, `too_many_requests`
 */
export async function requireOpen(
  request: FastifyRequest,
  { kind, user }: Pick<SessionState, 'kind' | 'user'>,
  context: AppContext,
): Promise<void> {
  if (!isOpenByFeature(request, user)) throw new ApiError('feature_off')
  if (kind !== 'affiliate') return
  const { affiliates, affiliatesPerHour, closedToViewers } = request.routeOptions.config
  if (affiliates !== 'self') throw new ApiError('forbidden')
  if (user?.viewedBy !== undefined) {
    if (closedToViewers || !readingMethods.includes(request.method)) throw new ApiError('view_only')
    return
  }
  if (counted.has(request)) return
  counted.add(request)
  const who = `affiliate ${user?.affiliate}`
  if (readingMethods.includes(request.method)) return countOwnRead(context, who)
  const name = `own ${request.method} ${request.routeOptions.url}`
  return countOwnWrite(context, who, affiliatesPerHour === undefined ? undefined : { name, perHour: affiliatesPerHour })
}
