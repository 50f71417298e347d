import type { AnyRecord } from '#engine/declaration/record.ts'

/** What dated fields were over some days, as the API answers it; the newest first. */
export interface HistoryRow {
  readonly id: number
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly values: AnyRecord
  readonly changedBy: string | null
  readonly changedAt: string | null
  readonly correction: number | null
}
