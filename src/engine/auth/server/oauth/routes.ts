import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { networkOf } from '#engine/server/rateLimit/networkOf.ts'
import { connectPath, oauthScopes, type ProgramConsent, type ProgramRequest } from '../../answers/programs.ts'
import { actorOf } from '../authenticate.ts'
import { requestOrigin } from '../requestOrigin.ts'
import { askedOrigin, resourceOf, resourcePath } from './addresses.ts'
import { answerAddress, parseAuthorization, resourceAsked, textOf, ToldToClient } from './authorizationRequest.ts'
import { readClient, registerClient } from './clients.ts'
import { createGrant, exchangeCode, refreshGrant, revokeToken } from './grants.ts'
import { OAuthError } from './oauthError.ts'

/** Registrations and token calls of one network, and consents of one user, in a window. */
const callsMax = { register: 100, token: 300, consent: 30 } as const
const hourSeconds = 3600

type Parameters = Readonly<Record<string, unknown>>

const queryOf = (request: FastifyRequest) => request.query as Parameters
const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Parameters

function required(parameters: Parameters, name: string): string {
  const value = textOf(parameters, name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`)
  return value
}

/** Programs read refusals in the shape of OAuth, our own page as those of every other call. */
function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isTold = error instanceof ToldToClient || error instanceof OAuthError
  if (isTold && request.url.startsWith('/api/'))
    throw new ApiError('invalid_request', { values: { reason: error.message } })
  if (error instanceof ToldToClient) return reply.code(302).header('location', error.address).send()
  if (error instanceof OAuthError) return reply.code(error.status).send(error.body())
  throw error
}

/** Where a program finds out how to be let in (RFC 9728, RFC 8414). */
function metadataRoutes(app: FastifyInstance, { environment }: AppContext): void {
  for (const path of ['', resourcePath]) {
    app.get(`/.well-known/oauth-protected-resource${path}`, async (request) => ({
      resource: resourceOf(request, environment),
      authorization_servers: [askedOrigin(request, environment)],
      scopes_supported: oauthScopes,
      bearer_methods_supported: ['header'],
    }))
  }
  app.get('/.well-known/oauth-authorization-server', async (request) => {
    const issuer = askedOrigin(request, environment)
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      scopes_supported: oauthScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    }
  })
}

function clientRoutes(app: FastifyInstance, context: AppContext): void {
  const limited = <Answer>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: 'register' | 'token',
    answer: () => Promise<Answer>,
  ) =>
    withRetryAfter(reply, async () => {
      const seconds = name === 'register' ? hourSeconds : 60
      await limitCalls(context, { name: `oauth_${name}`, max: callsMax[name], who: networkOf(request.ip), seconds })
      return answer()
    })
  app.post('/oauth/register', (request, reply) =>
    limited(request, reply, 'register', async () => {
      const { id, name, redirectUris } = await registerClient(context, request.body)
      reply.code(201)
      return {
        client_id: id,
        client_id_issued_at: Math.floor(context.now().getTime() / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      }
    }),
  )
  app.post('/oauth/token', (request, reply) =>
    limited(request, reply, 'token', async () => {
      const given = bodyOf(request)
      const client = await readClient(context, given['client_id'])
      const origin = requestOrigin(request)
      const resource = resourceAsked(given, request, context)
      const type = textOf(given, 'grant_type')
      if (type === 'refresh_token')
        return refreshGrant(context, { client, refreshToken: required(given, 'refresh_token'), origin })
      if (type !== 'authorization_code')
        throw new OAuthError('unsupported_grant_type', 'grant_type is authorization_code or refresh_token')
      const [code, verifier] = [required(given, 'code'), required(given, 'code_verifier')]
      const redirectUri = textOf(given, 'redirect_uri')
      return exchangeCode(context, { client, code, redirectUri, verifier, resource, origin })
    }),
  )
  app.post('/oauth/revoke', (request, reply) =>
    limited(request, reply, 'token', async () => {
      const given = bodyOf(request)
      const client = await readClient(context, given['client_id'])
      await revokeToken(context, { client, token: required(given, 'token'), origin: requestOrigin(request) })
      return {}
    }),
  )
}

function consentRoutes(app: FastifyInstance, context: AppContext): void {
  // On this host, unless the API has one of its own: tokens are for the host that was asked.
  const pageOf = (request: FastifyRequest, { sendPage }: FastifyReply) => {
    const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
    return `${sendPage ? '' : (context.environment.publicOrigin ?? '')}${connectPath}${search}`
  }
  app.get('/oauth/authorize', async (request, reply) => {
    await parseAuthorization(request, context, queryOf(request))
    return reply.code(302).header('location', pageOf(request, reply)).header('cache-control', 'no-store').send()
  })
  const ofUser = async (request: FastifyRequest) => {
    const actor = await actorOf(request, context)
    const { userId } = actor
    if (actor.kind !== 'user' || userId === null) throw new ApiError('forbidden')
    return { ...actor, userId }
  }
  app.get('/api/oauth/request', async (request): Promise<ProgramRequest> => {
    await ofUser(request)
    const asked = await parseAuthorization(request, context, queryOf(request))
    const { client, redirectUri, scopes } = asked
    const denied = { error: 'access_denied', error_description: 'the user declined' }
    const declineTo = answerAddress(asked, denied, askedOrigin(request, context.environment))
    return { client: client.name, redirectUri, scopes, declineTo }
  })
  app.post('/api/oauth/consent', (request, reply) =>
    withRetryAfter(reply, async (): Promise<ProgramConsent> => {
      const actor = await ofUser(request)
      const { totp, ...given } = bodyOf(request)
      const asked = await parseAuthorization(request, context, given)
      const who = `user ${actor.userId}`
      await limitCalls(context, { name: 'oauth_consent', max: callsMax.consent, who, seconds: hourSeconds })
      const code = await createGrant(context, { actor, origin: requestOrigin(request), totp }, asked)
      return { goTo: answerAddress(asked, { code }, askedOrigin(request, context.environment)) }
    }),
  )
}

/**
 * How programs are let in by users (OAuth 2.1 as the Model Context Protocol asks for it): metadata, registration,
 * authorization code with PKCE (S256), tokens, revocation; `/api/oauth/…` is what the page of consent asks.
 */
export async function oauthRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register(async (scope) => {
    scope.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
    scope.setErrorHandler(answerRefusal)
    const type = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
      const found: Record<string, string | string[]> = Object.create(null)
      for (const [name, value] of new URLSearchParams(String(body)))
        found[name] = found[name] === undefined ? value : [found[name], value].flat()
      done(null, found)
    })
    metadataRoutes(scope, context)
    clientRoutes(scope, context)
    consentRoutes(scope, context)
  })
}
