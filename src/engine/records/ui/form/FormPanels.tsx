import { type ReactNode, Suspense } from 'react'
import { useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Box from '@mui/material/Box'
import { isDated } from '#engine/declaration/resource.ts'
import { LazyPanels } from '#engine/ui/panels/LazyPanels.tsx'
import { slots } from '#engine/ui/slots.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/** The sections of a form with what the app places beside them, which stays in sight while one scrolls. */
export function WithAside({ children }: { children: ReactNode }) {
  const Aside = slots().formAsides[useConfiguredResource().name]
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

/** The panels inside the form of the resource. */
export function FormPanels() {
  const resource = useConfiguredResource()
  const { formPanels, filledPanels, datedFormPanels } = slots()
  const filled = Object.entries(filledPanels[resource.name] ?? {})
  const values: unknown[] = useWatch({ name: filled.map(([field]) => field) })
  // A new record holds from the beginning: there is no past to correct.
  const hasPast = useRecordContext()?.id !== undefined && isDated(resource)
  return (
    <LazyPanels
      panels={[
        ...(formPanels[resource.name] ?? []),
        ...(hasPast ? datedFormPanels : []),
        ...filled.flatMap(([, Panel], index) => (values[index] ? [Panel] : [])),
      ]}
    />
  )
}
