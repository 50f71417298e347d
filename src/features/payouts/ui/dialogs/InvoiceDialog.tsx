import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { InvoicesAnswer } from '../../answers/invoices.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { NoteFile } from '#engine/notes/ui/NoteFile.tsx'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { PayeeRow } from '../../answers/payees.ts'
import { invoiceLengthMax, normalizeInvoice, typedInvoiceProblem } from '#rules/payouts/invoices.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { type ChosenFile, InvoiceFile, saysNumber } from '../invoice/InvoiceFile.tsx'
import { useOwnersRefresh } from '../payees/usePayees.ts'

/** Asks for the number of an invoice: of the payment that waits for approval, else for the next payment of an owner. */
export default function InvoiceDialog({ owner, onClose }: { owner: PayeeRow; onClose: () => void }) {
  const translate = useTranslate()
  const language = useLanguage()
  const errorText = usePaymentErrorText()
  const refresh = useOwnersRefresh()
  const { kind, id, name, currency, status, payment } = owner
  const made = status === 'awaiting_approval' ? payment : null
  const [given, setGiven] = useState((made ? made.invoice : owner.invoice) ?? '')
  const number = normalizeInvoice(given)
  const problem = typedInvoiceProblem(given)
  const [file, setFile] = useState<ChosenFile | null>(null)
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data } = useQuery({
    queryKey: ['invoices', kind, id],
    queryFn: ({ signal }) => dataProvider.read<InvoicesAnswer>(`/api/payment/${kind}/${id}/invoice`, signal),
    staleTime: 0,
    enabled: !made && owner.invoice !== null,
  })
  const waiting = made ? undefined : data?.waiting.find((each) => each.currency === currency)
  const money = (value: number) => formatMoney(value, { language, currency })
  const input = { ...(number === '' ? {} : { number }), ...(file ? { file } : {}) }
  return (
    <WriteDialog
      title={translate('paying.invoiceTitle', { name })}
      text={translate('paying.invoiceText', { currency })}
      action={{
        label: translate('ra.action.save'),
        isDisabled: (number === '' && !saysNumber(file)) || problem !== null,
      }}
      call={() => ({
        resource: 'payment',
        ...(made
          ? { path: `${made.id}/invoice`, input }
          : { path: `${kind}/${id}/invoice`, input: { currency, ...input } }),
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
        required={!saysNumber(file)}
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { maxLength: invoiceLengthMax } }}
      />
      <InvoiceFile label={translate('moneyPages.requests.invoiceFile')} file={file} onChange={setFile} />
      {waiting?.fileName && <NoteFile name={waiting.fileName} path={`/api/payment/invoice/${waiting.id}/file`} />}
      {waiting && waiting.amount !== null && (
        <Typography variant="body2" color={waiting.amount === waiting.due ? 'textSecondary' : 'warning'}>
          {translate('moneyPages.requests.invoiceSays', { amount: money(waiting.amount), due: money(waiting.due) })}
        </Typography>
      )}
    </WriteDialog>
  )
}
