import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { SessionState } from './session/readSession.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Sessions of affiliates may ask here too, each of its own. Every other route refuses them. */
    affiliates?: 'self'
  }
}

/** Said of a route (`config`): affiliates may ask it in sessions of their own, and it answers of what is theirs alone. */
export const ofAffiliates = { config: { affiliates: 'self' } } as const

/**
 * Refuses the session of an affiliate wherever the route does not say that it is there for them: what nobody has thought
 * of is closed.
 * @throws ApiError `forbidden`
 */
export function requireOpen(request: FastifyRequest, { kind }: Pick<SessionState, 'kind'>): void {
  if (kind === 'affiliate' && request.routeOptions.config.affiliates !== 'self') throw new ApiError('forbidden')
}
