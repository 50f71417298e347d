import { useId, useState } from 'react'
import { useNotify, useRecordContext, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { formatMoney } from '../../../fields/format.ts'
import { useLanguage } from '../../../fields/useLanguage.ts'
import { useRecordCurrency } from '../../../fields/useRecordCurrency.ts'
import { useErrorText } from '../../../resource/useErrorText.ts'
import { useMoneyCall } from '../../money/useMoneyCall.ts'

const reasonLengthMax = 300

/** The second person approves an adjustment that somebody wrote, or somebody declines it and says why. */
export default function DecideAdjustment({
  decision,
  onClose,
}: {
  decision: 'approve' | 'decline'
  onClose: () => void
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const record = useRecordContext()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const { run, isRunning, error } = useMoneyCall()
  const [reason, setReason] = useState('')
  const [titleId, textId] = [useId(), useId()]
  const isDeclining = decision === 'decline'
  const decide = async () => {
    if (
      !(await run({
        resource: 'entry',
        path: `${record!.id}/${decision}`,
        input: isDeclining ? { reason: reason.trim() } : {},
      }))
    )
      return
    notify(`resourcePages.entries.${isDeclining ? 'declined' : 'approved'}`, { type: 'success' })
    refresh()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={isRunning ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="xs"
      fullWidth
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>
        {translate(`resourcePages.entries.${decision}Title`, {
          value: formatMoney(record?.['value'], { language, currency }),
        })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>
          {translate('resourcePages.entries.writtenBy', {
            name: String(record?.['requestedBy'] ?? '–'),
            reason: String(record?.['reason'] ?? '–'),
          })}
        </DialogContentText>
        {isDeclining && (
          <TextField
            label={translate('resourcePages.entries.whyNot')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            required
            fullWidth
            multiline
            margin="normal"
            slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
          />
        )}
        {error !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorText(error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning}>
          {translate('resourcePages.actions.cancel')}
        </Button>
        <Button
          variant="contained"
          color={isDeclining ? 'error' : 'primary'}
          disabled={isDeclining && reason.trim() === ''}
          onClick={() => void decide()}
          loading={isRunning}
        >
          {translate(`resourcePages.entries.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
