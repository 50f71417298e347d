import { answerOf } from './apiCallError.ts'
import type { SessionStore } from './sessionStore.ts'
import type { SessionAnswer } from '../../answers/session.ts'

/** A lock that all tabs of the origin share (`navigator.locks`). */
export interface TabLock {
  request<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer>
}

/**
 * What became of renewing: the token to use, or `over` where the session is, or null where nobody is signed in (any
 * more).
 */
export type Renewal = { readonly token: string } | 'over' | null

const lockName = 'session-refresh'

/** The calls of one tab wait for each other; where the browser has no lock for tabs (plain http), that must do. */
export function createTabLock(locks: TabLock | undefined): TabLock {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (name, work) => {
      if (locks) return locks.request(name, work)
      const mine = last.then(work, work)
      last = mine
      return mine
    },
  }
}

/**
 * Renews the access token silently: a refresh token is good once, so one tab renews and the others, who waited, take
 * what it stored.
 * @param post sends a call without a credential.
 */
export function createRefresher({
  store,
  lock,
  post,
}: {
  store: SessionStore
  lock: TabLock
  post: (path: string, body: object) => Promise<Response>
}) {
  const renew = async (refusedToken: string | null): Promise<Renewal> => {
    const token = store.accessToken()
    const refreshToken = store.refreshToken()
    if (token === null) return null
    if (token !== refusedToken && store.isAccessFresh()) return { token }
    if (refreshToken === null) return 'over'
    const response = await post('/refresh', { refreshToken })
    if ([400, 401, 403].includes(response.status)) return 'over'
    const answer = await answerOf<SessionAnswer>(response)
    // Signed out in the meantime, perhaps in another tab: what came too late must not sign in again.
    if (store.refreshToken() !== refreshToken) return null
    store.save(answer)
    return { token: answer.accessToken }
  }
  return {
    /**
     * A token that is good for a call, renewed where it is nearly over.
     * @throws ApiCallError where renewing failed for another reason than the session.
     */
    async usableToken(): Promise<Renewal> {
      const token = store.accessToken()
      if (token === null || store.isAccessFresh()) return token === null ? null : { token }
      return lock.request(lockName, () => renew(null))
    },
    /** A new token in place of one that the server refused as over. */
    replace: (refusedToken: string): Promise<Renewal> => lock.request(lockName, () => renew(refusedToken)),
  }
}
