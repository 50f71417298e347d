import { useState } from 'react'
import { useTranslate } from 'react-admin'
import TextField from '@mui/material/TextField'
import type { PayeeRow } from '../../answers/payees.ts'
import { invoiceLengthMax, normalizeInvoice, typedInvoiceProblem } from '#rules/payouts/invoices.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { useOwnersRefresh } from '../payees/usePayees.ts'

/** Asks for the number of an invoice: of the payment that waits for approval, else for the next payment of an owner. */
export default function InvoiceDialog({ owner, onClose }: { owner: PayeeRow; onClose: () => void }) {
  const translate = useTranslate()
  const errorText = usePaymentErrorText()
  const refresh = useOwnersRefresh()
  const { kind, id, name, currency, status, payment } = owner
  const made = status === 'awaiting_approval' ? payment : null
  const [given, setGiven] = useState((made ? made.invoice : owner.invoice) ?? '')
  const number = normalizeInvoice(given)
  const problem = typedInvoiceProblem(given)
  return (
    <WriteDialog
      title={translate('paying.invoiceTitle', { name })}
      text={translate('paying.invoiceText', { currency })}
      action={{ label: translate('ra.action.save'), isDisabled: number === '' || problem !== null }}
      call={() => ({
        resource: 'payment',
        ...(made
          ? { path: `${made.id}/invoice`, input: { number } }
          : { path: `${kind}/${id}/invoice`, input: { currency, number } }),
      })}
      said={() => 'paying.wasEntered'}
      saidOf={{ name }}
      errorText={errorText}
      onAnswered={() => void refresh()}
      onClose={onClose}
    >
      <TextField
        label={translate('paying.invoice')}
        value={given}
        onChange={({ target }) => setGiven(target.value)}
        error={problem !== null}
        helperText={problem ? translate(`errors.${problem}`) : undefined}
        required
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { maxLength: invoiceLengthMax } }}
      />
    </WriteDialog>
  )
}
