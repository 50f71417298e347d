import { type Kysely, sql } from 'kysely'
import type { SessionAnswer } from '../../answers/session.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import {
  accessLifetimeMs,
  idleLifetimeMs,
  programIdleLifetimeMs,
  programLifetimeMs,
  secondStepLifetimeMs,
  sessionLifetimeMs,
  viewLifetimeMs,
} from './lifetimes.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { suspensionSql } from './suspensionSql.ts'
import { readSession } from './readSession.ts'
import { issueToken, refreshHash, type TokenBounds } from './tokens.ts'

/**
 * Who a session is for: a user, or a partner or affiliate by the access key that opened it, or by one of its people; or for
 * staff who look at an affiliate's pages.
 */
export type Holder =
  | { readonly userId: number }
  | { readonly partnerId: number; readonly accessKey: number }
  | { readonly affiliateId: number; readonly accessKey: number }
  | { readonly affiliateId: number; readonly affiliateUserId: number }
  | { readonly affiliateId: number; readonly viewerId: number }

/**
 * Writes the row of a session that is not open yet, and returns its id. {@link openWithTokens} or
 * {@link secondStepToken} follows.
 */
export async function insertSession(
  context: AppContext,
  db: Kysely<any>,
  holder: Holder,
  origin: RequestOrigin,
): Promise<string> {
  const now = context.now()
  const expiresAt = new Date(now.getTime() + secondStepLifetimeMs)
  const { userId, partnerId, affiliateId, affiliateUserId, accessKey, viewerId } = {
    userId: null,
    partnerId: null,
    affiliateId: null,
    affiliateUserId: null,
    accessKey: null,
    viewerId: null,
    ...holder,
  }
  const suspended = suspensionSql(sql`${affiliateId}::bigint`, sql`${partnerId}::bigint`)
  if ((await suspended.execute(db)).rows.length > 0) throw new ApiError('user_suspended')
  const { rows } = await sql<{ id: string }>`
    insert into session (user_id, partner_id, affiliate_id, affiliate_user_id, access_key, viewer_id, is_second_step_due,
      created_at, last_seen_at, expires_at, user_agent, address)
    values (${userId}, ${partnerId}, ${affiliateId}, ${affiliateUserId}, ${accessKey}, ${viewerId}, true, ${now}, ${now}, ${expiresAt}, ${origin.userAgent},
      ${origin.address}) returning id`.execute(db)
  return rows[0]!.id
}

/** The token that is good for the second step of a session only. */
export async function secondStepToken(
  context: AppContext,
  sessionId: string,
): Promise<{ accessToken: string; accessExpiresAt: string }> {
  const expiresAt = new Date(context.now().getTime() + secondStepLifetimeMs)
  const { token, expiresAt: until } = await issueToken(context, { purpose: 'second_step_token', sessionId, expiresAt })
  return { accessToken: token, accessExpiresAt: until.toISOString() }
}

/** Purposes of the tokens and lifetimes of a session, by who holds the tokens: the product's pages or a program. */
const holdings = {
  pages: { access: 'access_token', refresh: 'refresh_token', idleMs: idleLifetimeMs, lifetimeMs: sessionLifetimeMs },
  program: {
    access: 'program_token',
    refresh: 'program_refresh_token',
    idleMs: programIdleLifetimeMs,
    lifetimeMs: programLifetimeMs,
  },
} as const

/**
 * Opens a session, or goes on with one: issues both tokens and keeps the hash of the refresh token. Only one of several
 * callers at once gets an answer;
 * null where the row is no longer as the caller saw it (another refresh token is in force, the session ended or is
 * over).
 * @param previousRefreshHash the hash that must be in force; null where the session is not open yet.
 * @param bounds where a program is to hold the tokens: what they are narrowed to.
 */
export async function openWithTokens(
  context: AppContext,
  db: Kysely<any>,
  {
    sessionId,
    previousRefreshHash,
    bounds,
  }: { sessionId: string; previousRefreshHash: string | null; bounds?: TokenBounds | undefined },
): Promise<SessionAnswer | null> {
  const now = context.now()
  const session = await readSession(db, sessionId)
  if (!session?.user) return null
  const { access: accessPurpose, refresh: refreshPurpose, idleMs, lifetimeMs } = holdings[bounds ? 'program' : 'pages']
  const expiresAt = new Date(
    Math.min(
      now.getTime() + idleMs,
      session.createdAt.getTime() + (session.user.viewedBy === undefined ? lifetimeMs : viewLifetimeMs),
      session.keyExpiresAt?.getTime() ?? Infinity,
    ),
  )
  const refresh = await issueToken(context, { purpose: refreshPurpose, sessionId, expiresAt, bounds })
  const opened = await sql`
    update session set is_second_step_due = false, refresh_hash = ${refreshHash(refresh.token)},
      expires_at = ${refresh.expiresAt}, last_seen_at = ${now}
    where id = ${sessionId} and refresh_hash is not distinct from ${previousRefreshHash} and ended_at is null
      and expires_at > ${now}`.execute(db)
  if (opened.numAffectedRows !== 1n) return null
  const accessExpiresAt = new Date(Math.min(now.getTime() + accessLifetimeMs, refresh.expiresAt.getTime()))
  const access = await issueToken(context, { purpose: accessPurpose, sessionId, expiresAt: accessExpiresAt, bounds })
  return {
    codResposta: 200,
    accessToken: access.token,
    accessExpiresAt: access.expiresAt.toISOString(),
    refreshToken: refresh.token,
    refreshExpiresAt: refresh.expiresAt.toISOString(),
    user: session.user,
  }
}
