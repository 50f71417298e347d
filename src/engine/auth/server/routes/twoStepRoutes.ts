import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { actorOf, sessionOf } from '../authenticate.ts'
import type { OpenSession } from '../session/readSession.ts'
import { documentation } from './documentation.ts'
import { parseIdParam, readTexts } from '../requestBody.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { freshSessionMs } from '../session/lifetimes.ts'
import { actorOfSession } from '../session/readSession.ts'
import { requireCurrentPassword } from '../signIn/currentPassword.ts'
import {
  confirmTwoStep,
  readHoldersTwoStep,
  readTwoStep,
  unlockHolder,
  unlockTwoStep,
} from '../twoStep/manageTwoStep.ts'
import { authenticatorOwners } from '../twoStep/twoStepHolder.ts'

/**
 * A user's authenticator: `GET /api/user/{id}/mfa`, `POST …/mfa/set_up`, `…/mfa/confirm`, `…/mfa/unlock`; that of a
 * partner, an affiliate or one of its people is set up at the sign-in: `GET /api/{partner|affiliate|affiliateUser}/{id}/mfa`,
 * `POST …/mfa/unlock`.
 */
export function twoStepRoutes(app: FastifyInstance, context: AppContext): void {
  const requirePassword = (request: FastifyRequest, userId: number) => {
    const { currentPassword } = (request.body ?? {}) as { currentPassword?: unknown }
    return requireCurrentPassword(context, {
      userId,
      given: currentPassword,
      address: requestOrigin(request).address ?? '',
    })
  }
  const isFresh = ({ createdAt }: OpenSession) => context.now().getTime() - createdAt.getTime() < freshSessionMs
  app.get('/api/user/:id/mfa', { schema: documentation.readTwoStep }, async (request, reply) => {
    const session = await sessionOf(request, context)
    reply.header('cache-control', 'no-store')
    return readTwoStep(context, actorOfSession(session, session.user), {
      userId: parseIdParam(request.params),
      isFresh: isFresh(session),
    })
  })
  app.post('/api/user/:id/mfa/set_up', { schema: documentation.setUpTwoStep }, async (request, reply) => {
    const actor = await actorOf(request, context)
    const userId = parseIdParam(request.params)
    if (actor.userId !== userId) throw new ApiError('forbidden')
    await requirePassword(request, userId)
    reply.header('cache-control', 'no-store')
    return readTwoStep(context, actor, { userId, isFresh: true })
  })
  app.post('/api/user/:id/mfa/confirm', { schema: documentation.confirmTwoStep }, async (request) => {
    const actor = await actorOf(request, context)
    const userId = parseIdParam(request.params)
    const { totp } = readTexts(request.body, ['totp'])
    await confirmTwoStep(context, { actor, userId, totp, origin: requestOrigin(request) })
    return { isConfirmed: true, isLocked: false }
  })
  app.post('/api/user/:id/mfa/unlock', { schema: documentation.unlockTwoStep }, async (request) => {
    const session = await sessionOf(request, context)
    const actor = actorOfSession(session, session.user)
    const userId = parseIdParam(request.params)
    // Who is without an authenticator is asked for no code: an open session must not be able to throw its own away.
    if (actor.root && actor.userId === userId && !isFresh(session)) await requirePassword(request, userId)
    await unlockTwoStep(context, { actor, userId, origin: requestOrigin(request) })
    return { isConfirmed: false, isLocked: false }
  })
  for (const kind of authenticatorOwners) {
    app.get(`/api/${kind}/:id/mfa`, { schema: documentation.readHoldersTwoStep }, async (request) =>
      readHoldersTwoStep(context, await actorOf(request, context), { kind, id: parseIdParam(request.params) }),
    )
    app.post(`/api/${kind}/:id/mfa/unlock`, { schema: documentation.unlockHolder }, async (request) => {
      const actor = await actorOf(request, context)
      const holder = { kind, id: parseIdParam(request.params) }
      await unlockHolder(context, { actor, holder, origin: requestOrigin(request) })
      return { isConfirmed: false, isLocked: false }
    })
  }
}
