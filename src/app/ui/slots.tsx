import { lazy, type ReactNode, Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { withLazyTexts } from '#engine/ui/shell/i18nProvider.ts'
import type { PageSlots } from '#engine/ui/slots.ts'
import type { RecordTableProps } from '#engine/records/ui/list/RecordTable.tsx'
import { NoBrandsBanner } from '#features/accounts/ui/NoBrandsBanner.tsx'
import { cacheUpload } from '#features/activity/ui/feeds/showUpload.ts'
import { UsualDeal } from '#features/deals/ui/sentence/UsualDeal.tsx'
import { LateNextStep } from '#features/home/ui/LazyNextStep.tsx'
import { PartnerLinks } from '#features/partners/ui/PartnerLinks.tsx'
import { NewAdjustment } from '#features/payouts/ui/adjustments/NewAdjustment.tsx'
import { DownloadsEntry, DownloadsLink } from '#features/reporting/ui/downloads/DownloadsLink.tsx'
import { RedirectHostsLink } from '#features/tracking/ui/RedirectHostsLink.tsx'
import { DeadDeliveriesLink } from '#features/webhooks/ui/DeadDeliveriesLink.tsx'

const TwoStepPanel = lazy(() => import('#engine/auth/ui/twoStep/TwoStepPanel.tsx'))
const AccessKeysPanel = lazy(() => import('#engine/auth/ui/accessKeys/AccessKeysPanel.tsx'))
const SessionsPanel = lazy(() => import('#engine/auth/ui/sessions/SessionsPanel.tsx'))
const HoldsPanel = lazy(() => import('#features/payouts/ui/HoldsPanel.tsx'))
const StatementPanel = lazy(() => import('#features/ledger/ui/statement/StatementPanel.tsx'))
const WhatIfPanel = lazy(() => withLazyTexts(import('#features/deals/ui/whatIf/WhatIfPanel.tsx')))
const KeyCheckHint = lazy(() => import('#features/payouts/ui/KeyCheckHint.tsx'))
const AcceptedVersions = lazy(() => import('#features/deals/ui/AcceptedVersions.tsx'))
const EntriesPage = lazy(async () => ({
  default: (await import('#features/payouts/ui/entries/EntriesPage.tsx')).EntriesPage,
}))
const ActivityLogPage = lazy(async () => ({
  default: (await import('#engine/activityLog/ui/ActivityLogPage.tsx')).ActivityLogPage,
}))

/** Loaded once there is a payment key to check. */
const KeyCheck = () =>
  useWatch({ name: 'paymentKey' }) ? (
    <Suspense fallback={null}>
      <KeyCheckHint />
    </Suspense>
  ) : null

/** What features place into the engine's pages. One line adds a panel, a link or a section. */
export const pageSlots: PageSlots = {
  recordPanels: {
    affiliate: [
      HoldsPanel,
      AccessKeysPanel,
      lazy(() => withLazyTexts(import('#features/accounts/ui/AccessChangesPanel.tsx'))),
      StatementPanel,
    ],
    partner: [
      lazy(() => import('#features/partners/ui/hierarchy/PlacePanel.tsx')),
      HoldsPanel,
      AccessKeysPanel,
      StatementPanel,
      TwoStepPanel,
    ],
    brand: [lazy(() => import('#features/activity/ui/keys/ActivityPanel.tsx'))],
    correction: [lazy(() => import('#features/commission/ui/corrections/CorrectionPanel.tsx'))],
    affiliateSite: [lazy(() => withLazyTexts(import('#features/affiliates/ui/SitePanel.tsx')))],
    media: [lazy(() => withLazyTexts(import('#features/media/ui/MediaPanel.tsx')))],
    promoCode: [lazy(() => withLazyTexts(import('#features/tracking/ui/PromoCodePanel.tsx')))],
    payment: [lazy(() => import('#features/payouts/ui/PaymentPanel.tsx'))],
    period: [lazy(() => import('#features/commission/ui/periods/PeriodPanel.tsx'))],
    signalTarget: [lazy(() => withLazyTexts(import('#features/webhooks/ui/WebhookTargetPanel.tsx')))],
    signalDelivery: [lazy(() => withLazyTexts(import('#features/webhooks/ui/WebhookDeliveryPanel.tsx')))],
    application: [lazy(() => withLazyTexts(import('#features/applications/ui/ApplicationPanel.tsx')))],
    affiliateUser: [
      lazy(() => withLazyTexts(import('#features/accounts/ui/InvitationPanel.tsx'))),
      TwoStepPanel,
      SessionsPanel,
    ],
    user: [TwoStepPanel, SessionsPanel],
  },
  suspendablePanels: [lazy(() => withLazyTexts(import('#features/affiliates/ui/SuspensionPanel.tsx')))],
  personPanels: [lazy(() => import('#features/compliance/ui/PersonPanel.tsx'))],
  formPanels: {
    affiliate: [KeyCheck],
    partner: [KeyCheck],
    partnerLevel: [lazy(() => import('#features/partners/ui/partnerLevels/LevelLadder.tsx')), WhatIfPanel],
    reward: [WhatIfPanel],
    rewardProfile: [WhatIfPanel],
    user: [lazy(() => import('#features/accounts/ui/NoBrandsHint.tsx'))],
  },
  datedFormPanels: [
    lazy(() => import('#features/deals/ui/scheduledVersions/SchedulePanel.tsx')),
    lazy(() => import('#features/commission/ui/corrections/CorrectPanel.tsx')),
  ],
  formAsides: {
    reward: lazy(() => import('#features/deals/ui/sentence/DealSentence.tsx')),
    rewardProfile: lazy(() => import('#features/deals/ui/sentence/CarrySentence.tsx')),
  },
  lists: { entry: <EntriesPage />, activityLog: <ActivityLogPage /> },
  relatedRows: {
    entry: lazy<React.ComponentType<{ children: (rows: RecordTableProps) => ReactNode }>>(
      () => import('#features/payouts/ui/entries/EntryRows.tsx'),
    ),
  },
  listLinks: {
    brand: [RedirectHostsLink],
    subBrand: [RedirectHostsLink],
    entry: [NewAdjustment],
    partner: [PartnerLinks],
    partnerLevel: [PartnerLinks],
    rewardProfile: [UsualDeal],
    signalTarget: [DeadDeliveriesLink],
    signalDelivery: [DeadDeliveriesLink],
  },
  headFigures: lazy(() => import('#features/reporting/ui/recordPage/HeadFigures.tsx')),
  reportTab: lazy(() => import('#features/reporting/ui/recordPage/ReportTabContent.tsx')),
  urlValue: lazy(() => import('#features/tracking/ui/TrackingAddress.tsx')),
  history: {
    above: [lazy(() => import('#features/deals/ui/scheduledVersions/ScheduledVersions.tsx'))],
    below: { reward: AcceptedVersions, rewardProfile: AcceptedVersions },
    compared: { reward: lazy(() => import('#features/deals/ui/sentence/ComparedSentences.tsx')) },
  },
  banners: [NoBrandsBanner, LateNextStep],
  topBarLinks: [DownloadsLink],
  drawerLinks: [DownloadsEntry],
  scheduleView: lazy(() => import('#features/reporting/ui/downloads/ScheduleDialog.tsx')),
  jobActions: { dailyClose: lazy(() => import('#features/commission/ui/periods/CloseDays.tsx')) },
  liveEvents: { upload: cacheUpload },
}
