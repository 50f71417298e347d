import type { Day } from '#engine/values/calendar.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'
import type { ChangeRef } from '#features/reporting/answers/changes.ts'

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
  /** The only product of the owner that was stopped. */
  readonly product?: string
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

/**
 * Why an adjustment of what came later was made, the first first where there are several. `lateActivity` is what cannot
 * be told apart: it was adjusted before it was kept up to when a day had been reckoned.
 */
export const adjustmentCauses = [
  'correction',
  'ruleVersion',
  'movedPartner',
  'movedPlayer',
  'lateEvent',
  'dailyClose',
  'lateActivity',
] as const
export type AdjustmentCause = (typeof adjustmentCauses)[number]

/** What came later to the days of a period and was posted to a later day. */
export interface PeriodBridge {
  readonly currency: string
  readonly before: number
  readonly after: number
  readonly difference: number
  /** Of each what it comes to; they add up to the difference. */
  readonly causes: readonly BridgeCause[]
  /** What returned payments opened again is the same money once more, and no part of the difference. */
  readonly returned: { readonly value: number; readonly count: number; readonly entries: readonly number[] } | null
}

/** Adjustments of one cause, or of the same several that nobody can tell apart by the cent. */
export interface BridgeCause {
  readonly cause: AdjustmentCause
  /** What else is behind each of them; none in most. */
  readonly with: readonly AdjustmentCause[]
  /** Which one, where the cause is a correction. */
  readonly correction: number | null
  readonly value: number
  readonly count: number
  readonly entries: readonly number[]
}

/** One adjustment of a bridge: whose, of which day, by how much, and by what. `GET /api/period/{id}/bridge`. */
export interface BridgeEntry {
  readonly entry: number
  readonly owner: { readonly kind: PayeeKind; readonly id: number; readonly name: string }
  readonly sourceEntry: number
  readonly sourceDay: Day
  /** On which day it was posted. */
  readonly day: Day
  readonly currency: string
  readonly value: number
  readonly causes: readonly AdjustmentCause[]
  /** What they can be looked up by, the first 20: events, records, the correction. */
  readonly refs: readonly ChangeRef[]
}

/** A page of them. */
export interface BridgeEntries {
  /** One currency after the other. */
  readonly rows: readonly BridgeEntry[]
  readonly count: number
  /** What all of them come to, a currency by itself. */
  readonly totals: readonly { readonly currency: string; readonly count: number; readonly value: number }[]
  /** Where there is one currency alone. */
  readonly value?: number
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
