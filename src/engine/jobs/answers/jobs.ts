import type { OutcomeCode, CodedMessage } from '#engine/declaration/messageCodes.ts'

/** What `GET /api/job` answers: a list of these. Moments are ISO 8601. */
export interface ShownJob {
  readonly name: string
  readonly schedule: Schedule
  /** The last run that ended. */
  readonly lastRun: ShownRun | null
  /** The one under way, or that waits. */
  readonly currentRun: ShownRun | null
  readonly nextRun: string
}

/** When a job runs by itself: again and again, or once a day at an hour of the business day (`HH:MM`). */
export type Schedule = { readonly everySeconds: number } | { readonly dailyAt: string }

/** One run of a job. */
export interface ShownRun {
  readonly id: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly startedAt: string | null
  readonly finishedAt: string | null
  /** In English. */
  readonly outcome: string | null
  /** The same by code; null of runs that were kept before there were codes. */
  readonly remarks: readonly CodedMessage<OutcomeCode>[] | null
  readonly progress: { readonly done: number; readonly total: number } | null
  /** Who asked for it; null where the schedule did. */
  readonly requestedBy: string | null
}
