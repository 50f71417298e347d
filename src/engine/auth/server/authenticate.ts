import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { noteReader } from '#engine/server/database/replica/ownWrites.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { sessionOfKey } from './accessKeys/keySession.ts'
import { canBeKey } from './accessKeys/keyText.ts'
import { requireOpen } from './openToAffiliates.ts'
import { knownSession, rememberSession } from './session/knownSessions.ts'
import { lastSeenToleranceMs } from './session/lifetimes.ts'
import {
  actorOfSession,
  type OpenSession,
  sessionOfText,
  sessionText,
  type SessionState,
} from './session/readSession.ts'
import { contentOfToken, sessionIdOfToken, type TokenContent } from './session/tokens.ts'
import { resourceOf } from './oauth/addresses.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes tokens of programs that a user let in for its address, and no others. */
    isForPrograms?: true
  }
}

/**
 * Who sends a request, with the roles that hold at this moment: one query by primary key, so that a role or user that
 * was taken away counts from
 * the next request on and a session that was ended is dead at once.
 * Throws `unauthorized` (no bearer token, or none of ours), `token_expired` (the client refreshes) or `session_expired`
 * (ended, over, or its holder is gone).
 */
export async function actorOf(request: FastifyRequest, context: AppContext): Promise<Actor> {
  const session = await sessionOf(request, context)
  return actorOfSession(session, session.user)
}

/** The session behind a request's bearer token; throws as {@link actorOf} does. */
export async function sessionOf(request: FastifyRequest, context: AppContext): Promise<OpenSession> {
  const sessionId = await sessionIdOfRequest(request, context)
  const {
    rows: [row],
  } = await sql<{
    text: string | null
  }>`select ${sessionText(sessionId, knownSession(context, sessionId)?.session.kind)} as text`.execute(
    context.database.db,
  )
  const session = openSession(row?.text ? sessionOfText(row.text) : null, context.now())
  await requireOpen(request, session, context)
  rememberSession(context, { text: row!.text!, session, actor: actorOfSession(session, session.user) })
  noteReader({ sessionId, lastWrite: session.lastWrite })
  await rememberSeen(session, context)
  return session
}

/** The session that a request names, by the token of a sign-in or an access key. Whether it is open stands in its row. */
export async function sessionIdOfRequest(request: FastifyRequest, context: AppContext): Promise<string> {
  if (request.routeOptions.config.isForPrograms) return (await programToken(request, context)).sessionId
  const token = bearerToken(request)
  return canBeKey(token)
    ? sessionOfKey(request, context, token)
    : sessionIdOfToken(context, { token, purpose: 'access_token' })
}

/**
 * What the token of a program says, where it is for the address that was asked.
 * @throws ApiError `unauthorized` for any other token, `token_expired`
 */
export async function programToken(request: FastifyRequest, context: AppContext): Promise<TokenContent> {
  const content = await contentOfToken(context, { token: bearerToken(request), purpose: 'program_token' })
  if (content.bounds?.audience !== resourceOf(request, context.environment)) throw new ApiError('unauthorized')
  return content
}

/** The token of `Authorization: Bearer`. Throws `unauthorized` without one. */
export function bearerToken(request: FastifyRequest): string {
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new ApiError('unauthorized')
  return token
}

/**
 * The session where it is open, signed in wholly, and its holder is still there; throws `session_expired` where it is
 * not.
 */
export function openSession(session: SessionState | null, now: Date): OpenSession {
  const isOpen = session && !session.endedAt && session.expiresAt > now && !session.isSecondStepDue && session.user
  if (!isOpen) throw new ApiError('session_expired')
  return session as OpenSession
}

/** Was the session seen so lately that its row need not be written again? */
export function isSeenLately({ lastSeenAt }: Pick<SessionState, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() < lastSeenToleranceMs
}

async function rememberSeen(session: OpenSession, context: AppContext): Promise<void> {
  const now = context.now()
  if (isSeenLately(session, now)) return
  await sql`update session set last_seen_at = ${now} where id = ${session.id} and ended_at is null`.execute(
    context.database.db,
  )
}
