/** Who is signed in, as the API answers it at sign-in and under `/api/me`. */
export interface SessionUser {
  /** The user's id; in a partner's session the partner's. */
  readonly id: number
  readonly name: string
  /** Null in a partner's session. */
  readonly email: string | null
  readonly company: { readonly id: number; readonly name: string } | null
  readonly roles: readonly string[]
  readonly root: boolean
  readonly profile: string | null
  readonly allowedBrands: readonly number[]
  /** The partner whose subtree alone is visible, or null. */
  readonly partner: number | null
  readonly settings: { readonly language: string | null; readonly layout?: unknown }
}

/** What signing in and refreshing answer; moments are ISO 8601. */
export interface SessionAnswer {
  readonly accessToken: string
  readonly accessExpiresAt: string
  readonly refreshToken: string
  readonly refreshExpiresAt: string
  readonly user: SessionUser
}
