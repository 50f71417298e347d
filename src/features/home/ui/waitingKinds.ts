import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { type InboxItem, type InboxKind, type PayoutKind, payoutStatus } from '../../../config/answers/inbox.ts'
import { withLateTexts } from '../../i18nProvider.ts'

type Loaded<Props> = LazyExoticComponent<ComponentType<Props>>

/**
 * What the home page does about one kind of what waits. A kind is its name (`config/answers/inbox.ts`), who asks for it
 * (`api/dashboard/inbox.ts`), its words (`work.inbox.kinds`) and its line here.
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

const OwnersHere = lazy(() => import('./here/OwnersHere.tsx'))
const OwnWork = lazy(() => import('./OwnWork.tsx'))

const owners = (kind: PayoutKind): WaitingKind => ({
  path: `/financial/affiliate/payment?status=${payoutStatus[kind]}`,
  Here: OwnersHere,
})
const listOf = (resource: string, filter: object) => `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** All of them. */
export const waitingKinds: Readonly<Record<InboxKind, WaitingKind>> = {
  approvals: owners('approvals'),
  tasks: { Open: OwnWork },
  mentions: { Open: OwnWork },
  questions: { Here: lazy(() => withLateTexts(import('./here/QuestionsHere.tsx'))) },
  failed: owners('failed'),
  keyMissing: owners('keyMissing'),
  incomplete: owners('incomplete'),
  invoiceMissing: owners('invoiceMissing'),
  held: owners('held'),
  payable: { path: '/financial/affiliate/payment?pay=ready', isPaid: true },
  adjustments: {
    path: listOf('entry', { status: ['awaiting_approval'] }),
    Here: lazy(() => import('./here/AdjustmentsHere.tsx')),
  },
  corrections: {
    path: listOf('correction', { state: ['waiting'] }),
    Here: lazy(() => import('./here/CorrectionsHere.tsx')),
  },
  sites: {
    path: listOf('affiliateSite', { state: ['waiting'] }),
    Here: lazy(() => withLateTexts(import('./here/SitesHere.tsx'))),
  },
  codes: {
    path: listOf('promoCode', { state: ['waiting'] }),
    Here: lazy(() => withLateTexts(import('./here/CodesHere.tsx'))),
  },
  media: {
    path: listOf('media', { state: ['draft'] }),
    Here: lazy(() => withLateTexts(import('./here/MediaHere.tsx'))),
  },
  applications: {
    path: listOf('application', { state: ['new'] }),
    Here: lazy(() => import('./here/ApplicationsHere.tsx')),
  },
  ownerless: { path: '/registers/brand/unattributed', Here: lazy(() => import('./here/EventsHere.tsx')) },
  neverClosed: { Done: lazy(() => import('./here/CloseDays.tsx')) },
  openPeriods: {
    path: listOf('period', { state: ['open', 'checked'] }),
    Here: lazy(() => import('./here/PeriodsHere.tsx')),
  },
  pausedTargets: { path: listOf('signalTarget', { state: ['paused'] }) },
  deadSignals: { path: listOf('signalDelivery', { state: ['dead'] }) },
  failedJobs: { path: '/management/jobs', Here: lazy(() => import('./here/JobsHere.tsx')) },
}
