import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import { products } from '#rules/activity/measures.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { requestRun } from '#engine/jobs/server/runs/planRuns.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { visibleBrand } from '../keys/visibleBrand.ts'
import { controlOfImports } from '../dailyTotals/importTotals.ts'
import { keepStatedTotals, readStatedTotals, statedTotals } from '../dailyTotals/statedTotals.ts'
import { receiveFile } from './receiveFile.ts'
import type { ShownUpload } from '../../answers/uploads.ts'
import { beginImport, listUploads, readRefusals, readUpload, removeUpload, type UploadName } from './uploads.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'

const fileNameMax = 200
const querySchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(fileNameMax)
    .refine((text) => !hasUnstorableCharacters(text)),
  createMissing: z.enum(['true', 'false']).default('false'),
  product: z.enum(products).optional(),
  profile: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})
const documentation = {
  upload: {
    tags: ['activity'],
    summary:
      'Uploads a feed file as the body, CSV (gzip too) or XLSX, of events or of daily totals: name, createMissing, profile (id), product (of daily totals that name none). It is checked first; nothing is imported yet',
  },
  list: { tags: ['activity'], summary: 'The newest uploaded feed files of a brand' },
  control: {
    tags: ['activity'],
    summary: 'What imported daily totals state for each month beside what is booked now, and the difference',
  },
  state: {
    tags: ['activity'],
    summary:
      'States what another system has for months, in place of what files add up to: {totals: [{month, measure, value}]}, value null to take it back, or {table}, as copied from a spreadsheet',
  },
  read: { tags: ['activity'], summary: 'An uploaded feed file: how far it is and what came of it' },
  refusals: { tags: ['activity'], summary: 'The refused lines of the last step as CSV' },
  import: { tags: ['activity'], summary: 'Imports a checked feed file' },
  remove: {
    tags: ['activity'],
    summary: 'Removes an uploaded feed file; an import under way stops, what it has imported stays',
  },
}

type Asked = { readonly actor: Actor; readonly brand: number }

async function asked(request: FastifyRequest, context: AppContext): Promise<Asked> {
  const actor = await actorOf(request, context)
  if (!can({ actor, resource: resources.brand, operation: 'update' })) throw new ApiError('forbidden')
  return {
    actor,
    brand: await visibleBrand(readPrimaryAs(context.database, actor), { actor, brand: parseIdParam(request.params) }),
  }
}

async function askedUpload(request: FastifyRequest, context: AppContext): Promise<Asked & UploadName> {
  return { ...(await asked(request, context)), id: parseIdParam({ id: (request.params as { upload: string }).upload }) }
}

/** Reads what comes with a file, and whether this person may have it made: an import makes records in their name. */
async function readOptions(
  request: FastifyRequest,
  { db }: AppContext['database'],
  { actor, brand }: Asked,
): Promise<{ fileName: string; createMissing: boolean; profile: number | null; product: string | null }> {
  const parsed = querySchema.safeParse(request.query)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw validationError([
      issue!.code === 'unrecognized_keys'
        ? { field: issue!.keys[0]!.slice(0, 60), code: 'unknown_filter' }
        : { field: String(issue!.path[0]), code: queryProblems[String(issue!.path[0])] ?? 'required' },
    ])
  }
  const { name: fileName, createMissing, profile, product = null } = parsed.data
  if (
    createMissing === 'true' &&
    ![resources.affiliate, resources.campaign, resources.action].every((resource) =>
      can({ actor, resource, operation: 'create' }),
    )
  )
    throw new ApiError('forbidden')
  if (profile !== undefined) {
    if (!can({ actor, resource: resources.affiliate, operation: 'update' })) throw new ApiError('forbidden')
    const { rows } = await sql`select from reward_profile where id = ${profile} and company = (select company from brand
        where id = ${brand})`.execute(db)
    if (rows.length === 0) throw validationError([{ field: 'profile', code: 'invalid_reward_profile' }])
  }
  return { fileName, createMissing: createMissing === 'true', profile: profile ?? null, product }
}

const queryProblems: Readonly<Record<string, ErrorCode>> = {
  profile: 'invalid_reward_profile',
  product: 'invalid_product_type',
}

async function requireUpload(context: AppContext, name: UploadName): Promise<ShownUpload> {
  const upload = await readUpload(context.database.db, name)
  if (!upload) throw new ApiError('not_found')
  return upload
}

/** Notes who did what with a feed, and asks for the job. */
async function begin(
  context: AppContext,
  request: FastifyRequest,
  { actor, brand }: Asked,
  { operation, fileName }: { operation: 'uploadFeed' | 'importFeed'; fileName: string },
  change?: (db: Parameters<typeof requestRun>[0]) => Promise<void>,
): Promise<void> {
  await inTransaction(context.database.db, async (db) => {
    await change?.(db)
    await logActivity(db, {
      actor,
      request: requestOrigin(request),
      operation,
      object: 'brand',
      objectId: brand,
      changes: [{ field: 'feed', before: null, after: fileName }],
      at: context.now(),
    })
    await requestRun(db, { name: 'feedImports', now: context.now(), requestedBy: actor.name })
  })
}

/** The file is the body, whatever its type: it is taken as a stream, by this route alone. */
function receivingRoute(scope: FastifyInstance, context: AppContext): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    '*',
    (_request: FastifyRequest, payload: Readable, done: (error: null, body: Readable) => void) => done(null, payload),
  )
  scope.post('/api/brand/:id/feed', { schema: documentation.upload }, async (request, reply) => {
    const who = await asked(request, context)
    const options = await readOptions(request, context.database, who)
    if (!request.body) throw new ApiError('invalid_request', { values: { reason: 'the file is empty' } })
    const id = await receiveFile(context.database.db, request.body as Readable, {
      ...options,
      ...who,
      now: context.now(),
    })
    await begin(context, request, who, { operation: 'uploadFeed', fileName: options.fileName })
    reply.header('cache-control', 'no-store')
    return requireUpload(context, { ...who, id })
  })
}

/**
 * Feed files from the pages: upload, check, import, the refused lines. `/api/brand/{id}/feed`, for whoever may change
 * the brand.
 */
export async function uploadRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { db } = context.database
  await app.register(async (scope) => receivingRoute(scope, context))
  app.get('/api/brand/:id/feed', { schema: documentation.list }, async (request, reply) => {
    const { brand } = await asked(request, context)
    reply.header('cache-control', 'no-store')
    return listUploads(db, brand)
  })
  app.get('/api/brand/:id/feed/control', { schema: documentation.control }, async (request, reply) => {
    const { brand } = await asked(request, context)
    reply.header('cache-control', 'no-store')
    return controlOfImports(db, brand)
  })
  app.put('/api/brand/:id/feed/control', { schema: documentation.state }, async (request, reply) => {
    const { actor, brand } = await asked(request, context)
    const totals = readStatedTotals(request.body)
    reply.header('cache-control', 'no-store')
    return inTransaction(db, async (trx) => {
      const before = await statedTotals(trx, brand)
      await keepStatedTotals(trx, { brand, totals, by: actor.name, now: context.now() })
      const after = await statedTotals(trx, brand)
      if (JSON.stringify(before) !== JSON.stringify(after))
        await logActivity(trx, {
          actor,
          request: requestOrigin(request),
          operation: 'update',
          object: 'brand',
          objectId: brand,
          changes: [{ field: 'statedTotals', before, after }],
          at: context.now(),
        })
      return controlOfImports(trx, brand)
    })
  })
  app.get('/api/brand/:id/feed/:upload', { schema: documentation.read }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return requireUpload(context, await askedUpload(request, context))
  })
  app.get('/api/brand/:id/feed/:upload/refusals', { schema: documentation.refusals }, async (request, reply) => {
    const refusals = await readRefusals(db, await askedUpload(request, context))
    if (!refusals) throw new ApiError('not_found')
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="refused.csv"')
      .type('text/csv; charset=utf-8')
      .send(refusals.csv)
  })
  app.post('/api/brand/:id/feed/:upload/import', { schema: documentation.import }, async (request, reply) => {
    const name = await askedUpload(request, context)
    const { fileName } = await requireUpload(context, name)
    await begin(context, request, name, { operation: 'importFeed', fileName }, async (trx) => {
      if (!(await beginImport(trx, name, context.now()))) throw new ApiError('feed_not_checked')
    })
    reply.header('cache-control', 'no-store')
    return requireUpload(context, name)
  })
  app.delete('/api/brand/:id/feed/:upload', { schema: documentation.remove }, async (request) => {
    const name = await askedUpload(request, context)
    return inTransaction(db, async (trx) => {
      const fileName = await removeUpload(trx, name)
      if (fileName === null) throw new ApiError('not_found')
      await logActivity(trx, {
        actor: name.actor,
        request: requestOrigin(request),
        operation: 'removeFeed',
        object: 'brand',
        objectId: name.brand,
        changes: [{ field: 'feed', before: fileName, after: null }],
        at: context.now(),
      })
      return { id: name.id }
    })
  })
}
