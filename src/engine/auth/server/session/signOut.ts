import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { openSession } from '../authenticate.ts'
import { endSessions } from '../endSessions.ts'
import type { RequestOrigin } from '../requestOrigin.ts'
import { actorOfSession, readSession } from './readSession.ts'

/** Ends a session: dead at once, on every server. Throws `session_expired` where it is over already. */
export async function signOut(
  context: AppContext,
  { sessionId, origin }: { sessionId: string; origin: RequestOrigin },
): Promise<void> {
  const at = context.now()
  await inTransaction(context.database.db, async (transaction) => {
    const session = openSession(await readSession(transaction, sessionId), at)
    await endSessions(transaction, { of: { sessionId }, reason: 'signed_out', at })
    const actor = actorOfSession(session, session.user)
    await logActivity(transaction, {
      actor,
      request: origin,
      operation: 'signOut',
      object: 'session',
      objectId: sessionId,
      changes: [],
      at,
    })
  })
}
