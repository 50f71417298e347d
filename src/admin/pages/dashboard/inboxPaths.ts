import type { FirstStep, InboxKind } from '../../../config/answers/inbox.ts'
import type { OwnerStatus } from '../../../domain/payoutStatus.ts'

/** Where an owner stands of whom something waits that is done about owners. */
export const payoutStatus = {
  approvals: 'awaiting_approval',
  failed: 'failed',
  keyMissing: 'key_missing',
  incomplete: 'incomplete',
  invoiceMissing: 'invoice_missing',
  held: 'held',
} as const satisfies Partial<Record<InboxKind, OwnerStatus>>

const owners = (kind: keyof typeof payoutStatus) => `/financial/affiliate/payment?status=${payoutStatus[kind]}`
const listOf = (resource: string, filter: object) => `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Where what waits is done; what is done on the home page itself has no place of its own. */
export const inboxPaths: Readonly<Record<InboxKind, string | null>> = {
  approvals: owners('approvals'),
  tasks: null,
  mentions: null,
  failed: owners('failed'),
  keyMissing: owners('keyMissing'),
  incomplete: owners('incomplete'),
  invoiceMissing: owners('invoiceMissing'),
  held: owners('held'),
  payable: '/financial/affiliate/payment?pay=ready',
  adjustments: listOf('entry', { status: ['awaiting_approval'] }),
  corrections: listOf('correction', { state: ['waiting'] }),
  ownerless: '/registers/brand/unattributed',
  neverClosed: null,
  openPeriods: listOf('period', { state: ['open', 'checked'] }),
  failedJobs: '/management/jobs',
}

/** Where each of the first steps is taken. */
export const stepPaths: Readonly<Record<FirstStep, string>> = {
  brand: '/brand/create',
  reward: '/reward/create',
  rewardProfile: '/rewardProfile/create',
  affiliate: '/affiliate/create',
  campaign: '/campaign/create',
  action: '/action/create',
  feed: '/registers/brand/feeds',
  close: '/management/jobs',
}
