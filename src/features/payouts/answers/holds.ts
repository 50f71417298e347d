/** What pages and the API say of owners whose payments are held. Moments are ISO 8601. */
import type { HoldCause } from '#rules/payouts/holds.ts'

/** A hold that is in force. */
export interface ShownHold {
  readonly cause: HoldCause
  /** In the words of whoever placed it: a person, or the gateway. */
  readonly note: string
  readonly placedAt: string
  readonly placedBy: string
}

/** A hold, and how it ended. */
export interface KeptHold extends ShownHold {
  readonly id: number
  readonly releasedAt: string | null
  readonly releasedBy: string | null
  readonly releaseNote: string | null
  /** How many people have to release it. */
  readonly approvalsNeeded: number
  /** Who of them did, where more than one has to. */
  readonly approvedBy: readonly string[]
}

/** What `GET /api/payment/{affiliate|partner}/{id}/holds` answers, the newest first. */
export interface HoldsAnswer {
  readonly holds: readonly KeptHold[]
}
