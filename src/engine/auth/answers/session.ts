/** Who is signed in and with what, as signing in, refreshing and `GET /api/me` answer it. */
import type { FeatureName } from '#engine/declaration/names.ts'
import type { ListPreferences } from '#engine/declaration/listPreferences.ts'

/** What is kept with a user, and so survives signing out and another browser. */
export interface UserSettings {
  /** Null where none was ever chosen. */
  readonly language: string | null
  /** How the pages are laid out; the pages' own, read with suspicion. */
  readonly layout: Readonly<Record<string, unknown>>
  /** How lists look, by entity; asked for with `GET /api/me`, not sent with every token. */
  readonly lists?: Readonly<Record<string, ListPreferences>>
}

/** Who is signed in, in api.md's words. */
export interface SessionUser {
  /** The user's id; in a partner's session the partner's, in an affiliate's the affiliate's. */
  readonly id: number
  readonly name: string
  /** Of an affiliate's session that of the person who signed in; null in the session of who signed in with a key. */
  readonly email: string | null
  /** With the zone it names, and what it switched off, where it does. */
  readonly company: {
    readonly id: number
    readonly name: string
    readonly timeZone?: string
    readonly switchedOff?: readonly FeatureName[]
  } | null
  readonly roles: readonly string[]
  readonly root: boolean
  readonly profile: string | null
  readonly allowedBrands: readonly number[]
  /** The partner whose subtree alone is visible, or null. */
  readonly partner: number | null
  /** The user's own id, if it sees only affiliates that it manages; absent in every other session. */
  readonly manager?: number
  /** In an affiliate's own session that one: it sees what is declared for it, of its own. */
  readonly affiliate?: number
  /** Which of the affiliate's people signed in; absent where its key did. */
  readonly affiliateUser?: number
  /** Who of the staff looks at the affiliate's pages, by e-mail: such a session only reads. Absent in every other. */
  readonly viewedBy?: string
  readonly settings: UserSettings
}

/** An open session, as signing in and refreshing answer it; moments are ISO 8601. */
export interface SessionAnswer {
  readonly codResposta: 200
  readonly accessToken: string
  readonly accessExpiresAt: string
  readonly refreshToken: string
  readonly refreshExpiresAt: string
  readonly user: SessionUser
}

/** What the password alone opens where a second step follows. */
export interface SecondStepAnswer {
  /** 210 where the authenticator was never confirmed; then its address comes with it. */
  readonly codResposta: 209 | 210
  /** Good for the second step only. */
  readonly accessToken: string
  readonly accessExpiresAt: string
  readonly otpauthUrl?: string
}
