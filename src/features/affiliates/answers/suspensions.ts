/** A time for which a record is or was suspended; without an end it is in force. */
export interface Suspension {
  readonly reason: string
  readonly startedAt: string
  readonly startedBy: string
  readonly endedAt: string | null
  readonly endedBy: string | null
  readonly endReason: string | null
}

/** `GET /api/{affiliate|action|campaign|partner}/{id}/suspension`, and what suspending and resuming answer. */
export interface SuspensionAnswer {
  readonly isSuspended: boolean
  /** The newest first. */
  readonly suspensions: readonly Suspension[]
}
