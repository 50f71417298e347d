import { jwtDecode } from 'jwt-decode'
import type { SessionAnswer, SessionUser } from '../../answers/session.ts'

/**
 * A second step that is due: the token that is good for it alone, and the address for the authenticator where it was
 * never confirmed.
 */
export interface DueSecondStep {
  readonly accessToken: string
  readonly otpauthUrl: string | null
}

/** The session as the browser keeps it (specification, section 3), so that every tab and the next visit have it. */
export interface SessionStore {
  /** Whether an access token is there: the app starts signed in. Whether it is still good is the server's word. */
  isSignedIn(): boolean
  accessToken(): string | null
  refreshToken(): string | null
  user(): SessionUser | null
  /** Whether the access token is good for a while yet, by the server's clock. */
  isAccessFresh(): boolean
  save(answer: SessionAnswer): void
  /** Keeps what was last heard of who is signed in; nothing where nobody is any more. */
  saveUser(user: SessionUser): void
  dueSecondStep(): DueSecondStep | null
  saveSecondStep(due: DueSecondStep | null): void
  /** Clears all browser storage of this origin. */
  clear(): void
}

/** A token is renewed so long before it is over, in milliseconds: a call must not expire on its way. */
export const renewalMarginMs = 60_000

const names = {
  accessToken: 'accessToken',
  accessExpiresAt: 'accessExpiresAt',
  refreshToken: 'refreshToken',
  refreshExpiresAt: 'refreshExpiresAt',
  user: 'user',
  /** By how much the server's clock is ahead of this one, in milliseconds. */
  clockAheadMs: 'clockAheadMs',
  secondStep: 'secondStep',
} as const

interface Moments {
  readonly issuedAtMs: number
  readonly expiresAtMs: number
}

function momentsOf(token: string): Moments | null {
  try {
    const { iat = 0, exp = 0 } = jwtDecode(token)
    return { issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 }
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidTokenError') return null
    throw error
  }
}

function parse<Value>(text: string | null): Value | null {
  try {
    return text === null ? null : (JSON.parse(text) as Value)
  } catch (error) {
    // Edited by hand or written by another version: as good as nothing.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Keeps the session in the browser's storage.
 * @param lasting kept for the next visit, shared by tabs; @param passing kept for this tab.
 */
export function createSessionStore({ lasting, passing }: { lasting: Storage; passing: Storage }): SessionStore {
  // The address of an authenticator is a secret: it lives as long as the page, and whoever reloads signs in anew.
  let enrolment: DueSecondStep | null = null
  const accessToken = () => lasting.getItem(names.accessToken)
  return {
    isSignedIn: () => accessToken() !== null,
    accessToken,
    refreshToken: () => lasting.getItem(names.refreshToken),
    user: () => parse<SessionUser>(lasting.getItem(names.user)),
    isAccessFresh() {
      const moments = momentsOf(accessToken() ?? '')
      const clockAheadMs = Number(lasting.getItem(names.clockAheadMs) ?? 0)
      return moments !== null && moments.expiresAtMs - (Date.now() + clockAheadMs) > renewalMarginMs
    },
    save(answer) {
      const issuedAtMs = momentsOf(answer.accessToken)?.issuedAtMs
      lasting.setItem(names.clockAheadMs, String(issuedAtMs === undefined ? 0 : issuedAtMs - Date.now()))
      lasting.setItem(names.user, JSON.stringify(answer.user))
      lasting.setItem(names.refreshExpiresAt, answer.refreshExpiresAt)
      lasting.setItem(names.refreshToken, answer.refreshToken)
      lasting.setItem(names.accessExpiresAt, answer.accessExpiresAt)
      lasting.setItem(names.accessToken, answer.accessToken)
    },
    // Signed out in the meantime: what came too late leaves nothing behind.
    saveUser: (user) => {
      if (accessToken() !== null) lasting.setItem(names.user, JSON.stringify(user))
    },
    dueSecondStep: () => enrolment ?? parse<DueSecondStep>(passing.getItem(names.secondStep)),
    saveSecondStep(due) {
      enrolment = due?.otpauthUrl ? due : null
      if (due && !enrolment) passing.setItem(names.secondStep, JSON.stringify(due))
      else passing.removeItem(names.secondStep)
    },
    clear() {
      enrolment = null
      lasting.clear()
      passing.clear()
    },
  }
}
