import type { FirstStep, InboxKind } from '../../../config/answers/inbox.ts'

const owners = (status: string) => `/financial/affiliate/payment?status=${status}`
const listOf = (resource: string, filter: object) => `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Where what waits is done; what is done on the home page itself has no place of its own. */
export const inboxPaths: Readonly<Record<InboxKind, string | null>> = {
  approvals: owners('awaiting_approval'),
  tasks: null,
  mentions: null,
  failed: owners('failed'),
  keyMissing: owners('key_missing'),
  incomplete: owners('incomplete'),
  invoiceMissing: owners('invoice_missing'),
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
