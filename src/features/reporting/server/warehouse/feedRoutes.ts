import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Actor, seesPart } from '#engine/declaration/actor.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import { isDay } from '#engine/values/calendar.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { type FeedName, feedNames, openDayFeed } from './dayFeeds.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/** Who takes events sees what every affiliate brought; the log is root's. */
const rolesOf: Readonly<Record<FeedName, readonly RoleName[] | 'root'>> = {
  events: ['manager', 'activityPerAffiliate'],
  log: 'root',
}

function requireRight(actor: Actor, feed: FeedName): void {
  const roles = rolesOf[feed]
  if (actor.root) return
  if (roles === 'root' || seesPart(actor) || !roles.every((role) => actor.roles.has(role)))
    throw new ApiError('forbidden')
}

/**
 * `GET /api/warehouse/{events|log}/{day}`: a day as lines of JSON, packed by gzip, streamed: what a data warehouse takes
 * each night. Who took what stands in the log.
 */
export function feedRoutes(app: FastifyInstance, context: AppContext): void {
  for (const feed of feedNames) {
    app.get<{ Params: { day: string } }>(`/api/warehouse/${feed}/:day`, async (request, reply) => {
      const actor = await actorOf(request, context)
      requireRight(actor, feed)
      const { day } = request.params
      if (!isDay(day)) throw validationError([{ field: 'day', code: 'invalid_date' }])
      const { database } = context
      const lines = openDayFeed(database, { actor, feed, day, zone: zoneOf(context, actor) })
      await logActivity(database.db, {
        actor,
        request: requestOrigin(request),
        operation: 'takeFeed',
        object: 'warehouse',
        objectId: `${feed} ${day}`,
        changes: [],
        at: context.now(),
      })
      return (
        reply
          .header('cache-control', 'no-store')
          .type('application/gzip')
          .header('content-disposition', `attachment; filename="${feed}-${day}.ndjson.gz"`)
          // A reader that goes away, or a failure, ends all of it.
          .send(pipeline(Readable.from(lines, { objectMode: false }), createGzip(), () => {}))
      )
    })
  }
}
