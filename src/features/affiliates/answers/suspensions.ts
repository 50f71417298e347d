/** A time for which a record is or was suspended; without an end it is in force. */
export interface Suspension {
  readonly reason: string
  /** It is for good, and rejects what the record is known by elsewhere. */
  readonly isBan: boolean
  readonly startedAt: string
  readonly startedBy: string
  readonly endedAt: string | null
  readonly endedBy: string | null
  readonly endReason: string | null
}

/** `GET /api/{affiliate|action|campaign|partner}/{id}/suspension`, and what suspending, banning and resuming answer. */
export interface SuspensionAnswer {
  readonly isSuspended: boolean
  readonly isBanned: boolean
  /** How many links it is about: its own, or those below it. */
  readonly links: number
  /** The newest first. */
  readonly suspensions: readonly Suspension[]
}
