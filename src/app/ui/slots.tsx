import { lazy, type ReactNode } from 'react'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { ofFeature, type PageSlots } from '#engine/ui/slots.ts'
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

const TwoStepPanel = lazyWithTexts(() => import('#engine/auth/ui/twoStep/TwoStepPanel.tsx'))
const AccessKeysPanel = lazyWithTexts(() => import('#engine/auth/ui/accessKeys/AccessKeysPanel.tsx'))
const SessionsPanel = lazyWithTexts(() => import('#engine/auth/ui/sessions/SessionsPanel.tsx'))
const HoldsPanel = lazyWithTexts(() => import('#features/payouts/ui/HoldsPanel.tsx'))
const StatementPanel = ofFeature(
  'statements',
  lazyWithTexts(() => import('#features/ledger/ui/statement/StatementPanel.tsx')),
)
const WhatIfPanel = lazyWithTexts(() => import('#features/deals/ui/whatIf/WhatIfPanel.tsx'))
const KeyCheckHint = lazy(() => import('#features/payouts/ui/KeyCheckHint.tsx'))
const AcceptedVersions = lazyWithTexts(() => import('#features/deals/ui/AcceptedVersions.tsx'))
const EntriesPage = lazyWithTexts(async () => ({
  default: (await import('#features/payouts/ui/entries/EntriesPage.tsx')).EntriesPage,
}))
const ActivityLogPage = lazyWithTexts(async () => ({
  default: (await import('#engine/activityLog/ui/ActivityLogPage.tsx')).ActivityLogPage,
}))

/** What features place into the engine's pages. One line adds a panel, a link or a section. */
export const pageSlots: PageSlots = {
  decisionPanels: {
    affiliateSite: lazyWithTexts(() => import('#features/affiliates/ui/SitePanel.tsx')),
    media: lazyWithTexts(() => import('#features/media/ui/MediaPanel.tsx')),
    application: lazyWithTexts(() => import('#features/applications/ui/ApplicationPanel.tsx')),
  },
  recordPanels: {
    affiliate: [
      HoldsPanel,
      AccessKeysPanel,
      lazyWithTexts(() => import('#features/accounts/ui/AccessChangesPanel.tsx')),
      ofFeature(
        'portal',
        lazyWithTexts(() => import('#features/portal/ui/ViewPortalPanel.tsx')),
      ),
      StatementPanel,
    ],
    partner: [
      lazyWithTexts(() => import('#features/partners/ui/hierarchy/PlacePanel.tsx')),
      HoldsPanel,
      AccessKeysPanel,
      StatementPanel,
      TwoStepPanel,
    ],
    brand: [lazyWithTexts(() => import('#features/activity/ui/keys/ActivityPanel.tsx'))],
    action: [
      ofFeature(
        'corrections',
        lazyWithTexts(() => import('#features/commission/ui/corrections/MovePlayersPanel.tsx')),
      ),
    ],
    correction: [lazyWithTexts(() => import('#features/commission/ui/corrections/CorrectionPanel.tsx'))],
    announcement: [lazyWithTexts(() => import('#features/affiliates/ui/AnnouncementPanel.tsx'))],
    promoCode: [lazyWithTexts(() => import('#features/tracking/ui/PromoCodePanel.tsx'))],
    payment: [lazyWithTexts(() => import('#features/payouts/ui/PaymentPanel.tsx'))],
    period: [lazyWithTexts(() => import('#features/commission/ui/periods/PeriodPanel.tsx'))],
    signalTarget: [lazyWithTexts(() => import('#features/webhooks/ui/WebhookTargetPanel.tsx'))],
    signalDelivery: [lazyWithTexts(() => import('#features/webhooks/ui/WebhookDeliveryPanel.tsx'))],
    affiliateUser: [
      lazyWithTexts(() => import('#features/accounts/ui/InvitationPanel.tsx')),
      TwoStepPanel,
      SessionsPanel,
    ],
    user: [TwoStepPanel, SessionsPanel],
  },
  suspension: {
    button: lazyWithTexts(() => import('#features/affiliates/ui/suspension/SuspendButton.tsx')),
    banner: lazyWithTexts(() => import('#features/affiliates/ui/suspension/SuspensionBanner.tsx')),
    panel: lazyWithTexts(() => import('#features/affiliates/ui/suspension/SuspensionPanel.tsx')),
    selected: lazyWithTexts(() => import('#features/affiliates/ui/suspension/SuspendSelected.tsx')),
  },
  personPanels: [lazyWithTexts(() => import('#features/compliance/ui/PersonPanel.tsx'))],
  formPanels: {
    partnerLevel: [lazyWithTexts(() => import('#features/partners/ui/partnerLevels/LevelLadder.tsx')), WhatIfPanel],
    reward: [WhatIfPanel],
    rewardProfile: [WhatIfPanel],
    user: [lazy(() => import('#features/accounts/ui/NoBrandsHint.tsx'))],
  },
  filledPanels: { affiliate: { paymentKey: KeyCheckHint }, partner: { paymentKey: KeyCheckHint } },
  datedFormPanels: [
    lazyWithTexts(() => import('#features/deals/ui/scheduledVersions/SchedulePanel.tsx')),
    ofFeature(
      'corrections',
      lazyWithTexts(() => import('#features/commission/ui/corrections/CorrectPanel.tsx')),
    ),
  ],
  formAsides: {
    reward: lazyWithTexts(() => import('#features/deals/ui/sentence/DealSentence.tsx')),
    rewardProfile: lazyWithTexts(() => import('#features/deals/ui/sentence/CarrySentence.tsx')),
  },
  lists: { entry: <EntriesPage />, activityLog: <ActivityLogPage /> },
  relatedRows: {
    entry: lazyWithTexts<{ children: (rows: RecordTableProps) => ReactNode }>(
      () => import('#features/payouts/ui/entries/EntryRows.tsx'),
    ),
  },
  listLinks: {
    brand: [ofFeature('linkDomains', RedirectHostsLink)],
    subBrand: [ofFeature('linkDomains', RedirectHostsLink)],
    entry: [NewAdjustment],
    partner: [PartnerLinks],
    partnerLevel: [PartnerLinks],
    rewardProfile: [UsualDeal],
    signalTarget: [DeadDeliveriesLink],
    signalDelivery: [DeadDeliveriesLink],
  },
  headFigures: lazyWithTexts(() => import('#features/reporting/ui/recordPage/HeadFigures.tsx')),
  reportTab: lazyWithTexts(() => import('#features/reporting/ui/recordPage/ReportTabContent.tsx')),
  urlValue: lazy(() => import('#features/tracking/ui/TrackingAddress.tsx')),
  history: {
    above: [lazyWithTexts(() => import('#features/deals/ui/scheduledVersions/ScheduledVersions.tsx'))],
    below: { reward: AcceptedVersions, rewardProfile: AcceptedVersions },
    compared: { reward: lazyWithTexts(() => import('#features/deals/ui/sentence/ComparedSentences.tsx')) },
  },
  banners: [NoBrandsBanner, LateNextStep],
  account: ofFeature(
    'digests',
    lazyWithTexts(() => import('#features/home/ui/digests/DigestPanel.tsx')),
  ),
  topBarLinks: [DownloadsLink],
  drawerLinks: [DownloadsEntry],
  scheduleView: lazyWithTexts(() => import('#features/reporting/ui/downloads/ScheduleDialog.tsx')),
  jobActions: { dailyClose: lazyWithTexts(() => import('#features/commission/ui/periods/CloseDays.tsx')) },
  liveEvents: { upload: cacheUpload },
}
