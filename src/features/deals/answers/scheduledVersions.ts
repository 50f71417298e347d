import type { Day } from '#engine/values/calendar.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'

/** A version of a record's dated fields that begins on a day to come, or was meant to. */
export interface ScheduledAnswer {
  readonly id: number
  readonly validFrom: Day
  /** The day on which what was there before comes back; null where it stays. */
  readonly validUntil: Day | null
  /** The dated fields that will read otherwise. */
  readonly values: AnyRecord
  readonly state: 'waiting' | 'begun' | 'ended' | 'withdrawn'
  /** Why it could not begin or end yet, as an error's code. */
  readonly problem: string | null
  readonly scheduledBy: string
  readonly scheduledAt: string
  readonly withdrawnBy: string | null
  readonly withdrawnAt: string | null
}
