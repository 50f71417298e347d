import type { Repetition } from '#engine/values/repetition.ts'
import type { PeriodPreset } from '#engine/values/periodPresets.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'

/** What becomes of a file that was asked for. */
export type DownloadState = 'queued' | 'running' | 'ready' | 'failed' | 'cancelled'

/** A file of a report. Days are business days, moments ISO 8601. */
export interface ShownDownload {
  readonly id: number
  readonly report: string
  /** The saved view it was made of; null for what was asked for once. */
  readonly name: string | null
  readonly from: string
  readonly to: string
  readonly format: 'xlsx' | 'csv'
  readonly language: string
  readonly state: DownloadState
  /** The schedule that asked for it, where there is (still) one. */
  readonly schedule: number | null
  /** Rows read so far, or in the file. */
  readonly rows: number
  readonly bytes: number | null
  /** Why there is no file, or why it is tried again. */
  readonly problem: { readonly code: ErrorCode; readonly values: MessageValues | null } | null
  readonly createdAt: string
  /** When it is tried again, of what failed for a reason that passes. */
  readonly dueAt: string
  readonly finishedAt: string | null
}

/** What `GET /api/me/downloads` answers: one's own files, the newest first, and how much is kept for how long. */
export interface ShownDownloads {
  readonly files: readonly ShownDownload[]
  readonly bytes: number
  readonly bytesMax: number
  readonly keptDays: number
}

/** A saved view that becomes a file again and again. */
export interface ShownSchedule extends Repetition {
  readonly id: number
  readonly view: number
  readonly report: string
  readonly name: string
  readonly period: PeriodPreset
  readonly format: 'xlsx' | 'csv'
  readonly language: string
  readonly isPaused: boolean
  /** The moment of the next file; null while it is paused. */
  readonly nextAt: string | null
}
