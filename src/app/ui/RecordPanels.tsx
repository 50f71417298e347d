import { lazy } from 'react'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { withLazyTexts } from '#engine/ui/shell/i18nProvider.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { isDated } from './FormPanels.tsx'
import { type LazyPanel, LazyPanels } from '#engine/ui/panels/LazyPanels.tsx'

const HistoryPanel = lazy(() => import('#engine/history/ui/HistoryPanel.tsx'))

const NotesPanel = lazy(() => withLazyTexts(import('#engine/notes/ui/NotesPanel.tsx')))

const PersonPanel = lazy(() => import('#features/compliance/ui/PersonPanel.tsx'))

const TwoStepPanel = lazy(() => import('#engine/auth/ui/twoStep/TwoStepPanel.tsx'))

const AccessKeysPanel = lazy(() => import('#engine/auth/ui/accessKeys/AccessKeysPanel.tsx'))

const HoldsPanel = lazy(() => import('#features/payouts/ui/HoldsPanel.tsx'))

const SessionsPanel = lazy(() => import('#engine/auth/ui/sessions/SessionsPanel.tsx'))

const StatementPanel = lazy(() => import('#features/ledger/ui/statement/StatementPanel.tsx'))

/** What a record's page shows below its form, where a declaration cannot say it. Each is loaded when it is shown. */
const ownPanels: Readonly<Record<string, readonly LazyPanel[]>> = {
  affiliate: [HoldsPanel, AccessKeysPanel, StatementPanel],
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
}

function panelsOf(resource: AnyResource): readonly LazyPanel[] {
  const isPersonal = Object.values(resource.fields).some(({ personal }) => personal)
  return [
    ...(ownPanels[resource.name] ?? []),
    ...(resource.notes && !resource.page ? [NotesPanel] : []),
    // Where it has a tab of its own it stands there.
    ...(isDated(resource) && !Object.values(resource.page?.tabs ?? {}).includes('history') ? [HistoryPanel] : []),
    ...(isPersonal ? [PersonPanel] : []),
  ]
}

/** The panels below the form of the record that is open. */
export function RecordPanels() {
  return <LazyPanels panels={panelsOf(useConfiguredResource())} />
}
