import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { lazy, Suspense } from 'react'
import { type AnyResource, isDated } from '#engine/declaration/resource.ts'
import { LazyPanels, type LazyPanel } from '#engine/ui/panels/LazyPanels.tsx'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { slots } from '#engine/ui/slots.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

const HistoryPanel = lazy(() => import('#engine/history/ui/HistoryPanel.tsx'))
const ExternalIdsPanel = lazy(() => import('#engine/imports/ui/ExternalIdsPanel.tsx'))
const TransitionPanel = lazyWithTexts(() => import('../transitions/TransitionPanel.tsx'))
const NotesPanel = lazyWithTexts(() => import('#engine/notes/ui/NotesPanel.tsx'))

function panelsOf(resource: AnyResource): readonly LazyPanel[] {
  const { decisionPanels, recordPanels, personPanels, suspension } = slots()
  const fields = Object.values(resource.fields)
  const isPersonal = fields.some(({ personal }) => personal)
  // Moved from state to state by decisions; which ones there are is known to a page that comes later.
  const hasState = fields.some(({ kind, readOnly }) => readOnly && kind === 'choice')
  return [
    ...(resource.suspendable && suspension ? [suspension.panel] : []),
    ...(recordPanels[resource.name] ?? (hasState && !decisionPanels[resource.name] ? [TransitionPanel] : [])),
    ...(resource.notes && !resource.page ? [NotesPanel] : []),
    // A page with a tab for the history shows it there.
    ...(isDated(resource) && !Object.values(resource.page?.tabs ?? {}).includes('history') ? [HistoryPanel] : []),
    ...(isPersonal ? personPanels : []),
    ExternalIdsPanel,
  ]
}

/** The decision on the open record, above its form. */
export function DecisionPanel() {
  const Decision = slots().decisionPanels[useConfiguredResource().name]
  if (!Decision) return null
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={160} sx={{ mb: 2 }} />}>
      <Box sx={{ mb: 2 }}>
        <Decision />
      </Box>
    </Suspense>
  )
}

/** The panels below the form of the record that is open. */
export function RecordPanels() {
  return <LazyPanels panels={panelsOf(useConfiguredResource())} />
}
