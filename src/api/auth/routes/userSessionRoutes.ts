import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { actorOf } from '../authenticate.ts'
import { readId } from '../requestBody.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { type AskedSessions, endUserSessions, listUserSessions } from '../session/userSessions.ts'
import { documentation } from './documentation.ts'

/**
 * A user's sessions, for that user and whoever looks after users: `GET /api/user/{id}/session`,
 * `DELETE …/session/{sessionId}`, `DELETE …/session`.
 */
export function userSessionRoutes(app: FastifyInstance, context: AppContext): void {
  const asked = async (request: FastifyRequest): Promise<AskedSessions> => ({
    actor: await actorOf(request, context),
    userId: readId(request.params),
  })
  app.get('/api/user/:id/session', { schema: documentation.listUserSessions }, async (request) =>
    listUserSessions(context, await asked(request)),
  )
  app.delete<{ Params: { sessionId: string } }>(
    '/api/user/:id/session/:sessionId',
    { schema: documentation.endUserSession },
    async (request) => {
      const { sessionId } = request.params
      await endUserSessions(context, { ...(await asked(request)), sessionId, origin: requestOrigin(request) })
      return { id: sessionId }
    },
  )
  app.delete('/api/user/:id/session', { schema: documentation.endUserSessions }, async (request) => ({
    ended: await endUserSessions(context, { ...(await asked(request)), origin: requestOrigin(request) }),
  }))
}
