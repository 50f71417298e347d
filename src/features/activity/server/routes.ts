import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { actorOf, bearerToken } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { eventRoutes } from './intake/eventRoutes.ts'
import { ingestBatch } from './intake/ingestBatch.ts'
import { recordPostback } from './intake/postback.ts'
import { parseEvents, readBytes } from './intake/readBody.ts'
import { brandOfKey, createIngestKey, listIngestKeys, revokeIngestKey } from './keys/ingestKeys.ts'
import { visibleBrand } from './keys/visibleBrand.ts'
import type { IngestBrand } from './write/ingestContext.ts'
import { withBruteForceProtection } from '#engine/server/rateLimit/bruteForce.ts'
import { uploadRoutes } from './upload/routes.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ingestBrand?: IngestBrand
  }
}

const documentation = {
  batch: {
    tags: ['activity'],
    summary:
      'Events of a brand: a JSON array or NDJSON, gzip or not, 10,000 at most; bearer is an ingest key. {accepted, duplicates, conflicts: [ids], rejected: [{index, code}], unattributed}',
  },
  postback: {
    tags: ['activity'],
    summary: 'One event as parameters, signed: HMAC-SHA256 with an ingest key over the other parameters sorted by name',
    security: [],
  },
  makeKey: { tags: ['brand'], summary: 'Makes an ingest key; it is shown this once' },
  listKeys: { tags: ['brand'], summary: 'The ingest keys of a brand by their last characters' },
  revokeKey: { tags: ['brand'], summary: 'Ends an ingest key at once' },
}

/**
 * Activity in: batches with an ingest key, signed postbacks, the keys themselves, and events that belong to nobody yet.
 */
export async function ingestRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register(async (scope) => batchRoutes(scope, context))
  await app.register(async (scope) => postbackRoutes(scope, context))
  keyRoutes(app, context)
  eventRoutes(app, context)
  await uploadRoutes(app, context)
}

function batchRoutes(scope: FastifyInstance, context: AppContext): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
    readBytes(payload, request.headers['content-encoding']),
  )
  // Before the body is read: who has no key makes us read nothing.
  scope.addHook('onRequest', async (request) => {
    request.ingestBrand = await withBruteForceProtection(
      context,
      { guessed: 'ingestKey', address: request.ip },
      async () => brandOfKey(context.database.db, bearerToken(request)),
    )
  })
  scope.post('/ingest/events', { schema: documentation.batch }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!Buffer.isBuffer(request.body))
      throw new ApiError('invalid_request', { values: { reason: 'the body is empty' } })
    return ingestBatch(context, request.ingestBrand!, parseEvents(request.body))
  })
}

function postbackRoutes(scope: FastifyInstance, context: AppContext): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
  scope.route<{ Params: { brandSlug: string } }>({
    method: ['GET', 'POST'],
    url: '/postback/:brandSlug',
    schema: documentation.postback,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const parameters = parametersOf(request)
      // A player may be faster than the queue of clicks.
      const beforeRecording = parameters.click_id ? scope.flushClicks : undefined
      return recordPostback(context, {
        slug: request.params.brandSlug,
        parameters,
        beforeRecording,
        address: request.ip,
      })
    },
  })
}

function parametersOf(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new ApiError('invalid_request', { values: { reason: 'the body is a form or a JSON object' } })
  const twice = Object.keys(body).find((name) => Object.hasOwn(query, name))
  if (twice !== undefined)
    throw new ApiError('invalid_request', { values: { reason: `${twice.slice(0, 60)} is given twice` } })
  return { ...query, ...body }
}

function keyRoutes(app: FastifyInstance, context: AppContext): void {
  const asked = async (request: FastifyRequest) => {
    const actor = await actorOf(request, context)
    if (!can({ actor, resource: resources.brand, operation: 'update' })) throw new ApiError('forbidden')
    const brand = await visibleBrand(readPrimaryAs(context.database, actor), {
      actor,
      brand: parseIdParam(request.params),
    })
    return { db: context.database.db, actor, brand, request: requestOrigin(request) }
  }
  app.post('/api/brand/:id/ingest_key', { schema: documentation.makeKey }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return createIngestKey(context, { ...(await asked(request)), totp: stepUpCredentialsIn(request.body).given.totp })
  })
  app.get('/api/brand/:id/ingest_key', { schema: documentation.listKeys }, async (request) => {
    const { db, brand } = await asked(request)
    return listIngestKeys(db, brand)
  })
  app.delete('/api/brand/:id/ingest_key/:keyId', { schema: documentation.revokeKey }, async (request) => {
    const keyId = parseIdParam({ id: (request.params as { keyId: string }).keyId })
    return revokeIngestKey({ ...(await asked(request)), keyId })
  })
}
