import { lazy, Suspense, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import PauseIcon from '@mui/icons-material/Pause'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSuspension } from './useSuspension.ts'

const SuspensionDialog = lazy(() => import('./SuspensionDialog.tsx'))

/** In the head of a record that can be suspended: suspends it. What is suspended has its banner instead. */
export default function SuspendButton() {
  const translate = useTranslate()
  const record = useRecordContext()
  const { query, mayDecide } = useSuspension()
  const [isAsking, setIsAsking] = useState(false)
  if (!record || !mayDecide || query.isError) return null
  const isOffered = query.data?.isSuspended === false
  return (
    <>
      {/* In its place from the start: nothing beside it moves once the answer is there. */}
      <Box sx={{ visibility: isOffered ? 'visible' : 'hidden' }}>
        <Button variant="outlined" color="error" startIcon={<PauseIcon />} onClick={() => setIsAsking(true)}>
          {translate('suspension.suspend')}
        </Button>
      </Box>
      {isAsking && (
        <Suspense fallback={null}>
          <SuspensionDialog asked="suspend" onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
