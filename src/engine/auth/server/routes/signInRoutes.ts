import type { FastifyInstance } from 'fastify'
import { keyOwners } from '../accessKeys/keyInForce.ts'
import type { AppContext } from '#engine/server/context.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { bearerToken } from '../authenticate.ts'
import { documentation } from './documentation.ts'
import { readTexts } from '../requestBody.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { completeSecondStep } from '../signIn/secondStep.ts'
import { refreshSession } from '../session/refreshSession.ts'
import { sessionIdOfToken } from '../session/tokens.ts'
import { signOut } from '../session/signOut.ts'
import { signIn, signInByKey } from '../signIn/signIn.ts'

/** `POST /login`, `/login/partner`, `/login/affiliate`, `/second_step`, `/refresh`, `/logout`, in api.md's words. */
export function signInRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/login', { schema: documentation.login }, (request, reply) => {
    const { email, password } = readTexts(request.body, ['email', 'password'])
    return withRetryAfter(reply, () => signIn(context, { email, password, origin: requestOrigin(request) }))
  })
  const documented = { partner: documentation.loginPartner, affiliate: documentation.loginAffiliate }
  for (const kind of keyOwners) {
    app.post(`/login/${kind}`, { schema: documented[kind] }, (request, reply) => {
      const { token } = readTexts(request.body, ['token'])
      return withRetryAfter(reply, () => signInByKey(context, { kind, token, origin: requestOrigin(request) }))
    })
  }
  app.post('/second_step', { schema: documentation.secondStep }, (request, reply) => {
    const body = readTexts(request.body, ['totp', 'accessToken'])
    return withRetryAfter(reply, () => completeSecondStep(context, { ...body, origin: requestOrigin(request) }))
  })
  app.post('/refresh', { schema: documentation.refresh }, (request, reply) => {
    const { refreshToken } = readTexts(request.body, ['refreshToken'])
    return withRetryAfter(reply, () => refreshSession(context, { refreshToken, origin: requestOrigin(request) }))
  })
  app.post('/logout', { schema: documentation.logout }, async (request) => {
    // Whoever comes back after a while wants to be signed out too.
    const sessionId = await sessionIdOfToken(context, {
      token: bearerToken(request),
      purpose: 'access_token',
      isExpiryIgnored: true,
    })
    await signOut(context, { sessionId, origin: requestOrigin(request) })
    return {}
  })
}
