import type { SessionAnswer } from '../../answers/session.ts'
import { createSessionStore } from './sessionStore.ts'

const backKey = 'viewing'

/** Where looking at somebody else's pages in this tab leads back to; null where the tab shows one's own. */
export const viewingFrom = (passing: Storage): string | null => passing.getItem(backKey)

/**
 * Looks at somebody else's pages in this tab alone, in a session that stands beside one's own.
 * @param passing kept for this tab; @param back the address that looking leads back to
 */
export function beginViewing(passing: Storage, answer: SessionAnswer, back: string): void {
  createSessionStore({ lasting: passing, passing }).save(answer)
  passing.setItem(backKey, back)
}
