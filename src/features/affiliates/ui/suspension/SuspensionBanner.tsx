import { lazy, Suspense, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import PauseIcon from '@mui/icons-material/Pause'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import type { SuspensionDecision } from './SuspensionDialog.tsx'
import { useSuspension } from './useSuspension.ts'

const SuspensionDialog = lazy(() => import('./SuspensionDialog.tsx'))

/** Above what a suspended record says: since when, by whom and why, and resuming it. */
export default function SuspensionBanner() {
  const translate = useTranslate()
  const momentText = useMomentText()
  const record = useRecordContext()
  const { name } = useConfiguredResource()
  const { query, mayDecide } = useSuspension()
  const [asked, setAsked] = useState<SuspensionDecision | null>(null)
  const inForce = query.data?.suspensions.find(({ endedAt }) => endedAt === null)
  if (!record) return null
  const offered: readonly SuspensionDecision[] =
    (name === 'affiliate' || name === 'partner') && !inForce?.isBan ? ['ban', 'resume'] : ['resume']
  return (
    <>
      {inForce && (
        <Alert
          severity="error"
          icon={<PauseIcon fontSize="small" />}
          sx={{ mb: 2, alignItems: 'center', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
          action={
            mayDecide &&
            offered.map((decision) => (
              <Button
                key={decision}
                size="small"
                color="inherit"
                variant={decision === 'resume' ? 'outlined' : 'text'}
                sx={{ whiteSpace: 'nowrap', ml: 1 }}
                onClick={() => setAsked(decision)}
              >
                {translate(`suspension.${decision}`)}
              </Button>
            ))
          }
        >
          {translate(inForce.isBan ? 'suspension.bannedSince' : 'suspension.since', {
            at: momentText(inForce.startedAt),
            name: inForce.startedBy,
            reason: inForce.reason,
          })}
        </Alert>
      )}
      {asked && (
        <Suspense fallback={null}>
          <SuspensionDialog asked={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
