import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { actorOf } from '../authenticate.ts'
import { documentation } from './documentation.ts'
import { readId, readTexts } from '../requestBody.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { confirmTwoStep, readTwoStep, unlockPartner, unlockTwoStep } from '../twoStep/manageTwoStep.ts'

/** A user's authenticator: `GET /api/user/{id}/mfa`, `POST …/mfa/confirm`, `POST …/mfa/unlock`; a partner's is set up at its sign-in: `POST /api/partner/{id}/mfa/unlock`. */
export function twoStepRoutes(app: FastifyInstance, context: AppContext): void {
  app.get('/api/user/:id/mfa', { schema: documentation.readTwoStep }, async (request, reply) => {
    const actor = await actorOf(request, context)
    reply.header('cache-control', 'no-store')
    return readTwoStep(context, actor, readId(request.params))
  })
  app.post('/api/user/:id/mfa/confirm', { schema: documentation.confirmTwoStep }, async (request) => {
    const actor = await actorOf(request, context)
    const userId = readId(request.params)
    const { totp } = readTexts(request.body, ['totp'])
    await confirmTwoStep(context, { actor, userId, totp, origin: requestOrigin(request) })
    return { isConfirmed: true, isLocked: false }
  })
  app.post('/api/user/:id/mfa/unlock', { schema: documentation.unlockTwoStep }, async (request) => {
    const actor = await actorOf(request, context)
    const userId = readId(request.params)
    await unlockTwoStep(context, { actor, userId, origin: requestOrigin(request) })
    return { isConfirmed: false, isLocked: false }
  })
  app.post('/api/partner/:id/mfa/unlock', { schema: documentation.unlockPartner }, async (request) => {
    const actor = await actorOf(request, context)
    const partnerId = readId(request.params)
    await unlockPartner(context, { actor, partnerId, origin: requestOrigin(request) })
    return { isConfirmed: false, isLocked: false }
  })
}
