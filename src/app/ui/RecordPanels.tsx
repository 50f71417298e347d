import { lazy } from 'react'
import type { AnyResource } from '../../config/resource.ts'
import { withLateTexts } from '../i18nProvider.ts'
import { useConfiguredResource } from '../resource/ResourcesContext.tsx'
import { isDated } from './FormPanels.tsx'
import { type LazyPanel, PanelsInTurn } from './PanelsInTurn.tsx'

const HistoryPanel = lazy(() => import('./history/HistoryPanel.tsx'))

const NotesPanel = lazy(() => withLateTexts(import('./notes/NotesPanel.tsx')))

const PersonPanel = lazy(() => import('./PersonPanel.tsx'))

const TwoStepPanel = lazy(() => import('./twoStep/TwoStepPanel.tsx'))

const AccessKeysPanel = lazy(() => import('./accessKeys/AccessKeysPanel.tsx'))

const HoldsPanel = lazy(() => import('./holds/HoldsPanel.tsx'))

const SessionsPanel = lazy(() => import('./sessions/SessionsPanel.tsx'))

const StatementPanel = lazy(() => import('./statement/StatementPanel.tsx'))

/** What a record's page shows below its form, where a declaration cannot say it. Each is loaded when it is shown. */
const ownPanels: Readonly<Record<string, readonly LazyPanel[]>> = {
  affiliate: [HoldsPanel, AccessKeysPanel, StatementPanel],
  partner: [lazy(() => import('./PlacePanel.tsx')), HoldsPanel, AccessKeysPanel, StatementPanel, TwoStepPanel],
  brand: [lazy(() => import('../pages/feeds/keys/ActivityPanel.tsx'))],
  correction: [lazy(() => import('./corrections/CorrectionPanel.tsx'))],
  affiliateSite: [lazy(() => withLateTexts(import('./sites/SitePanel.tsx')))],
  media: [lazy(() => withLateTexts(import('./media/MediaPanel.tsx')))],
  promoCode: [lazy(() => withLateTexts(import('./promoCodes/PromoCodePanel.tsx')))],
  payment: [lazy(() => import('./payout/PaymentPanel.tsx'))],
  period: [lazy(() => import('./period/PeriodPanel.tsx'))],
  signalTarget: [lazy(() => withLateTexts(import('./signals/SignalTargetPanel.tsx')))],
  signalDelivery: [lazy(() => withLateTexts(import('./signals/SignalDeliveryPanel.tsx')))],
  application: [lazy(() => withLateTexts(import('./applications/ApplicationPanel.tsx')))],
  affiliateUser: [lazy(() => withLateTexts(import('./people/InvitationPanel.tsx'))), TwoStepPanel, SessionsPanel],
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
  return <PanelsInTurn panels={panelsOf(useConfiguredResource())} />
}
