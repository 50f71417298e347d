import type { Day } from '#engine/values/calendar.ts'
import type { FeedProblemCode, CodedMessage } from '#engine/declaration/messageCodes.ts'

/** What is done with an uploaded feed file: first it is found out what would happen, then it happens. */
export type UploadStep = 'check' | 'import'

/** `receiving` while the file arrives; `waiting` for the job. */
export type UploadState = 'receiving' | 'waiting' | 'running' | 'done' | 'failed'

/** An uploaded file, as `GET /api/brand/{id}/feed` answers it. Moments are ISO 8601. */
export interface ShownUpload {
  readonly id: number
  readonly fileName: string
  readonly bytes: number
  readonly createMissing: boolean
  readonly profile: number | null
  /** Of daily totals that name none. */
  readonly product: string | null
  readonly step: UploadStep
  readonly state: UploadState
  /** How far the present step is. */
  readonly progress: Pick<UploadReport, 'rows' | 'accepted' | 'duplicates' | 'refused'> | null
  readonly check: UploadReport | null
  readonly import: UploadReport | null
  /** Why the file as a whole could not be read, in English. */
  readonly problem: string | null
  /** The same by code; null of what was written before there were codes. */
  readonly problemRemark: CodedMessage<FeedProblemCode> | null
  readonly createdBy: string
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** What became of a file, or in a check would: counts, and the first names of what was made. */
export interface UploadReport {
  readonly rows: number
  /** Events that are there now and were not before, the unattributed included. */
  readonly accepted: number
  readonly duplicates: number
  readonly unattributed: number
  readonly refused: number
  /** How many lines were refused for each reason, by its code. */
  readonly reasons: Readonly<Record<string, number>>
  /** The first of these lines, by the same codes; absent of reports kept before they were. */
  readonly lines?: Readonly<Record<string, readonly number[]>>
  /** The first and last business day of what was read well; absent of reports kept before it was noted. */
  readonly days?: { readonly first: Day; readonly last: Day } | null
  /** Of a file of daily totals the migration kit that knows its columns; null or absent of events. */
  readonly kit?: string | null
  /** Of a file of daily totals: what it states for each month beside what is booked. */
  readonly control?: readonly {
    readonly month: string
    readonly measure: string
    readonly theirs: string
    readonly ours: string
    readonly difference: string
    /** `theirs` was typed or pasted. */
    readonly isStated?: boolean
  }[]
  /** Columns that were left out; absent of reports kept before they were. */
  readonly ignoredColumns?: readonly string[]
  readonly made: { readonly affiliates: number; readonly actions: number; readonly names: readonly string[] }
}
