import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { closedToViewers, openToAffiliates } from '../openToAffiliates.ts'
import { sessionOf } from '../authenticate.ts'
import { changePassword } from '../signIn/changePassword.ts'
import { documentation } from './documentation.ts'
import { readLists } from '../listPreferences.ts'
import { setPreferences } from '../preferences.ts'
import { readPreferences, readTexts } from '../requestBody.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { listOwnSessions, revokeOwnSession } from '../session/ownSessions.ts'
import { readSession } from '../session/readSession.ts'

/**
 * What is one's own: `GET /api/me`, `PUT /api/me/preferences`, `PUT /api/me/password`, `GET /api/session`,
 * `DELETE /api/session/{id}`.
 */
export function ownRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.database
  app.get('/api/me', { ...openToAffiliates, schema: documentation.me }, async (request) => {
    const { kind, user } = await sessionOf(request, context)
    return kind === 'user' ? { ...user, settings: { ...user.settings, lists: await readLists(db, user.id) } } : user
  })
  app.put('/api/me/preferences', { schema: documentation.preferences }, async (request) => {
    const session = await sessionOf(request, context)
    if (session.kind !== 'user') throw new ApiError('forbidden')
    const preferences = readPreferences(request.body)
    await setPreferences(context, { session, preferences, origin: requestOrigin(request) })
    const now = await readSession(db, session.id)
    return { ...now!.user!.settings, lists: await readLists(db, session.user.id) }
  })
  app.put('/api/me/password', { ...openToAffiliates, schema: documentation.changePassword }, async (request) => {
    const session = await sessionOf(request, context)
    const { totp, ...given } = (request.body ?? {}) as Record<string, unknown>
    const change = { ...readTexts(given, ['currentPassword', 'password', 'passwordConfirmation']), totp }
    await changePassword(context, { session, change, origin: requestOrigin(request) })
    return {}
  })
  app.get('/api/session', { ...closedToViewers, schema: documentation.listSessions }, async (request) =>
    listOwnSessions(context, await sessionOf(request, context)),
  )
  app.delete<{ Params: { id: string } }>(
    '/api/session/:id',
    { ...openToAffiliates, schema: documentation.revokeSession },
    async (request) => {
      const session = await sessionOf(request, context)
      const sessionId = request.params.id
      await revokeOwnSession(context, { session, sessionId, origin: requestOrigin(request) })
      return { id: sessionId }
    },
  )
}
