/** An access key of an affiliate or partner as staff sees it: never the key itself. Moments are ISO 8601. */
export interface AccessKeyAnswer {
  readonly id: number
  /** What people call it: who has it, what it is for. */
  readonly label: string
  /** Its last characters. */
  readonly hint: string
  readonly createdAt: string
  /** From this moment on it opens nothing; null where it has no end. */
  readonly expiresAt: string | null
  /** To the minute; null where it was never used. */
  readonly lastUsedAt: string | null
}

/** A key that was just made: in full, this once. */
export interface MadeAccessKey extends AccessKeyAnswer {
  readonly key: string
}
