import { useId } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { EntryExplained } from './EntryExplained.tsx'

/** Every step from events to the amount of an entry, as the API explains it. */
export default function ExplanationDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const titleId = useId()
  const record = useRecordContext()
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="md"
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>{translate('resourcePages.entries.steps')}</DialogTitle>
      <DialogContent tabIndex={0}>{record && <EntryExplained id={record.id} />}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('resourcePages.actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
