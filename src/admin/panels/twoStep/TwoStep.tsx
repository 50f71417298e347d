import { useState } from 'react'
import { useTranslate } from 'ra-core'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Enrolment } from './Enrolment.tsx'
import { UnlockButton } from './UnlockButton.tsx'
import { type TwoStepState, useTwoStep } from './useTwoStep.ts'

interface TwoStepProps {
  readonly userId: number
  /** Whose it is, for the question before it is cleared. */
  readonly name: string
  /** One's own: the QR is shown to its user alone. */
  readonly isOwn: boolean
  /** Root clears lock and enrolment. */
  readonly mayUnlock: boolean
}

/** Two-step verification of one user: its state, the QR to set it up, and root's button to clear it. */
export function TwoStep({ userId, name, isOwn, mayUnlock }: TwoStepProps) {
  const translate = useTranslate()
  const { state, confirm, unlock } = useTwoStep(userId)
  if (state.isPending) return <Skeleton variant="rounded" height={96} />
  if (!state.data) return <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => void state.refetch()}>{translate('resourcePages.list.retry')}</Button>}>{translate('panels.twoStep.failed')}</Alert>
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <State state={state.data} />
        {isOwn && state.data.isConfirmed && !mayUnlock && <Typography variant="body2" color="textSecondary">{translate('panels.twoStep.lost')}</Typography>}
        {mayUnlock && (state.data.isConfirmed || state.data.isLocked) && <UnlockButton name={name} onUnlock={unlock} />}
      </Box>
      {state.data.otpauthUrl && (isOwn
        ? <SetUp otpauthUrl={state.data.otpauthUrl} onConfirm={confirm} />
        : <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>{translate('panels.twoStep.others')}</Typography>)}
    </>
  )
}

function State({ state }: { state: TwoStepState }) {
  const translate = useTranslate()
  if (state.isLocked) return <Alert severity="warning" sx={{ py: 0 }}>{translate('panels.twoStep.locked')}</Alert>
  if (state.isConfirmed) return <Alert severity="success" sx={{ py: 0 }}>{translate('panels.twoStep.on')}</Alert>
  return <Chip label={translate('panels.twoStep.off')} />
}

/** The picture holds a secret: it is shown when it is asked for, not whenever somebody opens the page. */
function SetUp({ otpauthUrl, onConfirm }: { otpauthUrl: string; onConfirm: (totp: string) => Promise<void> }) {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box sx={{ mt: 1.5 }}>
      {isOpen ? <Enrolment otpauthUrl={otpauthUrl} onConfirm={onConfirm} /> : <Button variant="outlined" onClick={() => setIsOpen(true)}>{translate('panels.twoStep.setUp')}</Button>}
    </Box>
  )
}
