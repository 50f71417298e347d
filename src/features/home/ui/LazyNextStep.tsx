import { lazy, Suspense } from 'react'
import { useLocation, useStore } from 'react-admin'
import Box from '@mui/material/Box'

const NextStep = lazy(() => import('./NextStep.tsx'))

/** Under which key the store keeps that somebody is led through the first steps. */
export const ledKey = 'firstSteps.led'

/** What comes next, above every page but the one with all of the steps, for whoever is led through them. */
export function LateNextStep() {
  const { pathname } = useLocation()
  const [isLed] = useStore(ledKey, false)
  if (!isLed || pathname === '/') return null
  return (
    <Box sx={{ height: 48, mb: 2, displayPrint: 'none' }}>
      <Suspense fallback={null}>
        <NextStep />
      </Suspense>
    </Box>
  )
}
