import { sql } from 'kysely'
import type { SessionAnswer } from '../../answers/session.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { actorOfSession, readSession } from '../session/readSession.ts'
import { openWithTokens } from '../session/signedIn.ts'
import { sessionIdOfToken } from '../session/tokens.ts'
import { requireRightCode, tryTotp } from '../twoStep/verifyTotp.ts'

/**
 * Completes a sign-in with the code of the authenticator; the first code confirms one that is new. The token of 209 and
 * 210 is good for this alone, and once.
 * Throws `unauthorized` or `token_expired` for the token, `session_expired` where the sign-in is over, `invalid_totp`
 * and `two_step_locked` for the code.
 */
export async function completeSecondStep(
  context: AppContext,
  { totp, accessToken, origin }: { totp: string; accessToken: string; origin: RequestOrigin },
): Promise<SessionAnswer> {
  const sessionId = await sessionIdOfToken(context, { token: accessToken, purpose: 'second_step_token' })
  const { db } = context.database
  const session = await readSession(db, sessionId)
  if (!session?.user || !session.isSecondStepDue || session.endedAt || session.expiresAt <= context.now())
    throw new ApiError('session_expired')
  const actor = actorOfSession(session, session.user)
  const outcome = await tryTotp(context, { actor, totp, origin, isConfirmationNeeded: false })
  // The enrolment was cleared in the meantime: signing in again shows a new QR where one is needed.
  if (outcome === 'two_step_missing') throw new ApiError('session_expired')
  requireRightCode(outcome)
  return inTransaction(db, async (transaction) => {
    const answer = await openWithTokens(context, transaction, { sessionId, previousRefreshHash: null })
    if (!answer) throw new ApiError('session_expired')
    await sql`update session set has_second_step = true where id = ${sessionId}`.execute(transaction)
    await logActivity(transaction, {
      actor,
      request: origin,
      operation: 'signIn',
      object: 'session',
      objectId: sessionId,
      changes: [],
      at: context.now(),
    })
    return answer
  })
}
