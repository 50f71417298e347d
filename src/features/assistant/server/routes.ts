import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oauthScopes } from '#engine/auth/answers/programs.ts'
import { programToken, sessionOf } from '#engine/auth/server/authenticate.ts'
import { askedOrigin, metadataOf, resourcePath } from '#engine/auth/server/oauth/addresses.ts'
import { actorOfSession } from '#engine/auth/server/session/readSession.ts'
import type { AppContext } from '#engine/server/context.ts'
import { isBrandOrigin } from '#engine/server/http/crossOrigin.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { withRetryAfter } from '#engine/server/http/retryAfter.ts'
import { limitCalls } from '#engine/server/rateLimit/bruteForce.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import { answerMessage } from './answerMessage.ts'
import type { Asked } from './tools/tool.ts'

/** Messages of one user in a minute: a model asks some dozens to answer one question. */
const callsPerMinute = 240

const signInCodes = ['unauthorized', 'token_expired', 'session_expired']

/** Where a program that is not let in finds out how to be (RFC 9728, RFC 6750). */
function challenge(request: FastifyRequest, { environment }: AppContext): string {
  const given = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
  return `Bearer resource_metadata="${metadataOf(request, environment)}", scope="${oauthScopes.join(' ')}"${given}`
}

/** A page on another site may not ask, whatever token it found (DNS rebinding). */
function requireOwnOrigin(request: FastifyRequest, { environment }: AppContext): void {
  const { origin } = request.headers
  if (origin !== undefined && origin !== askedOrigin(request, environment) && !isBrandOrigin(origin))
    throw new ApiError('forbidden')
}

/** The message as the SDK reads it. What an answer may be is fixed, so that no client is refused for what it accepts. */
function messageOf(request: FastifyRequest, origin: string): Request {
  const version = request.headers['mcp-protocol-version']
  return new Request(`${origin}${resourcePath}`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(typeof version === 'string' ? { 'mcp-protocol-version': version } : {}),
    },
  })
}

async function askedBy(request: FastifyRequest, context: AppContext): Promise<Asked> {
  const session = await sessionOf(request, context)
  const actor = actorOfSession(session, session.user)
  const { translate } = textsFor(session.user.settings.language)
  return { context, request, actor, origin: askedOrigin(request, context.environment), translate }
}

/**
 * `POST /mcp`: what assistants ask that users let in (Model Context Protocol, streamable HTTP). Without a token of ours
 * for this address: 401 with the way to one.
 */
export function assistantRoutes(app: FastifyInstance, context: AppContext): void {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!(error instanceof ApiError) || !signInCodes.includes(error.code)) throw error
    return reply
      .code(401)
      .header('www-authenticate', challenge(request, context))
      .send(new ApiError('unauthorized').body())
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    requireOwnOrigin(request, context)
    const { bounds } = await programToken(request, context)
    const asked = await askedBy(request, context)
    if (request.method !== 'POST')
      return reply.code(405).header('allow', 'POST').send({ code: 'not_found', message: 'Programs post messages here' })
    await limitCalls(context, { name: 'assistant', max: callsPerMinute, who: `user ${asked.actor.userId}` })
    if (Array.isArray(request.body))
      throw new ApiError('invalid_request', { values: { reason: 'one message at a time' } })
    const answered = await answerMessage(asked, bounds!.scopes, messageOf(request, asked.origin), request.body)
    const [type, body] = [answered.headers.get('content-type'), await answered.text()]
    reply.code(answered.status)
    return type === null ? reply.send() : reply.type(type).send(body)
  }
  for (const method of ['POST', 'GET', 'DELETE'] as const)
    app.route({
      method,
      url: resourcePath,
      config: { isForPrograms: true },
      schema: { hide: method !== 'POST' },
      // Whoever is not let in hears how to be, also where the body cannot be read.
      errorHandler: async (error, request, reply) => {
        try {
          await programToken(request, context)
        } catch (refusal) {
          return refuse(refusal, request, reply)
        }
        throw error
      },
      handler: (request, reply) =>
        withRetryAfter(reply, () => answer(request, reply)).catch((error: unknown) => refuse(error, request, reply)),
    })
}
