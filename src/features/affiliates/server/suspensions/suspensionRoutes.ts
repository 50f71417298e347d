import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { inIdempotentTransaction } from '#engine/auth/server/idempotency.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { currentBusinessTime, type WriteContext } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { readReason } from '#features/commission/server/moneyWrite.ts'
import type { SuspensionAnswer } from '../../answers/suspensions.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { ban, countLinks, readSuspensions, resume, suspend, type Suspended } from './suspend.ts'

const suspendable = (Object.values(resources) as unknown as AnyResource[]).filter((resource) => resource.suspendable)

/** @throws ApiError `not_found` where somebody does not see the record */
async function requireSeen(
  db: Kysely<any>,
  { actor, resource, id }: { actor: Actor; resource: AnyResource; id: number },
) {
  const statement = sql`select from ${sql.table(tableName(resource.name))} t
    where id = ${id}::bigint and ${scopeCondition({ actor, resource, alias: 't' })}`
  if (!(await firstRow(db, statement))) throw new ApiError('not_found')
}

async function answerOf(db: Kysely<any>, record: Suspended): Promise<SuspensionAnswer> {
  const suspensions = await readSuspensions(db, record)
  const inForce = suspensions.find(({ endedAt }) => endedAt === null)
  return {
    isSuspended: inForce !== undefined,
    isBanned: inForce?.isBan ?? false,
    links: await countLinks(db, record),
    suspensions,
  }
}

/** Suspending, banning, resuming and what was suspended, of each resource that is declared `suspendable`. */
export function suspensionRoutes(app: FastifyInstance, context: AppContext): void {
  for (const resource of suspendable) {
    const recordOf = (request: FastifyRequest) =>
      ({ object: resource.name, id: parseIdParam(request.params) }) as Suspended
    const allowed = async (request: FastifyRequest, operation: 'read' | 'update') => {
      const actor = await actorOf(request, context)
      const isOwn = actor.kind === 'affiliate' || actor.kind === 'partner'
      if (isOwn || !can({ actor, resource, operation })) throw new ApiError('forbidden')
      return actor
    }
    const write = (act: (change: WriteContext, record: Suspended, reason: string) => Promise<void>) =>
      async function write(request: FastifyRequest): Promise<SuspensionAnswer> {
        const actor = await allowed(request, 'update')
        const [record, reason] = [recordOf(request), readReason(request.body)]
        const answer = await inIdempotentTransaction(context, { request, actor }, async (db) => {
          await requireSeen(db, { actor, resource, id: record.id })
          await act(
            { db, actor, request: requestOrigin(request), ...currentBusinessTime(context, actor) },
            record,
            reason,
          )
          return JSON.stringify(await answerOf(db, record))
        })
        return JSON.parse(answer) as SuspensionAnswer
      }
    app.post(`/api/${resource.name}/:id/suspend`, write(suspend))
    app.post(`/api/${resource.name}/:id/resume`, write(resume))
    if (resource.name === 'affiliate' || resource.name === 'partner')
      app.post(
        `/api/${resource.name}/:id/ban`,
        write((change, { object, id }, reason) =>
          ban(context, change, { payee: { kind: object as Payee['kind'], id }, reason }),
        ),
      )
    app.get(`/api/${resource.name}/:id/suspension`, async (request, reply): Promise<SuspensionAnswer> => {
      const actor = await allowed(request, 'read')
      const record = recordOf(request)
      const db = readAs(context.database, actor)
      await requireSeen(db, { actor, resource, id: record.id })
      reply.header('cache-control', 'no-store')
      return answerOf(db, record)
    })
  }
}
