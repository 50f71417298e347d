import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { notTooDeep } from '#engine/server/http/jsonDepth.ts'
import { visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { unattributedReasons } from '../../answers/unattributed.ts'
import { listUnattributed, type UnattributedFilter } from '../unattributed/listUnattributed.ts'
import { brandsWithUnattributed, reattribute, type ReattributeOutcome } from '../unattributed/reattribute.ts'

const pageSizeMax = 1000
const eventIdsMax = 1000

/** `GET /api/event/unattributed` in the dialect of lists, and `POST /api/event/reattribute`. */
export function eventRoutes(app: FastifyInstance, context: AppContext): void {
  app.get(
    '/api/event/unattributed',
    {
      schema: {
        tags: ['activity'],
        summary: 'Events that belong to nobody, newest first: range=[0,24], filter={brand, reason}',
      },
    },
    async (request, reply) => {
      const actor = await staffOf(request, context)
      const query = request.query as Record<string, unknown>
      const range = rangeOf(query.range)
      const { events, total } = await listUnattributed(context.database, {
        actor,
        filter: filterOf(query.filter),
        range,
      })
      const last = events.length === 0 ? range.from : range.from + events.length - 1
      reply.header('content-range', `unattributed ${range.from}-${last}/${total}`).header('cache-control', 'no-store')
      return events
    },
  )
  app.post(
    '/api/event/reattribute',
    {
      schema: {
        tags: ['activity'],
        summary: 'Finds the owners of such events, or takes {brand, eventIds, action}: {attributed, remaining}',
      },
    },
    async (request) => {
      const actor = await staffOf(request, context)
      return reattributeAsked(context, { actor, request: requestOrigin(request), asked: readAsked(request.body) })
    },
  )
}

/**
 * Staff who may see events that belong to nobody: role brand or manager, and not narrowed to a partner, who has no part
 * in them.
 */
async function staffOf(request: FastifyRequest, context: AppContext): Promise<Actor> {
  const actor = await actorOf(request, context)
  const isStaff = actor.root || actor.roles.has('brand') || actor.roles.has('manager')
  if (!isStaff || seesPart(actor)) throw new ApiError('forbidden')
  return actor
}

function parsed(value: unknown, name: string): unknown {
  if (value === undefined || value === '') return undefined
  try {
    return notTooDeep(JSON.parse(value as string))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', { values: { reason: `${name} is not JSON` } })
  }
}

function rangeOf(value: unknown): { from: number; to: number } {
  const range = parsed(value, 'range') ?? [0, 24]
  const isPair =
    Array.isArray(range) && range.length === 2 && range.every((each) => Number.isSafeInteger(each) && each >= 0)
  if (!isPair || range[1] < range[0] || range[1] - range[0] >= pageSizeMax) throw new ApiError('invalid_page')
  return { from: range[0], to: range[1] }
}

function filterOf(value: unknown): UnattributedFilter {
  const filter = (parsed(value, 'filter') ?? {}) as Record<string, unknown>
  if (typeof filter !== 'object' || Array.isArray(filter))
    throw new ApiError('invalid_request', { values: { reason: 'filter is an object' } })
  const unknown = Object.keys(filter).find((name) => name !== 'brand' && name !== 'reason')
  if (unknown !== undefined) throw validationError([{ field: unknown.slice(0, 60), code: 'unknown_filter' }])
  const { brand, reason } = filter
  if (brand !== undefined && !Number.isSafeInteger(brand))
    throw validationError([{ field: 'brand', code: 'invalid_brand' }])
  if (reason !== undefined && !unattributedReasons.some((each) => each === reason)) {
    throw validationError([
      { field: 'reason', code: 'invalid_choice', values: { choices: unattributedReasons.join(', ') } },
    ])
  }
  return { brand: brand as number | undefined, reason: reason as string | undefined }
}

interface Asked {
  readonly brand?: number
  readonly eventIds?: string[]
  readonly action?: number
}

/**
 * `{brand?, eventIds?, action?}`: all of all visible brands where nothing is named. An id is unique within its brand
 * only, so ids need the brand; so does a link.
 */
function readAsked(body: unknown): Asked {
  const asked = (body ?? {}) as Record<string, unknown>
  if (typeof asked !== 'object' || Array.isArray(asked))
    throw new ApiError('invalid_request', { values: { reason: 'the body is a JSON object' } })
  const unknown = Object.keys(asked).find((name) => !['brand', 'eventIds', 'action'].includes(name))
  if (unknown !== undefined) throw validationError([{ field: unknown.slice(0, 60), code: 'unknown_property' }])
  const { brand, eventIds, action } = asked
  const isGiven = (value: unknown) => value !== undefined && value !== null
  if ((isGiven(brand) || isGiven(eventIds) || isGiven(action)) && !Number.isSafeInteger(brand))
    throw validationError([{ field: 'brand', code: 'invalid_brand' }])
  if (isGiven(eventIds) && !isListOfIds(eventIds))
    throw validationError([
      { field: 'eventIds', code: 'invalid_type', values: { expected: `1 to ${eventIdsMax} texts` } },
    ])
  if (isGiven(action) && (!Number.isSafeInteger(action) || !isGiven(eventIds)))
    throw validationError([{ field: 'action', code: 'invalid_action' }])
  return asked as Asked
}

function isListOfIds(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= eventIdsMax &&
    value.every((each) => typeof each === 'string' && each.isWellFormed() && !each.includes('\0'))
  )
}

async function reattributeAsked(
  context: AppContext,
  { actor, request, asked }: { actor: Actor; request: ReturnType<typeof requestOrigin>; asked: Asked },
): Promise<ReattributeOutcome> {
  const { database } = context
  const visible = await visibleIds(database.db, actor)
  if (asked.brand != null && !visible.includes(asked.brand)) throw new ApiError('invalid_brand')
  const brands = await brandsWithUnattributed(database.db, asked.brand == null ? visible : [asked.brand])
  let [attributed, remaining] = [0, 0]
  for (const brand of brands) {
    const outcome = await reattribute({
      database,
      brand,
      actor,
      request,
      eventIds: asked.eventIds ?? undefined,
      action: asked.action ?? undefined,
    })
    attributed += outcome.attributed
    remaining += outcome.remaining
  }
  return { attributed, remaining }
}

async function visibleIds(db: Kysely<AnyTables>, actor: Actor): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from (${visibleBrands(actor)}) visible (id)`.execute(db)
  return rows.map(({ id }) => id)
}
