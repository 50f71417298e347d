import { endSessions } from '../endSessions.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'

/**
 * Ends the sessions of a user who was removed or suspended, or whose password changed; whoever changed their own stays
 * signed in.
 */
export const endUserSessions: Effect = async ({ transaction, actor, operation, id, changed, context }) => {
  const userId = Number(id)
  const own = actor.userId === userId && operation !== 'remove' ? actor.sessionId : undefined
  await endSessions(transaction, {
    of: { userId, ...(own ? { except: own } : {}) },
    reason: operation === 'remove' ? 'removed' : changed.includes('suspended') ? 'suspended' : 'password_changed',
    at: context.now(),
  })
}
