import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { useRecordContext } from 'react-admin'
import type { AnyResource } from '../../config/resource.ts'
import { useConfiguredResource } from '../resource/ResourcesContext.tsx'

type LazyPanel = LazyExoticComponent<ComponentType>

const HistoryPanel = lazy(() => import('./history/HistoryPanel.tsx'))

const NotesPanel = lazy(() => import('./notes/NotesPanel.tsx'))

const PersonPanel = lazy(() => import('./PersonPanel.tsx'))

const CorrectPanel = lazy(() => import('./corrections/CorrectPanel.tsx'))

const WhatIfPanel = lazy(() => import('../pages/whatIf/WhatIfPanel.tsx'))

const TwoStepPanel = lazy(() => import('./twoStep/TwoStepPanel.tsx'))

const AccessKeysPanel = lazy(() => import('./accessKeys/AccessKeysPanel.tsx'))

const HoldsPanel = lazy(() => import('./holds/HoldsPanel.tsx'))

const KeyCheckHint = lazy(() => import('./keyCheck/KeyCheckHint.tsx'))

const StatementPanel = lazy(() => import('./statement/StatementPanel.tsx'))

/** What a record's page shows below its form, where a declaration cannot say it. Each is loaded when it is shown. */
const ownPanels: Readonly<Record<string, readonly LazyPanel[]>> = {
  affiliate: [HoldsPanel, AccessKeysPanel, StatementPanel],
  partner: [lazy(() => import('./PlacePanel.tsx')), HoldsPanel, AccessKeysPanel, StatementPanel, TwoStepPanel],
  brand: [lazy(() => import('../pages/feeds/keys/ActivityPanel.tsx'))],
  correction: [lazy(() => import('./corrections/CorrectionPanel.tsx'))],
  payment: [lazy(() => import('./payout/PaymentPanel.tsx'))],
  period: [lazy(() => import('./period/PeriodPanel.tsx'))],
  user: [TwoStepPanel, lazy(() => import('./sessions/SessionsPanel.tsx'))],
}

/** What stands inside a form, below its sections, and follows what is typed. */
const formPanels: Readonly<Record<string, readonly LazyPanel[]>> = {
  affiliate: [KeyCheckHint],
  partner: [KeyCheckHint],
  partnerLevel: [lazy(() => import('./levels/LevelLadder.tsx')), WhatIfPanel],
  reward: [WhatIfPanel],
  rewardProfile: [WhatIfPanel],
  user: [lazy(() => import('./NoBrandsHint.tsx'))],
}

const isDated = ({ fields }: AnyResource) => Object.values(fields).some(({ dated }) => dated)

function panelsOf(resource: AnyResource): readonly LazyPanel[] {
  const isPersonal = Object.values(resource.fields).some(({ personal }) => personal)
  return [
    ...(ownPanels[resource.name] ?? []),
    ...(resource.notes && !resource.page ? [NotesPanel] : []),
    ...(isDated(resource) ? [HistoryPanel] : []),
    ...(isPersonal ? [PersonPanel] : []),
  ]
}

const shown = (panels: readonly LazyPanel[]) =>
  panels.map((Each, index) => (
    <Suspense key={index} fallback={null}>
      <Each />
    </Suspense>
  ))

/** The panels below the form of the record that is open. */
export function RecordPanels() {
  return <>{shown(panelsOf(useConfiguredResource()))}</>
}

/** The panels inside the form of the resource. */
export function FormPanels() {
  const resource = useConfiguredResource()
  // What is made now holds from the beginning: there is nothing to correct.
  const hasPast = useRecordContext()?.id !== undefined && isDated(resource)
  return <>{shown([...(formPanels[resource.name] ?? []), ...(hasPast ? [CorrectPanel] : [])])}</>
}
