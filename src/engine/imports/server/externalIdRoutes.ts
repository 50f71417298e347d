import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { resources } from '#resources/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { externalIdColumn } from '#engine/declaration/derive/exportColumns.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { readRecord, requireId } from '#engine/records/server/operations/read.ts'
import { requireAccess } from '#engine/records/server/recordRequest.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import { inWrite } from '#engine/records/server/writePipeline.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { type ExternalId, setExternalId } from './externalIds.ts'

type WithId = { Params: { id: string } }

const plain = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !hasUnstorableCharacters(text))
const bodySchema = z.strictObject({ source: plain(60), value: plain(200).nullable() })

/** Things of their own have ids elsewhere; what a log tells has none. */
export const hasExternalIds = ({ nature }: AnyResource): boolean => nature !== 'log'

async function askedBy(request: FastifyRequest, context: AppContext, resource: AnyResource) {
  const actor = await actorOf(request, context)
  // They are the operator's: sessions of other people's own see none.
  if (actor.kind !== 'user') throw new ApiError('forbidden')
  return { context, actor, resource, origin: `${request.protocol}://${request.host}`, http: requestOrigin(request) }
}

/** `/api/{entity}/{id}/external_id`: by which ids other systems know a record, one a system. */
export function externalIdRoutes(app: FastifyInstance, context: AppContext): void {
  for (const resource of (Object.values(resources) as unknown as AnyResource[]).filter(hasExternalIds)) {
    const path = `/api/${resource.name}/:id/external_id`
    app.get<WithId>(path, async (request, reply) => {
      const asked = await askedBy(request, context, resource)
      await readRecord(asked, request.params.id)
      const { rows } = await sql<ExternalId>`select source, value from external_id where object = ${resource.name}::text
        and record = ${requireId(request.params.id)}::text::bigint order by source`.execute(
        readPrimaryAs(context.database, asked.actor),
      )
      reply.header('cache-control', 'no-store')
      return rows
    })
    app.put<WithId>(path, async (request) => {
      const asked = await askedBy(request, context, resource)
      requireAccess(asked, 'update')
      const id = requireId(request.params.id)
      const parsed = bodySchema.safeParse(request.body)
      if (!parsed.success) {
        const field = String(parsed.error.issues[0]!.path[0] ?? 'root')
        throw validationError([{ field, code: 'invalid_type', values: { expected: 'a text' } }])
      }
      const { source, value } = parsed.data
      await inWrite(asked, async (write) => {
        const { transaction, actor, http } = write
        await lockRecord(write, { id, version: undefined })
        const now = context.now()
        const { before, isFree } = await setExternalId(transaction, { resource, record: id, source, value, now })
        if (!isFree) throw validationError([{ field: 'value', code: 'already_taken' }])
        if (before === value) return
        const changes = [{ field: externalIdColumn, before, after: value }]
        await logActivity(transaction, {
          actor,
          request: http,
          operation: 'update',
          object: resource.name,
          objectId: id,
          changes,
          at: now,
        })
      })
      return { source, value }
    })
  }
}
