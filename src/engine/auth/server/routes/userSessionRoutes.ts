import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { actorOf } from '../authenticate.ts'
import { parseIdParam } from '../requestBody.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { type AskedSessions, endUserSessions, listUserSessions, signingPeople } from '../session/userSessions.ts'
import { documentation } from './documentation.ts'

/**
 * The sessions of a user, for that user and whoever looks after users, and of one of an affiliate's people:
 * `GET /api/{user|affiliateUser}/{id}/session`, `DELETE …/session/{sessionId}`, `DELETE …/session`.
 */
export function userSessionRoutes(app: FastifyInstance, context: AppContext): void {
  for (const people of signingPeople) sessionRoutes(app, context, people)
}

function sessionRoutes(app: FastifyInstance, context: AppContext, people: AskedSessions['people']): void {
  const path = `/api/${people}/:id/session`
  const asked = async (request: FastifyRequest): Promise<AskedSessions> => ({
    actor: await actorOf(request, context),
    people,
    id: parseIdParam(request.params),
  })
  app.get(path, { schema: documentation.listUserSessions }, async (request) =>
    listUserSessions(context, await asked(request)),
  )
  app.delete<{ Params: { sessionId: string } }>(
    `${path}/:sessionId`,
    { schema: documentation.endUserSession },
    async (request) => {
      const { sessionId } = request.params
      await endUserSessions(context, { ...(await asked(request)), sessionId, origin: requestOrigin(request) })
      return { id: sessionId }
    },
  )
  app.delete(path, { schema: documentation.endUserSessions }, async (request) => ({
    ended: await endUserSessions(context, { ...(await asked(request)), origin: requestOrigin(request) }),
  }))
}
