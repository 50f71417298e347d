import type { MeasureName } from '../../../domain/measures.ts'

type Measures = Partial<Record<MeasureName, number | null>>

/** What `GET /api/report/dashboard` answers. Everything besides the report's own shape is shown where it is there, and nothing stands in for it. */
export interface DashboardAnswer {
  readonly from: string
  readonly to: string
  readonly zone: string
  /** The newest event counted. */
  readonly upTo: string | null
  /** One row a day. */
  readonly rows: readonly (Measures & { readonly day?: string })[]
  readonly total: Measures
  /** The same days of the month before. */
  readonly previous?: { readonly from: string; readonly to: string; readonly rows?: readonly (Measures & { readonly day?: string })[]; readonly total: Measures }
  /** Users made from the first of the month to yesterday. */
  readonly users?: { readonly count: number; readonly previous?: number }
  readonly pendingEntries?: { readonly count: number; readonly value: number }
  readonly failedPayments?: { readonly count: number; readonly value: number }
  readonly unattributedEvents?: { readonly count: number }
  readonly incompleteAffiliates?: { readonly count: number }
  readonly feeds?: readonly { readonly brand: number; readonly name: string; readonly lastEventAt: string | null }[]
}

/** The measures staff look for in the morning, in order. */
export const headlineMeasures = ['ngr', 'ggr', 'turnover', 'deposits', 'registrations', 'ftd'] as const satisfies readonly MeasureName[]

/** The change against the month before in percent; null where there is nothing to compare with. */
export function changePercent({ now, before }: { now: number | null | undefined; before: number | null | undefined }): number | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null
  return ((now - before) / Math.abs(before)) * 100
}
