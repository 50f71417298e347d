import { useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import type { InvoicesAnswer } from '../../answers/invoices.ts'
import type { HoldsAnswer } from '../../answers/holds.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useHoldText } from '../payees/useHoldText.ts'

/** Why a pending entry is not paid, where its owner is held or lacks an invoice. */
export default function HeldNotice({ entry }: { entry: RaRecord }) {
  const translate = useTranslate()
  const text = useHoldText()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const kind = entry['affiliate'] ? 'affiliate' : 'partner'
  const path = `/api/payment/${kind}/${entry[kind]}/holds`
  const { data } = useQuery({
    queryKey: ['payment', 'holds', path],
    queryFn: ({ signal }) => dataProvider.read<HoldsAnswer>(path, signal),
    retry: false,
    staleTime: 60_000,
  })
  const asked = `/api/payment/${kind}/${entry[kind]}/invoice`
  const { data: invoices } = useQuery({
    queryKey: ['payment', 'invoices', asked],
    queryFn: ({ signal }) => dataProvider.read<InvoicesAnswer>(asked, signal),
    retry: false,
    staleTime: 60_000,
  })
  const hold = data?.holds?.find(({ releasedAt }) => releasedAt === null)
  const isEntered = invoices?.waiting?.some(({ currency }) => currency === entry['currency'])
  const why = hold ? text(hold) : invoices?.isRequired && !isEntered && translate('errors.invoice_missing')
  return why ? (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1', overflowWrap: 'anywhere' }}>
      {why}
    </Alert>
  ) : null
}
