import type { SessionAnswer } from '../../answers/session.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { endSessions } from '../endSessions.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { actorOfSession, readSession, type SessionState } from './readSession.ts'
import { openWithTokens } from './signedIn.ts'
import { contentOfToken, refreshHash } from './tokens.ts'

/**
 * New tokens for a session; the refresh token that was given is dead. One that was used before ends the whole session:
 * two hold it, and which of them is the
 * thief cannot be told. Throws `unauthorized` where the token is none of ours, `session_expired` where the session is
 * over.
 */
export async function refreshSession(
  context: AppContext,
  {
    refreshToken,
    origin,
    purpose = 'refresh_token',
  }: { refreshToken: string; origin: RequestOrigin; purpose?: 'refresh_token' | 'program_refresh_token' },
): Promise<SessionAnswer> {
  // The session's own row says when it is over; the client hears the same answer either way.
  const { sessionId, bounds } = await contentOfToken(context, { token: refreshToken, purpose, isExpiryIgnored: true })
  const hash = refreshHash(refreshToken)
  const { db } = context.database
  const answer = await openWithTokens(context, db, {
    sessionId,
    previousRefreshHash: hash,
    bounds: bounds ?? undefined,
  })
  if (answer) return answer
  const session = await readSession(db, sessionId)
  if (session && session.refreshHash !== hash) await endReused(context, session, origin)
  throw new ApiError('session_expired')
}

/** Ends a session of which a refresh token or code was used twice, with a line in the log. */
export async function endReused(context: AppContext, session: SessionState, origin: RequestOrigin): Promise<void> {
  const at = context.now()
  await inTransaction(context.database.db, async (transaction) => {
    const ended = await endSessions(transaction, { of: { sessionId: session.id }, reason: 'refresh_reused', at })
    if (ended === 0 || !session.user) return
    const actor = actorOfSession(session, session.user)
    await logActivity(transaction, {
      actor,
      request: origin,
      operation: 'endReusedSession',
      object: 'session',
      objectId: session.id,
      changes: [],
      at,
    })
  })
}
