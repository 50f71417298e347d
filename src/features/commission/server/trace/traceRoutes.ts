import type { FastifyInstance } from 'fastify'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { requireEmptyBody } from '#engine/server/http/bodies.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { traceEvent } from './traceEvent.ts'
import { tracePlayer } from './tracePlayer.ts'

/** Who may read movement and players. */
const roles = ['activityPerAffiliate'] as const
const nameLengthMax = 200

function requireBrand(brand: unknown): number {
  if (typeof brand === 'string' && /^[1-9][0-9]{0,15}$/.test(brand)) return Number(brand)
  throw new ApiError('invalid_request', { values: { reason: 'brand is the id of one' } })
}

function requireName(name: string, value: unknown): string {
  const isName = typeof value === 'string' && value !== '' && value.length <= nameLengthMax
  if (isName && !hasUnstorableCharacters(value)) return value
  throw new ApiError('invalid_request', { values: { reason: `${name} is a text of ${nameLengthMax} characters` } })
}

/**
 * Where one event is, `GET /api/event/trace?brand&event_id`, and why one player qualified for CPA or did not,
 * `GET /api/player/qualification?brand&player_ref`.
 */
export function traceRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/event/trace', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    const { brand, event_id: eventId, ...rest } = request.query as Readonly<Record<string, unknown>>
    requireEmptyBody(rest)
    const sought = { brand: requireBrand(brand), eventId: requireName('event_id', eventId) }
    return traceEvent(readAs(context.database, actor, 'by day'), { actor, sought })
  })
  app.get('/api/player/qualification', async (request) => {
    const actor = await actorWithRoles(request, context, roles)
    const { brand, player_ref: player, ...rest } = request.query as Readonly<Record<string, unknown>>
    requireEmptyBody(rest)
    const sought = { brand: requireBrand(brand), player: requireName('player_ref', player) }
    return tracePlayer(readAs(context.database, actor, 'by day'), { actor, sought, owner: context.database.db })
  })
}
