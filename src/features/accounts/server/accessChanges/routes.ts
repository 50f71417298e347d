import type { FastifyInstance } from 'fastify'
import { resources } from '#resources/index.ts'
import { isSelfServiceActor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AccessChangeAnswer } from '#engine/auth/answers/accessChanges.ts'
import { requireVisibleHolder } from '#engine/auth/server/accessKeys/keyHolder.ts'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { openToAffiliates } from '#engine/auth/server/openToAffiliates.ts'
import { parseIdParam, readTexts } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { readAccessChanges } from './readAccessChanges.ts'
import { readStop, stopChange } from './stopChange.ts'

/**
 * What changed in who may sign in for an affiliate and in where it is paid to, for staff and the affiliate; the link in
 * the mail about it, which stops the change.
 */
export function accessChangeRoutes(app: FastifyInstance, context: AppContext): void {
  app.get(
    '/api/affiliate/:id/access_change',
    openToAffiliates,
    async (request, reply): Promise<AccessChangeAnswer[]> => {
      void reply.header('cache-control', 'no-store')
      const actor = await actorOf(request, context)
      const isOpen = isSelfServiceActor(actor) || can({ actor, resource: resources.affiliate, operation: 'update' })
      if (!isOpen) throw new ApiError('forbidden')
      const holder = { kind: 'affiliate', id: parseIdParam(request.params) } as const
      await requireVisibleHolder(readPrimaryAs(context.database, actor), actor, holder)
      return readAccessChanges(context, actor, holder.id)
    },
  )
  app.post('/api/access_change/read', (request, reply) => {
    const { token } = readTexts(request.body, ['token'])
    return withRetryAfter(reply, () => readStop(context, { token, origin: requestOrigin(request) }))
  })
  app.post('/api/access_change/stop', (request, reply) => {
    const { token } = readTexts(request.body, ['token'])
    return withRetryAfter(reply, () => stopChange(context, { token, origin: requestOrigin(request) }))
  })
}
