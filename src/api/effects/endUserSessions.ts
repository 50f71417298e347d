import { endSessions } from '../auth/endSessions.ts'
import type { Effect } from './effect.ts'

/** Ends the sessions of a user who was removed or whose password changed; whoever changed their own stays signed in. */
export const endUserSessions: Effect = async ({ transaction, actor, operation, id, context }) => {
  const userId = Number(id)
  const own = actor.userId === userId && operation !== 'remove' ? actor.sessionId : undefined
  await endSessions(transaction, {
    of: { userId, ...(own ? { except: own } : {}) }, reason: operation === 'remove' ? 'removed' : 'password_changed', at: context.now(),
  })
}
