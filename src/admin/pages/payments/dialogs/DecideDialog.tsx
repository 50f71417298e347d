import { useId, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
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
import { useErrorText } from '../../../resource/useErrorText.ts'
import { useMoneyCall } from '../../money/useMoneyCall.ts'
import type { OwnerRow, ShownPayment } from '../../../../config/answers/owners.ts'
import { useOwnersRefresh } from '../useOwners.ts'

const reasonLengthMax = 300

interface DecideDialogProps {
  readonly owner: OwnerRow
  readonly payment: ShownPayment
  readonly decision: 'approve' | 'decline'
  readonly onClose: () => void
}

/** The second person approves a payment, or somebody declines it and says why. */
export default function DecideDialog({ owner, payment, decision, onClose }: DecideDialogProps) {
  const translate = useTranslate()
  const language = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const refresh = useOwnersRefresh()
  const { run, isRunning, error } = useMoneyCall()
  const [reason, setReason] = useState('')
  const [titleId, textId] = [useId(), useId()]
  const isDeclining = decision === 'decline'
  const decide = async () => {
    const answer = await run({
      resource: 'payment',
      path: `${payment.id}/${decision}`,
      input: isDeclining ? { reason: reason.trim() } : {},
    })
    void refresh()
    if (!answer) return
    notify(`moneyPages.payments.${isDeclining ? 'declined' : 'approved'}`, {
      type: 'success',
      messageArgs: { name: owner.name, value: formatMoney(payment.value, { language }) },
    })
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
    >
      <DialogTitle id={titleId}>
        {translate(`moneyPages.payments.${decision}Title`, {
          value: formatMoney(payment.value, { language, currency: owner.currency }),
          name: owner.name,
        })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>
          {translate(`moneyPages.payments.${decision}Text`, { name: payment.requestedBy ?? '–' })}
        </DialogContentText>
        {isDeclining && (
          <TextField
            label={translate('moneyPages.payments.reason')}
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
          {translate(`moneyPages.payments.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
