import type { MeasureName } from '../../../domain/measures.ts'

type Measures = Partial<Record<MeasureName, number | null>>

/** What `GET /api/report/dashboard` answers: the month so far, from its first day to yesterday, one row a day. */
export interface DashboardAnswer {
  readonly from: string
  readonly to: string
  readonly zone: string
  /** The newest event counted. */
  readonly upTo: string | null
  readonly rows: readonly (Measures & { readonly day?: string })[]
  readonly total: Measures
}

/** The figures of the page: this month, and the same days of the month before once they are there. */
export interface Comparison {
  readonly now: DashboardAnswer
  readonly before: DashboardAnswer | undefined
}

/** The measures staff look for in the morning, in order. */
export const headlineMeasures = ['ngr', 'ggr', 'turnover', 'deposits', 'registrations', 'ftd'] as const satisfies readonly MeasureName[]

/** The change against the month before in percent; null where there is nothing to compare with. */
export function changePercent({ now, before }: { now: number | null | undefined; before: number | null | undefined }): number | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null
  return ((now - before) / Math.abs(before)) * 100
}
