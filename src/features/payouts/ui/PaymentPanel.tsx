import { useRecordContext, useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import { Withheld, type WithheldTax } from './taxes/Withheld.tsx'
import { isSelfBilled } from '#rules/payouts/invoices.ts'
import { NoteFile } from '#engine/notes/ui/NoteFile.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'

/** On the page of a payment: what it pays off, what is kept back of it, what is sent, and its invoice. */
export default function PaymentPanel() {
  const translate = useTranslate()
  const record = useRecordContext()
  // Whoever sees a part of it sees no sum.
  if (!record || typeof record['net'] !== 'number') return null
  const { id, value, net, withheld, currency, invoice } = record as unknown as {
    id: number
    value: number
    net: number
    withheld: readonly WithheldTax[] | null
    currency: string
    invoice: string | null
  }
  return (
    <Panel title={translate('paying.sums')}>
      <Withheld gross={value} taxes={withheld ?? []} net={net} currency={currency} />
      {invoice ? (
        <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {translate('paying.invoice')}: {invoice}
        </Typography>
      ) : null}
      {isSelfBilled(invoice) && <NoteFile name={`${invoice}.html`} path={`/api/payment/${id}/invoice/document`} />}
    </Panel>
  )
}
