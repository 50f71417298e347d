import type { SecondStepAnswer, SessionAnswer, SessionUser } from '../../answers/session.ts'
import { createApiClient, type ApiClient } from './apiClient.ts'
import { answerOf } from './apiCallError.ts'
import { createNotices, type Notices } from './notices.ts'
import { announceEnd, watchOtherTabs } from './otherTabs.ts'
import { createTabLock, type TabLock } from './refresher.ts'
import { createSessionStore, type SessionStore } from './sessionStore.ts'

/** What is kept with the user on the server. */
export interface ChosenPreferences {
  readonly language?: string
  readonly layout?: object
  /** Changes of how lists look, by entity. */
  readonly lists?: object
}

/** Who is signed in at this browser, and how to speak to the API for them. */
export interface Session extends Pick<ApiClient, 'callApi' | 'send' | 'sendQuietly'> {
  /** Whether the browser holds a session; whether it is still good is the server's word. */
  isSignedIn(): boolean
  /** Who was signed in when last heard. */
  user(): SessionUser | null
  /**
   * Asks the server who is signed in; null where the session is over, and then nothing of it is left.
   * @throws ApiCallError where the server cannot be asked.
   */
  loadUser(): Promise<SessionUser | null>
  /** `second_step` where a code is asked for next. @throws ApiCallError */
  signIn(given: { email: string; password: string }): Promise<'signed_in' | 'second_step'>
  /** @throws ApiCallError */
  confirmSecondStep(given: { totp: string }): Promise<void>
  /** With an access key of a partner or affiliate; `second_step` where a code is asked for next. @throws ApiCallError */
  signInByKey(kind: 'partner' | 'affiliate', given: { token: string }): Promise<'signed_in' | 'second_step'>
  /** The second step that is due, with the address for the authenticator where it was never confirmed. */
  dueSecondStep(): { otpauthUrl: string | null } | null
  /** Forgets the second step that is due. */
  startOver(): void
  savePreferences(chosen: ChosenPreferences): Promise<void>
  /** Ends the session, clears all browser storage, and leaves for `/login` where somebody was signed in, else `/`. */
  logout(): Promise<void>
  readonly notices: Notices
}

/** What a session needs of the browser. */
export interface SessionSurroundings {
  readonly lasting: Storage
  readonly passing: Storage
  readonly locks?: TabLock | undefined
  readonly base: string
  /** The address that is shown, from its path on. */
  readonly here: () => string
  /** Loads another address, so that nothing of the present page is kept in memory. */
  readonly leave: (path: string) => void
  /**
   * The session ended by itself: goes on to another address in the present page, which may keep what was typed for the
   * same person.
   */
  readonly end: (path: string) => void
}

/** Makes a session over the browser's storage. */
export function createSession({ lasting, passing, locks, base, here, leave, end }: SessionSurroundings): Session {
  const store = createSessionStore({ lasting, passing })
  const notices = createNotices()
  let logoutTimer: ReturnType<typeof setTimeout> | undefined
  const logoutAfter = (milliseconds: number) => {
    // Whoever signs in again stands where the session ended, wherever they went in the meantime.
    const endedAt = here()
    logoutTimer ??= setTimeout(() => void logoutFrom(endedAt), milliseconds)
  }
  // What is shown was signed in when the page began, or signed in on it.
  let isShown = store.isSignedIn()
  // Pages that are being left may still ask to sign out; where one goes is decided once.
  let hasLeft = false
  // Sessions are counted: what is answered to pages of the one before says nothing about this one.
  let number = 0
  const onOpen = () => {
    isShown = true
    hasLeft = false
    number += 1
  }
  const endAt = (address: string) => {
    hasLeft = true
    isShown = false
    clearTimeout(logoutTimer)
    logoutTimer = undefined
    notices.dismiss()
    end(`/login?next=${encodeURIComponent(address)}`)
  }
  watchOtherTabs({
    lasting,
    isShown: () => isShown,
    events: { onEnded: () => endAt(here()), onSignedOut: () => leave('/login'), onOtherUser: () => leave('/') },
  })
  const client = createApiClient({
    store,
    notices,
    lock: createTabLock(locks),
    base,
    logoutAfter,
    sessionNumber: () => number,
  })
  const logoutFrom = async (endedAt: string | null) => {
    if (hasLeft) return
    hasLeft = true
    clearTimeout(logoutTimer)
    const token = store.accessToken()
    if (token !== null && endedAt !== null) announceEnd(lasting)
    store.clear()
    if (token !== null) tellServer(client, token)
    if (token !== null && endedAt !== null) endAt(endedAt)
    else leave(token === null ? '/' : '/login')
  }
  const logout = () => logoutFrom(null)
  return {
    callApi: client.callApi,
    send: client.send,
    sendQuietly: client.sendQuietly,
    notices,
    logout,
    isSignedIn: store.isSignedIn,
    user: store.user,
    ...signingIn(store, client, onOpen),
    loadUser: () => loadUser(store, client),
    async savePreferences(chosen) {
      // Outlives the page: what was chosen last is kept where one leaves at once.
      const settings = await client.callApi<SessionUser['settings']>('/api/me/preferences', {
        method: 'PUT',
        body: chosen,
        keepalive: true,
      })
      const user = store.user()
      if (user) store.saveUser({ ...user, settings })
    },
  }
}

/** Outlives the page; where it does not arrive the session ends by itself when it is not used. */
function tellServer(client: ApiClient, token: string): void {
  client.post('/logout', {}, { keepalive: true, headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined)
}

async function loadUser(store: SessionStore, client: ApiClient): Promise<SessionUser | null> {
  const response = await client.sendQuietly('/api/me')
  if (response.status === 401 || response.status === 403) {
    store.clear()
    return null
  }
  const user = await answerOf<SessionUser>(response)
  store.saveUser(user)
  return user
}

function signingIn(store: SessionStore, client: ApiClient, onOpen: () => void) {
  const open = (answer: SessionAnswer) => {
    onOpen()
    store.saveSecondStep(null)
    store.save(answer)
  }
  const begin = async (path: string, given: object): Promise<'signed_in' | 'second_step'> => {
    const answer = await answerOf<SessionAnswer | SecondStepAnswer>(await client.post(path, given))
    if (answer.codResposta === 200) {
      open(answer)
      return 'signed_in'
    }
    store.saveSecondStep({ accessToken: answer.accessToken, otpauthUrl: answer.otpauthUrl ?? null })
    return 'second_step'
  }
  return {
    signIn: (given: { email: string; password: string }) => begin('/login', given),
    async confirmSecondStep({ totp }: { totp: string }): Promise<void> {
      const accessToken = store.dueSecondStep()?.accessToken ?? ''
      open(await answerOf<SessionAnswer>(await client.post('/second_step', { totp, accessToken })))
    },
    signInByKey: (kind: 'partner' | 'affiliate', given: { token: string }) => begin(`/login/${kind}`, given),
    dueSecondStep() {
      const due = store.dueSecondStep()
      return due && { otpauthUrl: due.otpauthUrl }
    },
    startOver: () => store.saveSecondStep(null),
  }
}
