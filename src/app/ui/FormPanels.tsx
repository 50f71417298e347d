import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Box from '@mui/material/Box'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { withLazyTexts } from '#engine/ui/shell/i18nProvider.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { LazyPanels } from '#engine/ui/panels/LazyPanels.tsx'

const CorrectPanel = lazy(() => import('#features/commission/ui/corrections/CorrectPanel.tsx'))

const SchedulePanel = lazy(() => import('#features/deals/ui/scheduledVersions/SchedulePanel.tsx'))

const WhatIfPanel = lazy(() => withLazyTexts(import('#features/deals/ui/whatIf/WhatIfPanel.tsx')))

const KeyCheckHint = lazy(() => import('#features/payouts/ui/KeyCheckHint.tsx'))

/** Loaded once there is a key to say something of. */
const KeyCheck = () =>
  useWatch({ name: 'paymentKey' }) ? (
    <Suspense fallback={null}>
      <KeyCheckHint />
    </Suspense>
  ) : null

/** What stands inside a form, below its sections, and follows what is typed. */
const formPanels: Readonly<Record<string, readonly ComponentType[]>> = {
  affiliate: [KeyCheck],
  partner: [KeyCheck],
  partnerLevel: [lazy(() => import('#features/partners/ui/partnerLevels/LevelLadder.tsx')), WhatIfPanel],
  reward: [WhatIfPanel],
  rewardProfile: [WhatIfPanel],
  user: [lazy(() => import('#features/accounts/ui/NoBrandsHint.tsx'))],
}

/** What stands beside a form where there is room, and below its sections where there is none. */
const formAsides: Readonly<Record<string, ComponentType>> = {
  reward: lazy(() => import('#features/deals/ui/sentence/DealSentence.tsx')),
  rewardProfile: lazy(() => import('#features/deals/ui/sentence/CarrySentence.tsx')),
}

/** The sections of a form with what stands beside them, which stays in sight while one scrolls. */
export function WithAside({ children }: { children: ReactNode }) {
  const Aside = formAsides[useConfiguredResource().name]
  if (!Aside) return children
  return (
    <Box sx={{ display: { lg: 'grid' }, gridTemplateColumns: 'minmax(0, 1fr) 280px', columnGap: 2 }}>
      <Box>{children}</Box>
      <Box>
        <Box sx={{ position: { lg: 'sticky' }, top: 16, maxHeight: { lg: 'calc(100vh - 32px)' }, overflowY: 'auto' }}>
          <Suspense fallback={null}>
            <Aside />
          </Suspense>
        </Box>
      </Box>
    </Box>
  )
}

/** Whether something of a resource holds from a day on. */
export const isDated = ({ fields }: AnyResource): boolean => Object.values(fields).some(({ dated }) => dated)

/** The panels inside the form of the resource. */
export function FormPanels() {
  const resource = useConfiguredResource()
  // What is made now holds from the beginning: there is nothing to correct.
  const hasPast = useRecordContext()?.id !== undefined && isDated(resource)
  return (
    <LazyPanels panels={[...(formPanels[resource.name] ?? []), ...(hasPast ? [SchedulePanel, CorrectPanel] : [])]} />
  )
}
