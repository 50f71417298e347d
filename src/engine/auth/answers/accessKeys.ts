import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'

/** What an access key is good for: reports in addresses, what programs read with it, or a session. */
export type KeyScope = 'reports' | 'api' | 'signIn'

/** A scope that a new key may have, or by which code the server refuses it to who asks. */
export interface OfferedScope {
  readonly scope: KeyScope
  readonly refusal: ErrorCode | null
}

/** An access key of an affiliate or partner as staff sees it: never the key itself. Moments are ISO 8601. */
export interface AccessKeyAnswer {
  readonly id: number
  /** What people call it: who has it, what it is for. */
  readonly label: string
  readonly scope: KeyScope
  /** Made before keys had scopes: it opens reports too, until it is rotated. */
  readonly isEarlier: boolean
  /** Its last characters. */
  readonly hint: string
  readonly createdAt: string
  /** From this moment on it opens nothing; null in one of before that has no end. */
  readonly expiresAt: string | null
  /** To the minute; null where it was never used. */
  readonly lastUsedAt: string | null
}

/** A key that was just made: in full, this once. */
export interface MadeAccessKey extends AccessKeyAnswer {
  readonly key: string
}
