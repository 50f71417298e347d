import { useEffect, useId } from 'react'
import { useBlocker, useTranslate } from 'react-admin'
import { useFormState } from 'react-hook-form'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'

/**
 * Asks, in a dialog of the office's own, before a page is left whose form holds something unsaved. Closing the tab is
 * asked about by the browser: nothing else can.
 */
export function UnsavedGuard() {
  const { isSubmitSuccessful, dirtyFields } = useFormState()
  const isUnsaved = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  const isAsking = state === 'blocked'
  // A save or a removal that leads on empties the form a moment after it: then there is nothing left to ask.
  useEffect(() => {
    if (isAsking && !isUnsaved) proceed?.()
  }, [isAsking, isUnsaved, proceed])
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return isAsking && isUnsaved ? <LeaveDialog onStay={() => reset?.()} onLeave={() => proceed?.()} /> : null
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const translate = useTranslate()
  const [titleId, textId] = [useId(), useId()]
  return (
    <Dialog open onClose={onStay} aria-labelledby={titleId} aria-describedby={textId} maxWidth="xs">
      <DialogTitle id={titleId}>{translate('resourcePages.form.leaveTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>{translate('resourcePages.form.unsaved')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={onLeave}>
          {translate('resourcePages.form.leave')}
        </Button>
        <Button variant="contained" onClick={onStay}>
          {translate('resourcePages.form.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
