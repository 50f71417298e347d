import { useId, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useNotifyError } from '../../resource/useErrorText.ts'

/** Asks, then clears a user's or partner's lock and enrolment. */
export function UnlockButton({
  name,
  isPartner,
  onUnlock,
}: {
  name: string
  isPartner: boolean
  onUnlock: () => Promise<void>
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [titleId, textId] = [useId(), useId()]
  const unlock = async () => {
    setIsBusy(true)
    try {
      await onUnlock()
      notify(isPartner ? 'panels.twoStep.unlockedPartner' : 'panels.twoStep.unlocked', {
        type: 'success',
        messageArgs: { name },
      })
    } catch (error) {
      notifyError(error)
    } finally {
      setIsBusy(false)
      setIsOpen(false)
    }
  }
  return (
    <>
      <Button variant="outlined" color="warning" onClick={() => setIsOpen(true)}>
        {translate('panels.twoStep.unlock')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={isBusy ? undefined : () => setIsOpen(false)}
        aria-labelledby={titleId}
        aria-describedby={textId}
        maxWidth="xs"
      >
        <DialogTitle id={titleId}>{translate('panels.twoStep.unlockTitle', { name })}</DialogTitle>
        <DialogContent>
          <DialogContentText id={textId}>
            {translate(isPartner ? 'panels.twoStep.unlockTextPartner' : 'panels.twoStep.unlockText')}
          </DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)} disabled={isBusy}>
            {translate('resourcePages.actions.cancel')}
          </Button>
          <Button variant="contained" onClick={() => void unlock()} loading={isBusy}>
            {translate('panels.twoStep.unlock')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
