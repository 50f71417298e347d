/** What `GET /api/job` answers, as the page reads it. Moments are ISO 8601. */
export interface JobAnswer {
  readonly name: string
  readonly schedule: { readonly everySeconds: number } | { readonly dailyAt: string }
  /** The last run that ended. */
  readonly lastRun: RunAnswer | null
  /** The run under way, or that waits. */
  readonly currentRun: RunAnswer | null
  readonly nextRun: string
}

/** One run of a job. */
export interface RunAnswer {
  readonly id: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly outcome: string | null
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly requestedBy: string | null
}
