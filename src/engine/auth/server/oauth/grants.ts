import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { SessionAnswer } from '../../answers/session.ts'
import { endSessions } from '../endSessions.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { endReused, refreshSession } from '../session/refreshSession.ts'
import { actorOfSession, readSession } from '../session/readSession.ts'
import { insertSession, openWithTokens } from '../session/signedIn.ts'
import { contentOfToken } from '../session/tokens.ts'
import { withStepUp } from '../twoStep/withStepUp.ts'
import type { AuthorizationRequest } from './authorizationRequest.ts'
import { clientHash, type OAuthClient } from './clients.ts'
import { OAuthError } from './oauthError.ts'

const codeLifetimeMs = 2 * 60_000
const codeBytes = 32
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What a program is answered at the token endpoint. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * Lets a program in for a user: a session that only the program will hold tokens of, once it exchanges the code.
 * A user with an authenticator gives a code of it: an open session that somebody found lets in no program that outlives
 * it.
 * @returns the authorization code
 * @throws ApiError as `withStepUp` does
 */
export async function createGrant(
  context: AppContext,
  { actor, origin, totp }: { actor: Actor & { readonly userId: number }; origin: RequestOrigin; totp: unknown },
  asked: AuthorizationRequest,
): Promise<string> {
  const code = randomBytes(codeBytes).toString('base64url')
  const { client, redirectUri, resource, scopes, codeChallenge } = asked
  await withStepUp(context, { actor, origin, totp }, async (transaction) => {
    const session = await insertSession(context, transaction, { userId: actor.userId }, origin)
    const at = context.now()
    const codeExpiresAt = new Date(at.getTime() + codeLifetimeMs)
    await sql`insert into oauth_grant (session, client_name, client_hash, redirect_uri, resource, scopes, code_hash,
        code_challenge, code_expires_at)
      values (${session}, ${client.name}, ${clientHash(client.id)}, ${redirectUri}, ${resource}, ${[...scopes]},
        ${digestOf(code)}, ${codeChallenge}, ${codeExpiresAt})`.execute(transaction)
    const changes = [
      { field: 'program', before: null, after: client.name },
      { field: 'scopes', before: null, after: scopes.join(' ') },
      { field: 'redirectUri', before: null, after: redirectUri },
    ]
    const line = { operation: 'letProgramIn', object: 'session', objectId: session, changes, at }
    await logActivity(transaction, { actor, request: origin, ...line })
  })
  return code
}

interface Grant {
  session: string
  client_hash: string
  redirect_uri: string
  resource: string
  scopes: string[]
  code_challenge: string
  code_expires_at: Date
}

const invalidGrant = () => new OAuthError('invalid_grant', 'it is over, was used before, or is not for this client')

async function findGrant(db: Kysely<any>, by: { code: string } | { session: string }): Promise<Grant | null> {
  const where = 'code' in by ? sql`code_hash = ${digestOf(by.code)}` : sql`session = ${by.session}`
  const { rows } = await sql<Grant>`select session, client_hash, redirect_uri, resource, scopes, code_challenge,
    code_expires_at from oauth_grant where ${where}`.execute(db)
  return rows[0] ?? null
}

function answerOf(session: SessionAnswer, scopes: readonly string[], now: Date): TokenAnswer {
  return {
    access_token: session.accessToken,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((Date.parse(session.accessExpiresAt) - now.getTime()) / 1000)),
    refresh_token: session.refreshToken,
    scope: scopes.join(' '),
  }
}

/**
 * The first tokens of a program, for its code and the secret behind its challenge. A code that was used before ends the
 * program's access: two know it.
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(
  context: AppContext,
  asked: {
    readonly client: OAuthClient
    readonly code: string
    readonly redirectUri: string | undefined
    readonly verifier: string
    readonly resource: string
    readonly origin: RequestOrigin
  },
): Promise<TokenAnswer> {
  const { db } = context.database
  const grant = await findGrant(db, { code: asked.code })
  if (!grant || grant.client_hash !== clientHash(asked.client.id)) throw invalidGrant()
  const isRight =
    verifierPattern.test(asked.verifier) &&
    digestOf(asked.verifier) === grant.code_challenge &&
    (asked.redirectUri ?? grant.redirect_uri) === grant.redirect_uri &&
    asked.resource === grant.resource
  if (!isRight || grant.code_expires_at <= context.now()) throw invalidGrant()
  const bounds = { audience: grant.resource, scopes: grant.scopes }
  const opened = await openWithTokens(context, db, { sessionId: grant.session, previousRefreshHash: null, bounds })
  if (opened) return answerOf(opened, grant.scopes, context.now())
  const session = await readSession(db, grant.session)
  if (session?.refreshHash) await endReused(context, session, asked.origin)
  throw invalidGrant()
}

/**
 * New tokens of a program; a refresh token works once, and one that was used before ends the program's access.
 * @throws OAuthError `invalid_grant`
 */
export async function refreshGrant(
  context: AppContext,
  { client, refreshToken, origin }: { client: OAuthClient; refreshToken: string; origin: RequestOrigin },
): Promise<TokenAnswer> {
  const purpose = 'program_refresh_token'
  try {
    const { sessionId, bounds } = await contentOfToken(context, { token: refreshToken, purpose, isExpiryIgnored: true })
    const grant = await findGrant(context.database.db, { session: sessionId })
    if (grant?.client_hash !== clientHash(client.id)) throw invalidGrant()
    const answer = await refreshSession(context, { refreshToken, origin, purpose })
    return answerOf(answer, bounds!.scopes, context.now())
  } catch (error) {
    if (error instanceof ApiError && ['unauthorized', 'session_expired'].includes(error.code)) throw invalidGrant()
    throw error
  }
}

async function sessionOfAnyToken(context: AppContext, token: string): Promise<string | null> {
  for (const purpose of ['program_refresh_token', 'program_token'] as const) {
    try {
      return (await contentOfToken(context, { token, purpose, isExpiryIgnored: true })).sessionId
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return null
}

/** Ends a program's access by either of its tokens (RFC 7009); any other token is as good as ended. */
export async function revokeToken(
  context: AppContext,
  { client, token, origin }: { client: OAuthClient; token: string; origin: RequestOrigin },
): Promise<void> {
  const sessionId = await sessionOfAnyToken(context, token)
  if (sessionId === null) return
  const at = context.now()
  await inTransaction(context.database.db, async (transaction) => {
    const grant = await findGrant(transaction, { session: sessionId })
    if (grant?.client_hash !== clientHash(client.id)) return
    const session = await readSession(transaction, sessionId)
    const ended = await endSessions(transaction, { of: { sessionId }, reason: 'revoked', at })
    if (ended === 0 || !session?.user) return
    const actor = actorOfSession(session, session.user)
    const line = { operation: 'revokeSession', object: 'session', objectId: sessionId, changes: [], at }
    await logActivity(transaction, { actor, request: origin, ...line })
  })
}
