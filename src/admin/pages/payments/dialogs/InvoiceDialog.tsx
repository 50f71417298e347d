import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import TextField from '@mui/material/TextField'
import type { OwnerRow } from '../../../../config/answers/owners.ts'
import { invoiceLengthMax, isInvoice, normalizeInvoice } from '../../../../domain/documents/invoices.ts'
import { AskDialog } from '../../../dialogs/AskDialog.tsx'
import { usePaymentErrorText } from '../../../resource/useSaid.ts'
import { useMoneyCall } from '../../money/useMoneyCall.ts'
import { useOwnersRefresh } from '../useOwners.ts'

/** Asks for the number of an invoice: of the payment that waits for approval, else for the next payment of an owner. */
export default function InvoiceDialog({ owner, onClose }: { owner: OwnerRow; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = usePaymentErrorText()
  const refresh = useOwnersRefresh()
  const { run, isRunning, error } = useMoneyCall()
  const { kind, id, name, currency, status, payment } = owner
  const made = status === 'awaiting_approval' ? payment : null
  const [given, setGiven] = useState((made ? made.invoice : owner.invoice) ?? '')
  const number = normalizeInvoice(given)
  const isWrong = number !== '' && !isInvoice(number)
  const enter = async () => {
    const answer = made
      ? await run({ resource: 'payment', path: `${made.id}/invoice`, input: { number } })
      : await run({ resource: 'payment', path: `${kind}/${id}/invoice`, input: { currency, number } })
    void refresh()
    if (!answer) return
    notify('paying.wasEntered', { type: 'success', messageArgs: { name } })
    onClose()
  }
  return (
    <AskDialog
      title={translate('paying.invoiceTitle', { name })}
      text={translate('paying.invoiceText', { currency })}
      action={{ label: translate('ra.action.save'), isDisabled: number === '' || isWrong, onClick: () => void enter() }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <TextField
        label={translate('paying.invoice')}
        value={given}
        onChange={({ target }) => setGiven(target.value)}
        error={isWrong}
        helperText={isWrong ? translate('errors.invalid_invoice') : undefined}
        required
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { maxLength: invoiceLengthMax } }}
      />
    </AskDialog>
  )
}
