import { addDays, startOfDay } from '#engine/values/calendar.ts'
import type { MeasureName } from '#engine/declaration/names.ts'

type Measures = Partial<Record<MeasureName, number | null>>

/** What `GET /api/report/dashboard` answers: the month so far, from its first day to yesterday, one row a day. */
export interface DashboardAnswer {
  readonly from: string
  readonly to: string
  readonly zone: string
  /** The newest event counted. */
  readonly upTo: string | null
  readonly rows: readonly (Measures & { readonly day?: string })[]
  /** Absent where the answer is in several currencies. */
  readonly total?: Measures
  readonly totals?: readonly (Measures & { readonly currency: string })[]
}

/** The same as it reads in one currency. */
export type DashboardFigures = DashboardAnswer & { readonly total: Measures; readonly currency: string | undefined }

/** The figures of the page: this month, and the same days of the month before once they are there. */
export interface Comparison {
  readonly now: DashboardFigures
  readonly before: DashboardFigures | undefined
}

/** The measures staff look for in the morning, in order. */
export const headlineMeasures = [
  'ngr',
  'ggr',
  'turnover',
  'deposits',
  'registrations',
  'ftd',
] as const satisfies readonly MeasureName[]

/**
 * The filter of records that were made in the days of a period, as the business counts its days: both moments belong to
 * it.
 */
export function createdWithin({ from, to, zone }: Pick<DashboardAnswer, 'from' | 'to' | 'zone'>): {
  createdAt_gte: string
  createdAt_lte: string
} {
  const end = startOfDay({ day: addDays(to, 1), zone }).getTime() - 1
  return { createdAt_gte: startOfDay({ day: from, zone }).toISOString(), createdAt_lte: new Date(end).toISOString() }
}

/** The change against the month before in percent; null where there is nothing to compare with. */
export function changePercent({
  now,
  before,
}: {
  now: number | null | undefined
  before: number | null | undefined
}): number | null {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return null
  return ((now - before) / Math.abs(before)) * 100
}

/** What `GET /api/dashboard/attention` answers; null: not for this person. */
export interface AttentionAnswer {
  readonly feeds:
    | readonly {
        readonly brand: number
        readonly name: string
        readonly newestEvent: string | null
        readonly unattributed: number | null
      }[]
    | null
  readonly incompleteAffiliates: number | null
  readonly closeProblems: {
    readonly total: number
    readonly owners: readonly {
      readonly kind: 'affiliate' | 'partner'
      readonly id: number
      readonly name: string
      readonly day: string
      readonly code: string
      readonly message: string
    }[]
  } | null
  readonly daysNeverClosed: readonly string[] | null
  readonly failedJobs?: readonly string[] | null
  readonly clocksApart?: number | null
}

/** A brand that sent nothing for longer than this needs a look. */
const silenceMaxMs = 24 * 3_600_000

/** Whether the feed of a brand is silent: it never sent anything, or its newest event is older than a day. */
export function isSilent(newestEvent: string | null, now: Date): boolean {
  return newestEvent === null || now.getTime() - Date.parse(newestEvent) > silenceMaxMs
}
