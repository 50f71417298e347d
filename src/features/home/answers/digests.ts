/** How often somebody is sent a digest. */
export const digestRepetitions = ['daily', 'weekly'] as const
export type DigestRepetition = (typeof digestRepetitions)[number]

/** What `GET /api/me/digest` answers. */
export interface DigestChoice {
  /** Null: never. */
  readonly repeats: DigestRepetition | null
  /** Whether this server sends e-mail. */
  readonly isSending: boolean
}
