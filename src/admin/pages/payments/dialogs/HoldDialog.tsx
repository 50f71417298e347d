import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import TextField from '@mui/material/TextField'
import type { Owner } from '../../../../domain/payments.ts'
import { AskDialog } from '../../../dialogs/AskDialog.tsx'
import { usePaymentErrorText } from '../../../resource/useSaid.ts'
import { useMoneyCall } from '../../money/useMoneyCall.ts'

const reasonLengthMax = 300

interface HoldDialogProps {
  readonly owner: Owner & { readonly name: string }
  readonly decision: 'hold' | 'release'
  /** Called once it was answered, whatever the answer. */
  readonly onAnswered: () => void
  readonly onClose: () => void
}

/** Holds all payments of an owner, or releases what holds them, and asks why. */
export default function HoldDialog({ owner, decision, onAnswered, onClose }: HoldDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = usePaymentErrorText()
  const { run, isRunning, error } = useMoneyCall()
  const [reason, setReason] = useState('')
  const { kind, id, name } = owner
  const isHolding = decision === 'hold'
  const decide = async () => {
    const answer = await run({
      resource: 'payment',
      path: `${kind}/${id}/${decision}`,
      input: { reason: reason.trim() },
    })
    onAnswered()
    if (!answer) return
    notify(`paying.${isHolding ? 'wasHeld' : 'wasReleased'}`, { type: 'success', messageArgs: { name } })
    onClose()
  }
  return (
    <AskDialog
      title={translate(`paying.${decision}Title`, { name })}
      text={translate(`paying.${decision}Text`)}
      action={{
        label: translate(`paying.${decision}`),
        color: isHolding ? 'warning' : 'primary',
        isDisabled: reason.trim() === '',
        onClick: () => void decide(),
      }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <TextField
        label={translate('paying.reason')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        required
        fullWidth
        multiline
        margin="normal"
        slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
      />
    </AskDialog>
  )
}
