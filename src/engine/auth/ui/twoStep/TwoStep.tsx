import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { Enrolment } from './Enrolment.tsx'
import { UnlockButton } from './UnlockButton.tsx'
import type { TwoStepState } from '../../answers/twoStep.ts'
import { type TwoStepOwner, useTwoStep } from './useTwoStep.ts'

interface TwoStepProps {
  readonly owner: TwoStepOwner
  /** Whose it is, for the question before it is cleared. */
  readonly name: string
  /** One's own: the QR is shown to its user alone. */
  readonly isOwn: boolean
  /** Root clears lock and enrolment. */
  readonly mayUnlock: boolean
}

/**
 * Two-step verification of one user or partner: its state, a user's own QR to set it up, and root's button to clear it.
 */
export function TwoStep({ owner, name, isOwn, mayUnlock }: TwoStepProps) {
  const translate = useTranslate()
  const { state, setUp, confirm, unlock } = useTwoStep(owner)
  if (state.isPending) return <Skeleton variant="rounded" height={96} />
  if (!state.data)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void state.refetch()}>
            {translate('resourcePages.list.retry')}
          </Button>
        }
      >
        {translate('panels.twoStep.failed')}
      </Alert>
    )
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <State state={state.data} />
        {isOwn && state.data.isConfirmed && !mayUnlock && (
          <Typography variant="body2" color="textSecondary">
            {translate('panels.twoStep.lost')}
          </Typography>
        )}
        {mayUnlock && (state.data.isConfirmed || state.data.isLocked) && (
          <UnlockButton name={name} isPartner={owner.resource === 'partner'} onUnlock={unlock} />
        )}
      </Box>
      {!state.data.isConfirmed &&
        owner.resource === 'user' &&
        (isOwn ? (
          <SetUp otpauthUrl={state.data.otpauthUrl} onAsk={setUp} onConfirm={confirm} />
        ) : (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
            {translate('panels.twoStep.others')}
          </Typography>
        ))}
    </>
  )
}

function State({ state }: { state: TwoStepState }) {
  const translate = useTranslate()
  if (state.isLocked)
    return (
      <Alert severity="warning" sx={{ py: 0 }}>
        {translate('panels.twoStep.locked')}
      </Alert>
    )
  if (state.isConfirmed)
    return (
      <Alert severity="success" sx={{ py: 0 }}>
        {translate('panels.twoStep.on')}
      </Alert>
    )
  return <Chip label={translate('panels.twoStep.off')} />
}

/**
 * The picture holds a secret: it is shown when it is asked for, not whenever somebody opens the page, and some time
 * after the sign-in for the password alone.
 */
function SetUp({
  otpauthUrl,
  onAsk,
  onConfirm,
}: {
  otpauthUrl: string | undefined
  onAsk: () => Promise<string | undefined>
  onConfirm: (totp: string) => Promise<void>
}) {
  const translate = useTranslate()
  const notifyError = useNotifyError()
  // Kept here: what is read anew while somebody looks at their phone has it no more.
  const [shown, setShown] = useState<string | undefined>()
  const [isBusy, setIsBusy] = useState(false)
  const open = async () => {
    setIsBusy(true)
    try {
      setShown(otpauthUrl ?? (await onAsk()))
    } catch (error) {
      notifyError(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Box sx={{ mt: 1.5 }}>
      {shown !== undefined ? (
        <Enrolment otpauthUrl={shown} onConfirm={onConfirm} />
      ) : (
        <Button variant="outlined" loading={isBusy} onClick={() => void open()}>
          {translate('panels.twoStep.setUp')}
        </Button>
      )}
    </Box>
  )
}
