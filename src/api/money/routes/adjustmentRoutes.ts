import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import { validateInput } from '../../../config/derive/validator.ts'
import { text } from '../../../config/fields/index.ts'
import type { RoleName } from '../../../config/names.ts'
import { readId } from '../../auth/requestBody.ts'
import { requestOrigin } from '../../auth/requestOrigin.ts'
import type { AppContext } from '../../context.ts'
import { readAs } from '../../database/fence/openFence.ts'
import { ApiError, problemsError } from '../../errors.ts'
import type { PaymentChange } from '../../records/change.ts'
import { selectRecord } from '../../records/operations/read.ts'
import { scopeCondition } from '../../records/scope.ts'
import { actorWithRoles } from '../../auth/actorWithRoles.ts'
import { inIdempotentTransaction, withoutProof } from '../../auth/idempotency.ts'
import { inProvenTransaction } from '../../auth/provenTransaction.ts'
import { readAdjustmentOrder } from '../pay/adjustmentOrder.ts'
import { approveAdjustment, declineAdjustment } from '../pay/decideAdjustment.ts'
import { proposeAdjustment } from '../pay/proposeAdjustment.ts'

const roles: readonly RoleName[] = ['financial']
const declineFields = { reason: text({ required: true, max: 300 }) }
/** A file of half a megabyte in base64, and what is said beside it. */
const bodyLimit = 800_000

interface WithId {
  Params: { id: string }
}

/** The entry as whoever asks sees it, in the transaction that changed it. */
async function recordOf(
  { db, actor }: PaymentChange,
  { context, request, id }: { context: AppContext; request: FastifyRequest; id: number },
): Promise<string> {
  return (
    (await selectRecord(
      { context, actor, resource: resources.entry, origin: `${request.protocol}://${request.host}` },
      String(id),
      db,
    )) ?? JSON.stringify({ id })
  )
}

/**
 * Adjustments and advances that people write: `POST /api/entry`, its `/approve` and `/decline`, and the file that came
 * with it.
 */
export function adjustmentRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/api/entry', { bodyLimit }, async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const order = readAdjustmentOrder(withoutProof(request.body), {
      now: context.now(),
      zone: context.environment.businessTimeZone,
    })
    const answer = await inProvenTransaction(context, { request, actor }, async (db) => {
      const change: PaymentChange = { db, actor, at: context.now(), request: requestOrigin(request) }
      return recordOf(change, { context, request, id: await proposeAdjustment(change, order) })
    })
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
  })

  app.post<WithId>('/api/entry/:id/approve', async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const id = readId(request.params)
    const answer = await inProvenTransaction(context, { request, actor }, async (db) => {
      const change: PaymentChange = { db, actor, at: context.now(), request: requestOrigin(request) }
      await approveAdjustment(change, id)
      return recordOf(change, { context, request, id })
    })
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
  })

  app.post<WithId>('/api/entry/:id/decline', async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const id = readId(request.params)
    const validated = validateInput({ fields: declineFields, input: (request.body ?? {}) as Record<string, unknown> })
    if (!validated.ok) throw problemsError(validated.problems)
    const answer = await inIdempotentTransaction(context, { request, actor }, async (db) => {
      const change: PaymentChange = { db, actor, at: context.now(), request: requestOrigin(request) }
      await declineAdjustment(change, id, validated.values.reason as string)
      return recordOf(change, { context, request, id })
    })
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(answer)
  })

  app.get<WithId>('/api/entry/:id/file', async (request, reply) => {
    const actor = await actorWithRoles(request, context, roles)
    const {
      rows: [found],
    } = await sql<{
      file_name: string
      file: Buffer
    }>`select asked.file_name, asked.file from entry_request asked join entry on entry.id = asked.entry
      where asked.entry = ${String(readId(request.params))}::text::bigint and asked.file is not null
        and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}`.execute(
      readAs(context.database, actor),
    )
    if (!found) throw new ApiError('not_found')
    return reply
      .type('application/octet-stream')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.file_name)}`)
      .send(found.file)
  })
}
