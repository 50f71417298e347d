import type { Day } from '#engine/values/calendar.ts'
import type { PayeeStatus } from '#rules/payouts/payoutStatus.ts'

/** What can wait for somebody, in the order in which people look at it. */
export const inboxKinds = [
  'approvals',
  'requested',
  'tasks',
  'mentions',
  'questions',
  'failed',
  'keyMissing',
  'incomplete',
  'invoiceMissing',
  'held',
  'payable',
  'adjustments',
  'corrections',
  'sites',
  'codes',
  'media',
  'applications',
  'ownerless',
  'neverClosed',
  'openPeriods',
  'failedJobs',
  'pausedTargets',
  'deadSignals',
] as const
/** One of {@link inboxKinds}. */
export type InboxKind = (typeof inboxKinds)[number]

/** Where an owner stands of whom something waits that is done about owners. */
export const payoutStatus = {
  approvals: 'awaiting_approval',
  failed: 'failed',
  keyMissing: 'key_missing',
  incomplete: 'incomplete',
  invoiceMissing: 'invoice_missing',
  held: 'held',
  payable: 'payable',
} as const satisfies Partial<Record<InboxKind, PayeeStatus>>
/** What waits that is done about owners. */
export type PayoutKind = keyof typeof payoutStatus

/** Something that waits for the reader: how much of it, what it comes to in each currency, since when. */
export interface InboxItem {
  readonly kind: InboxKind
  readonly count: number
  readonly totals?: readonly { readonly currency: string; readonly value: number }[]
  /** A day or moment; nothing where it has none. */
  readonly since?: string | null
  /** The last day of it, where it is days. */
  readonly until?: Day
}

/** What has to be there before anybody earns anything, in order. */
export const firstSteps = [
  'brand',
  'reward',
  'rewardProfile',
  'affiliate',
  'campaign',
  'action',
  'feed',
  'close',
] as const
/** One of {@link firstSteps}. */
export type FirstStep = (typeof firstSteps)[number]

/** What `GET /api/dashboard/inbox` answers. */
export interface InboxAnswer {
  readonly items: readonly InboxItem[]
  /** Until all are done; null after that, and for whoever cannot take them. */
  readonly steps: readonly { readonly step: FirstStep; readonly isDone: boolean }[] | null
}

/** What an affiliate earned this month and in the same days of the month before. */
export interface Mover {
  readonly affiliate: number
  readonly name: string
  readonly currency: string
  readonly value: number
  readonly before: number
}

/** What `GET /api/dashboard/movers` answers: who earned most, and whose earnings fell most, a currency by itself. */
export interface MoversAnswer {
  readonly from: Day
  readonly to: Day
  readonly top: readonly Mover[]
  readonly falling: readonly Mover[]
}
