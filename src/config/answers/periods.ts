import type { Day } from '../../domain/calendar.ts'

/** What is looked at before a period is checked, in the order of its list. */
export const checklistCodes = [
  'days_never_closed',
  'days_changed',
  'stopped_owners',
  'awaiting_adjustments',
  'awaiting_corrections',
  'unattributed_events',
  'failed_jobs',
  'negative_balances',
  'missing_rates',
] as const
export type ChecklistCode = (typeof checklistCodes)[number]

/**
 * What speaks against signing a period: it is checked only where these are in order, or somebody names them as
 * accepted. The others are told alone.
 */
export const requiredCodes: readonly ChecklistCode[] = [
  'days_never_closed',
  'days_changed',
  'stopped_owners',
  'awaiting_adjustments',
  'awaiting_corrections',
]

/** One case of what is not in order: what of it applies. */
export interface ChecklistRef {
  readonly day?: Day
  readonly affiliate?: number
  readonly partner?: number
  readonly name?: string
  readonly entry?: number
  readonly correction?: number
  readonly brand?: number
  readonly currency?: string
  readonly value?: number
  /** Why an owner was stopped, or an event belongs to nobody. */
  readonly code?: string
  readonly count?: number
  readonly job?: string
  readonly run?: number
  readonly at?: string
  /** A rate that is missing, from `currency` into this one. */
  readonly to?: string
}

/** A line of the checklist. `refs` are the first of `count`. */
export interface ChecklistItem {
  readonly code: ChecklistCode
  readonly ok: boolean
  readonly count: number
  readonly refs: readonly ChecklistRef[]
  readonly required: boolean
}

/** What a period comes to in one currency. Entries are those that are money: pending and complete. */
export type ControlTotal = Readonly<Record<'entries' | ControlAmount, number>> & { readonly currency: string }

/** What is signed when a period is locked: what entries come to, then what moved. */
export const controlAmounts = [
  'commission',
  'adjustments',
  'advances',
  'total',
  'turnover',
  'payout',
  'bonus',
  'chargebacks',
  'deposits',
  'withdrawals',
] as const

/** One of {@link controlAmounts}. */
export type ControlAmount = (typeof controlAmounts)[number]

/** What came later to the days of a period and was posted to a later day. */
export interface PeriodBridge {
  readonly currency: string
  readonly before: number
  readonly after: number
  readonly difference: number
  readonly causes: readonly {
    readonly cause: string
    /** Which one, where the cause is a correction. */
    readonly correction: number | null
    readonly value: number
    readonly count: number
    readonly entries: readonly number[]
  }[]
}

/** Who signed what. */
export interface PeriodSignature {
  readonly digest: string
  readonly accepted: readonly string[]
  readonly checkedBy: string | null
  readonly checkedAt: string | null
  readonly lockedBy: string | null
  readonly lockedAt: string | null
  /** Whether what was signed is what there is now. */
  readonly holds: boolean
}

/** What `GET /api/period/{id}/checklist` answers. Of a locked period the control totals are those that were signed. */
export interface Checklist {
  readonly items: readonly ChecklistItem[]
  readonly controlTotals: readonly ControlTotal[]
  readonly signature: PeriodSignature | null
  readonly bridge: readonly PeriodBridge[]
}
