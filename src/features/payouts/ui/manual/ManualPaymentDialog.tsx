import { useListContext, useNotify, useRecordContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import DialogContentText from '@mui/material/DialogContentText'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useRecordCurrency } from '#engine/ui/fields/useRecordCurrency.ts'
import { useIdempotentCall, useTriedMoneyCall } from '#engine/ui/queryPage/useCall.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { ManualPaymentForm } from './ManualPaymentForm.tsx'
import { enterInvoices, type TypedInvoice, useAskedInvoices } from './useInvoices.ts'
import { useOwners } from './usePayees.ts'

/** Says that an entry was paid by hand ("Baixa manual"). */
export default function ManualPaymentDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const language = useLanguage()
  const currency = useRecordCurrency()
  const record = useRecordContext()
  const notify = useNotify()
  const { refetch } = useListContext()
  const { run, isRunning, error } = useIdempotentCall()
  const [owner] = useOwners(record ? [record] : [])
  const invoices = useAskedInvoices(record ? [record] : [])
  const tried = useTriedMoneyCall(
    { resource: 'entry', path: `${record?.id}/payment`, input: { paidAt: businessToday() } },
    record !== undefined,
  )
  const pay = async (values: AnyRecord, typed: readonly TypedInvoice[]) => {
    if (!(await enterInvoices(run, typed))) return
    const paid = await run({ resource: 'entry', path: `${record!.id}/payment`, input: values })
    if (!paid) return
    // One that is pending still waits for another person: it was above the limit of its company.
    const said = paid['status'] === 'pending' ? 'moneyPages.payments.askedApproval' : 'resourcePages.entries.paidTo'
    notify(said, {
      type: 'success',
      messageArgs: { name: owner ?? '–', value: formatMoney(record?.['value'], { language }) },
    })
    void refetch?.()
    onClose()
  }
  const title = translate('resourcePages.entries.payTitle', {
    value: formatMoney(record?.['value'], { language, currency }),
    name: owner ?? '–',
  })
  const lead = (
    <>
      <DialogContentText sx={{ mb: 1 }}>
        {translate('resourcePages.entries.payLead', { day: formatDay(record?.['day']) })}
      </DialogContentText>
      {tried?.['status'] === 'pending' && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {translate('moneyPages.payments.handWaits')}
        </Alert>
      )}
    </>
  )
  return (
    <ManualPaymentForm
      title={title}
      lead={lead}
      onPay={pay}
      invoices={invoices}
      needsInvoices
      isRunning={isRunning}
      error={error}
      onClose={onClose}
    />
  )
}
