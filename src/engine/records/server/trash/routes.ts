import type { FastifyInstance } from 'fastify'
import { actorOf } from '#engine/auth/server/authenticate.ts'
import { parseIdParam } from '#engine/auth/server/requestBody.ts'
import { requestOrigin } from '#engine/auth/server/requestOrigin.ts'
import type { AppContext } from '#engine/server/context.ts'
import { withoutStepUpCode } from '#engine/auth/server/idempotency.ts'
import { requireEmptyBody } from '#engine/server/http/bodies.ts'
import { stepUpCredentialsIn } from '../write/stepUpCredentials.ts'
import { listTrash, restoreRemoved } from './restore.ts'

/** `GET /api/trash`: what was removed in the last 30 days; `POST /api/trash/{id}/restore` brings it back as it was. */
export function trashRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/trash', async (request, reply) => {
    const actor = await actorOf(request, context)
    return reply.header('cache-control', 'no-store').send(await listTrash(context, actor))
  })
  app.post('/api/trash/:id/restore', async (request, reply) => {
    const actor = await actorOf(request, context)
    requireEmptyBody(withoutStepUpCode(request.body))
    const record = await restoreRemoved(context, {
      actor,
      id: parseIdParam(request.params),
      origin: `${request.protocol}://${request.host}`,
      http: requestOrigin(request),
      proof: stepUpCredentialsIn(request.body),
    })
    return reply.type('application/json; charset=utf-8').send(record)
  })
}
