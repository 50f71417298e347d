import { type ComponentType, type LazyExoticComponent } from 'react'
import { type InboxItem, type InboxKind, type PayoutKind, payoutStatus } from '../answers/inbox.ts'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'

type Loaded<Props> = LazyExoticComponent<ComponentType<Props>>

/**
 * What the home page does about one kind of what waits. A kind is its name (`features/home/answers/inbox.ts`), who asks for it
 * (`features/home/server/inbox.ts`), its words (`work.inbox.kinds`) and its line here.
 */
interface WaitingKind {
  /** Its page, where it has one. */
  readonly path?: string
  /** It is done by one press there, and called so. */
  readonly isPaid?: boolean
  /** Shows the first of them one by one, each with what is done about it; loaded when somebody opens it. */
  readonly Here?: Loaded<{ readonly kind: InboxKind }>
  /** The same, for what always stands open. */
  readonly Open?: Loaded<{ readonly kind: InboxKind }>
  /** Does all of it at once. */
  readonly Done?: Loaded<{ readonly item: InboxItem }>
}

const OwnersHere = lazyWithTexts(() => import('#features/payouts/ui/payees/PayeesInbox.tsx'))
const WaitingRuns = lazyWithTexts<{ readonly kind: InboxKind }>(
  () => import('#features/payouts/ui/payRun/WaitingRuns.tsx'),
)
const OwnWork = lazyWithTexts(() => import('./OwnWork.tsx'))

const owners = (kind: PayoutKind): WaitingKind => ({
  path: `/financial/affiliate/payment?status=${payoutStatus[kind]}`,
  Here: OwnersHere,
})
const listOf = (resource: string, filter: object) => `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** All of them. */
export const inboxViews: Readonly<Record<InboxKind, WaitingKind>> = {
  approvals: { ...owners('approvals'), Open: WaitingRuns },
  requested: { path: '/financial/affiliate/payment?requested=true', Here: OwnersHere },
  tasks: { Open: OwnWork },
  mentions: { Open: OwnWork },
  questions: { Here: lazyWithTexts(() => import('#engine/notes/ui/QuestionsInbox.tsx')) },
  failed: owners('failed'),
  keyMissing: owners('keyMissing'),
  incomplete: owners('incomplete'),
  invoiceMissing: owners('invoiceMissing'),
  held: owners('held'),
  payable: { path: '/financial/affiliate/payment?pay=ready', isPaid: true },
  adjustments: {
    path: listOf('entry', { status: ['awaiting_approval'] }),
    Here: lazyWithTexts(() => import('#features/payouts/ui/adjustments/AdjustmentsInbox.tsx')),
  },
  corrections: {
    path: listOf('correction', { state: ['waiting'] }),
    Here: lazyWithTexts(() => import('#features/commission/ui/inbox/CorrectionsInbox.tsx')),
  },
  sites: {
    path: listOf('affiliateSite', { state: ['waiting'] }),
    Here: lazyWithTexts(() => import('#features/affiliates/ui/SitesInbox.tsx')),
  },
  codes: {
    path: listOf('promoCode', { state: ['waiting'] }),
    Here: lazyWithTexts(() => import('#features/tracking/ui/CodesInbox.tsx')),
  },
  media: {
    path: listOf('media', { state: ['draft'] }),
    Here: lazyWithTexts(() => import('#features/media/ui/MediaInbox.tsx')),
  },
  applications: {
    path: listOf('application', { state: ['new'] }),
    Here: lazyWithTexts(() => import('#features/applications/ui/ApplicationsInbox.tsx')),
  },
  ownerless: {
    path: '/registers/brand/unattributed',
    Here: lazyWithTexts(() => import('#features/activity/ui/unattributed/EventsInbox.tsx')),
  },
  neverClosed: { Done: lazyWithTexts(() => import('#features/commission/ui/inbox/CloseDays.tsx')) },
  openPeriods: {
    path: listOf('period', { state: ['open', 'checked'] }),
    Here: lazyWithTexts(() => import('#features/commission/ui/inbox/PeriodsInbox.tsx')),
  },
  pausedTargets: { path: listOf('signalTarget', { state: ['paused'] }) },
  deadSignals: { path: listOf('signalDelivery', { state: ['dead'] }) },
  failedJobs: { path: '/management/jobs', Here: lazyWithTexts(() => import('#engine/jobs/ui/JobsInbox.tsx')) },
}
