import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { MediaClicks, PortalMedia } from '../answers/media.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Operation } from '#engine/declaration/resource.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type WriteContext, currentBusinessTime, todayOf } from '#engine/records/server/change.ts'
import { readMediaClicks } from './clicks.ts'
import { giveImage, type KeptImage, readGivenImage, readOwnImage } from './files.ts'
import { placeholder } from './placeholder.ts'
import { readPortalLinks, readPortalMedia, readPublicImage } from './shownMedia.ts'

/** Half a megabyte in base64, and its name. */
const bodyLimit = 800_000
/** A withdrawn banner is gone from other people's pages so soon. */
const keptSeconds = 300

/** Whatever an image holds, a browser that opens it by itself runs none of it. */
const imageHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'content-disposition': 'inline',
} as const

const sendImage = (reply: FastifyReply, { type, content }: Pick<KeptImage, 'type' | 'content'>) =>
  reply.headers(imageHeaders).type(type).send(content)

/** Images stand on pages of affiliates: whoever opens one asks without a session. */
function publicRoute(app: FastifyInstance, context: AppContext): void {
  app.get<{ Params: { token: string } }>('/media/:token', async (request, reply) => {
    const { token } = request.params
    const day = todayOf(context, {})
    const found = hasUnstorableCharacters(token)
      ? undefined
      : await readPublicImage(context.database.readDb, token, day)
    if (!found) throw new ApiError('not_found')
    void reply.header('cache-control', `public, max-age=${keptSeconds}`)
    if (!found.isShown) {
      void reply.code(410)
      return sendImage(reply, { type: 'image/svg+xml', content: placeholder(found) })
    }
    const tag = `"${found.digest}"`
    void reply.header('etag', tag)
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : sendImage(reply, found)
  })
}

/** What people do with a medium beside writing it. */
function officeRoutes(app: FastifyInstance, context: AppContext): void {
  const asked = async (request: FastifyRequest, operation: Operation): Promise<Actor> => {
    const actor = await actorOf(request, context)
    if (!can({ actor, resource: resources.media, operation })) throw new ApiError('forbidden')
    return actor
  }
  const changeBy = (request: FastifyRequest, actor: Actor): Omit<WriteContext, 'db'> => ({
    actor,
    request: requestOrigin(request),
    ...currentBusinessTime(context, actor),
  })
  app.get('/api/media/:id/file', async (request, reply) =>
    sendImage(reply, await readOwnImage(context, await asked(request, 'read'), parseIdParam(request.params))),
  )
  app.get('/api/media/:id/clicks', async (request): Promise<MediaClicks> => {
    const actor = await asked(request, 'read')
    return readMediaClicks(context, actor, parseIdParam(request.params))
  })
  app.post('/api/media/:id/file', { bodyLimit }, async (request) => {
    const actor = await asked(request, 'update')
    const [id, image] = [parseIdParam(request.params), readGivenImage(request.body)]
    await inTransaction(context.database.db, (db) => giveImage({ db, ...changeBy(request, actor) }, id, image))
    return { width: image.width, height: image.height }
  })
}

/** Media: images for other people's pages, what people do with them, and what affiliates find of them. */
export function mediaRoutes(app: FastifyInstance, context: AppContext): void {
  publicRoute(app, context)
  officeRoutes(app, context)
  app.get('/api/portal/media', openToAffiliates, async (request, reply): Promise<PortalMedia> => {
    const actor = await actorOf(request, context)
    const { affiliate } = actor
    if (affiliate === undefined) throw new ApiError('forbidden')
    void reply.header('cache-control', 'no-store')
    const { db } = context.database
    const day = todayOf(context, actor)
    const origin = `${request.protocol}://${request.host}`
    return {
      media: await readPortalMedia(db, { affiliate, day, origin }),
      links: await readPortalLinks(db, { affiliate, origin }),
    }
  })
}
