/** What the entrance needs of the session. */
export interface SignInCalls {
  /** `second_step` where a code is asked for next. @throws SignInError */
  signIn: (given: { email: string; password: string }) => Promise<'signed_in' | 'second_step'>
  /** @throws SignInError */
  confirmSecondStep: (given: { totp: string }) => Promise<void>
  /** With an access key of a partner or affiliate; `second_step` where a code is asked for next. @throws SignInError */
  signInByKey: (kind: 'partner' | 'affiliate', given: { token: string }) => Promise<'signed_in' | 'second_step'>
  /**
   * The second step that is due, with the address for the authenticator where it was never confirmed; null where none
   * is.
   */
  dueSecondStep: () => { otpauthUrl: string | null } | null
  /** Forgets the second step that is due. */
  startOver: () => void
  /** What pages for whoever has no account yet ask; answers of any status are handed on. @throws SignInError */
  sendQuietly: (path: string, init?: RequestInit) => Promise<Response>
}

/** Why signing in failed, in the catalogue's words. */
export interface SignInError {
  readonly code: string
  readonly message: string
  readonly values?: Record<string, unknown>
}

/** Reads whatever was thrown as an error of the catalogue; anything without an answer is the network's. */
export function asSignInError(error: unknown): SignInError {
  const given = error as { code?: unknown; message?: unknown; values?: unknown } | null
  if (typeof given?.code !== 'string' || typeof given.message !== 'string')
    return { code: 'network_error', message: '' }
  return { code: given.code, message: given.message, values: given.values as Record<string, unknown> | undefined }
}
