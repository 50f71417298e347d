import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import TextField from '@mui/material/TextField'
import { invoiceLengthMax, typedInvoiceProblem } from '#rules/payouts/invoices.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { type ChosenFile, InvoiceFile, saysNumber } from '../invoice/InvoiceFile.tsx'

/** An affiliate sends the invoice for its next payment in a currency: the XML of an NFS-e, or a number with or without a PDF. */
export default function OwnInvoiceDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const translate = useTranslate()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [number, setNumber] = useState('')
  const [file, setFile] = useState<ChosenFile | null>(null)
  const problem = typedInvoiceProblem(number)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const said = { currency, ...(number.trim() ? { number } : {}), ...(file ? { file } : {}) }
      return dataProvider.callApi('/api/portal/invoice', { method: 'POST', body: JSON.stringify(said) })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['portal'] })
      notify('portal.payments.invoiceSent', { type: 'success' })
      onClose()
    },
  })
  const isReady = number.trim() !== '' || saysNumber(file)
  return (
    <PromptDialog
      title={translate('portal.payments.sendInvoice')}
      text={translate('portal.payments.invoiceText', { currency })}
      problem={error && errorText(error)}
      isRunning={isPending}
      onClose={onClose}
      action={{
        label: translate('portal.payments.sendInvoice'),
        isDisabled: !isReady || problem !== null,
        onClick: () => mutate(),
      }}
    >
      <InvoiceFile label={translate('portal.payments.invoiceFile')} file={file} onChange={setFile} />
      <TextField
        label={translate('portal.payments.invoiceNumber')}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
        error={problem !== null}
        helperText={problem ? translate(`errors.${problem}`) : undefined}
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { maxLength: invoiceLengthMax } }}
      />
    </PromptDialog>
  )
}
