import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { csvRow } from '#engine/values/spreadsheet/cells.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import { csvType } from '#engine/export/server/csv.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { requestRun } from '#engine/jobs/server/runs/planRuns.ts'
import { stepUpCredentialsIn } from '#engine/records/server/write/stepUpCredentials.ts'
import { proveForImport } from '#engine/records/server/writePipeline.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { ShownImport } from '../answers/imports.ts'
import { isImported, mayImport } from '../isImported.ts'
import { runImport } from './runImport.ts'
import {
  beginStep,
  type ImportStart,
  listImports,
  readImport,
  readRows,
  removeImport,
  storeImport,
  undoHours,
} from './storedImports.ts'
import { fileBytesMax } from './table/fileTable.ts'

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
const optionsSchema = z.object({
  dryRun: flag.default(true),
  background: flag.default(false),
  mode: z.enum(['all', 'accepted']).default('accepted'),
  mapping: z.unknown().optional(),
  source: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .refine((text) => !hasUnstorableCharacters(text))
    .optional(),
  name: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => !hasUnstorableCharacters(text))
    .default('import'),
})
const sentSchema = z.object({ upload: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** Whoever may make records or change them, by an account of the operator's; keys and affiliates have no imports. */
async function importerOf(request: FastifyRequest, context: AppContext, resource: AnyResource): Promise<Actor> {
  const actor = await actorOf(request, context)
  if (!mayImport({ actor, resource })) throw new ApiError('forbidden')
  return actor
}

function parseOptions(request: FastifyRequest, body: object): z.output<typeof optionsSchema> {
  const parsed = optionsSchema.safeParse({ ...(request.query as object), ...body })
  if (parsed.success) return parsed.data
  const field = String(parsed.error.issues[0]!.path[0]).slice(0, 60)
  throw validationError([{ field, code: 'invalid_type', values: { expected: 'another value' } }])
}

/** The mapping as it is kept: what was sent, read once it is known which columns there are. */
function givenMapping({ mapping, source }: z.output<typeof optionsSchema>): Record<string, unknown> | undefined {
  let value = mapping
  if (typeof value === 'string' && value !== '') {
    try {
      value = JSON.parse(value)
    } catch {
      throw validationError([{ field: 'mapping', code: 'invalid_type', values: { expected: 'an object' } }])
    }
  }
  if (value !== undefined && value !== '' && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw validationError([{ field: 'mapping', code: 'invalid_type', values: { expected: 'an object' } }])
  const given = (value || undefined) as Record<string, unknown> | undefined
  if (source === undefined) return given
  const isWhole =
    given !== undefined &&
    ['columns', 'values', 'defaults', 'cells', 'names'].some((name) => typeof given[name] === 'object')
  return isWhole ? { ...given, source } : { ...(given ? { columns: given } : {}), source }
}

async function requireImport(context: AppContext, actor: Actor, id: number): Promise<ShownImport> {
  const found = await readImport(context.database.db, actor, id)
  if (!found) throw new ApiError('not_found')
  return found
}

const askedFrom = (request: FastifyRequest): ImportStart['askedFrom'] => ({
  origin: `${request.protocol}://${request.host}`,
  http: requestOrigin(request),
})

/** Begins a step: at once for whoever waits for it, else by the job. */
async function begin(
  context: AppContext,
  request: FastifyRequest,
  {
    actor,
    resource,
    isTaken,
    needsProof,
    ...start
  }: { actor: Actor; resource: AnyResource; needsProof: boolean } & Omit<ImportStart, 'askedFrom' | 'now' | 'isProven'>,
): Promise<ShownImport> {
  const { db } = context.database
  const proof = stepUpCredentialsIn(Buffer.isBuffer(request.body) ? {} : request.body)
  const from = askedFrom(request)
  const asked = { context, actor, resource, origin: from.origin!, http: from.http }
  const isGiven = proof.given.totp !== undefined || proof.given.currentPassword !== undefined
  // The job has nobody to ask.
  const isAsked = !isTaken && start.step !== 'check' && needsProof
  if (isAsked && !isGiven) throw new ApiError('totp_required')
  const isProven = !isTaken && isGiven && start.step !== 'check' && (await proveForImport(asked, proof.given))
  const taken = await inTransaction(db, async (transaction) => {
    const begun = await beginStep(transaction, { ...start, isTaken, isProven, askedFrom: from, now: context.now() })
    if (!begun) throw new ApiError(start.step === 'undo' ? 'import_not_undoable' : 'import_under_way')
    if (!isTaken) await requestRun(transaction, { name: 'recordImports', now: context.now(), requestedBy: actor.name })
    return begun
  })
  if (isTaken) await runImport(context, taken, { actor, proof })
  return requireImport(context, actor, start.id)
}

function sendingRoute(scope: FastifyInstance, context: AppContext, resource: AnyResource): void {
  scope.post(`/api/${resource.name}/import`, { bodyLimit: fileBytesMax }, async (request, reply) => {
    const actor = await importerOf(request, context, resource)
    const isFile = Buffer.isBuffer(request.body)
    const options = parseOptions(request, isFile ? {} : ((request.body ?? {}) as object))
    const { name: fileName, mode, dryRun, background } = options
    const mapping = givenMapping(options)
    let id: number
    let needsProof = false
    if (isFile) {
      const content = request.body as Buffer
      id = await storeImport(context.database.db, {
        object: resource.name,
        fileName,
        content,
        actor,
        now: context.now(),
      })
    } else {
      const sent = sentSchema.safeParse(request.body)
      if (!sent.success) throw new ApiError('import_empty')
      const stored = await requireImport(context, actor, sent.data.upload)
      // Who began it is who wrote it.
      if (stored.entity !== resource.name || stored.createdBy !== actor.name) throw new ApiError('not_found')
      id = stored.id
      needsProof = stored.needsProof
    }
    reply.header('cache-control', 'no-store')
    const step = dryRun ? 'check' : 'import'
    return begin(context, request, {
      id,
      step,
      mode,
      actor,
      resource,
      needsProof,
      isTaken: !background,
      ...(mapping ? { mapping: mapping as ImportStart['mapping'] & object } : {}),
    })
  })
}

/** The refused rows as a file: what to mend, and why. */
function refusedCsv({ refused }: ShownImport, language: unknown): string {
  const texts = textsFor(language)
  const say = (key: string) => texts.translate(`imports.${key}`, { _: key })
  const head = csvRow([say('row'), say('record'), say('field'), say('cell'), say('reason')], texts.csv)
  const lines = refused.map(({ row, name, field, cell, code, values }) =>
    csvRow([row, name, field, cell, texts.translate(`errors.${code}`, { ...values, _: code })], texts.csv),
  )
  return `\uFEFF${head}${lines.join('')}`
}

const rowsSchema = z.object({
  operation: z.enum(['create', 'update', 'refuse']).default('create'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/**
 * `POST /api/{entity}/import` for every resource whose records can be made, and `/api/import/{id}` for what becomes of it.
 */
export async function importRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const all = Object.values(resources) as unknown as AnyResource[]
  await app.register(async (scope) => {
    scope.removeContentTypeParser('*')
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: fileBytesMax }, (_request, body: Buffer, done) => {
      done(null, body.length === 0 ? undefined : body)
    })
    for (const resource of all.filter(isImported)) {
      sendingRoute(scope, context, resource)
    }
  })
  const ofUser = async (request: FastifyRequest) => {
    const actor = await actorOf(request, context)
    if (actor.kind !== 'user') throw new ApiError('forbidden')
    return { actor, shown: await requireImport(context, actor, parseIdParam(request.params)) }
  }
  app.get('/api/import', async (request, reply) => {
    const actor = await actorOf(request, context)
    if (actor.kind !== 'user') throw new ApiError('forbidden')
    const { entity } = request.query as { entity?: unknown }
    reply.header('cache-control', 'no-store')
    return listImports(context.database.db, actor, typeof entity === 'string' ? entity.slice(0, 60) : undefined)
  })
  app.get('/api/import/:id', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return (await ofUser(request)).shown
  })
  app.get('/api/import/:id/rows', async (request, reply) => {
    const { shown } = await ofUser(request)
    const parsed = rowsSchema.safeParse(request.query)
    if (!parsed.success)
      throw validationError([{ field: String(parsed.error.issues[0]!.path[0]), code: 'unknown_filter' }])
    reply.header('cache-control', 'no-store')
    return readRows(context.database.db, shown.id, parsed.data)
  })
  app.get('/api/import/:id/refused', async (request, reply) => {
    const { shown } = await ofUser(request)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="refused.csv"')
      .type(csvType)
      .send(refusedCsv(shown, (request.query as { language?: unknown }).language))
  })
  app.post('/api/import/:id/undo', async (request, reply) => {
    const { actor, shown } = await ofUser(request)
    const resource = all.find(({ name }) => name === shown.entity)
    if (!resource) throw new ApiError('not_found')
    if (shown.importedAt === null || shown.undoneAt !== null) throw new ApiError('import_not_undoable')
    if (context.now().getTime() > Date.parse(shown.importedAt) + undoHours * 3_600_000)
      throw new ApiError('import_undo_over')
    const { background } = (request.body ?? {}) as { background?: unknown }
    reply.header('cache-control', 'no-store')
    return begin(context, request, {
      id: shown.id,
      step: 'undo',
      actor,
      resource,
      needsProof: shown.needsProof,
      isTaken: background !== true,
    })
  })
  app.delete('/api/import/:id', async (request) => {
    const { shown } = await ofUser(request)
    if (shown.importedAt !== null) throw new ApiError('import_under_way')
    await removeImport(context.database.db, shown.id)
    return { id: shown.id }
  })
}
