import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { portalViewerRoles } from '#resources/roles.ts'
import type { SessionAnswer } from '#engine/auth/answers/session.ts'
import { actorWithRoles } from '#engine/auth/server/actorWithRoles.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import { insertSession, openWithTokens } from '#engine/auth/server/session/signedIn.ts'
import { currentBusinessTime, writeAuditEntry } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { requireEmptyBody } from '#engine/server/http/bodies.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/**
 * `POST /api/affiliate/{id}/view`: staff who read all that the portal shows look at it as the affiliate sees it, for
 * half an hour, in a session of the affiliate's that only reads. The log of the affiliate says who did.
 */
export function viewRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/api/affiliate/:id/view', async (request, reply): Promise<SessionAnswer> => {
    const actor = await actorWithRoles(request, context, portalViewerRoles)
    const { userId } = actor
    if (actor.kind !== 'user' || userId === null) throw new ApiError('forbidden')
    requireEmptyBody(request.body)
    const id = parseIdParam(request.params)
    const origin = requestOrigin(request)
    void reply.header('cache-control', 'no-store')
    return inTransaction(context.database.db, async (db) => {
      const isVisible = scopeCondition({ actor, resource: resources.affiliate, alias: 't' })
      if (!(await firstRow(db, sql`select from affiliate t where id = ${id}::bigint and ${isVisible}`)))
        throw new ApiError('not_found')
      const sessionId = await insertSession(context, db, { affiliateId: id, viewerId: userId }, origin)
      const change = { db, actor, request: origin, ...currentBusinessTime(context, actor) }
      await writeAuditEntry(change, { operation: 'viewPortal', object: 'affiliate', objectId: id, changes: [] })
      const answer = await openWithTokens(context, db, { sessionId, previousRefreshHash: null })
      if (!answer) throw new ApiError('session_expired')
      return answer
    })
  })
}
