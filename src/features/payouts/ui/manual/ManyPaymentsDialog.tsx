import { useRef, useState } from 'react'
import { type Identifier, type RaRecord, useListContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import DialogContentText from '@mui/material/DialogContentText'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BulkOutcome } from '#engine/records/ui/dataProvider.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { ReferenceValue } from '#engine/ui/fields/ReferenceValue.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { ManualPaymentForm } from './ManualPaymentForm.tsx'
import { enterInvoices, type TypedInvoice, useAskedInvoices } from './useInvoices.ts'
import { useOwners } from './usePayees.ts'

/** Says that the selected entries were paid by hand; then of each refused one why. Those stay selected. */
export default function ManyPaymentsDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const language = useLanguage()
  const { selectedIds, onSelect, refetch, data } = useListContext()
  const chosen = useRef({
    ids: selectedIds ?? [],
    entries: (data ?? []).filter(({ id }) => selectedIds?.includes(id)),
  }).current
  const { run, isRunning, error } = useIdempotentCall()
  const [outcome, setOutcome] = useState<PaymentsOutcome | null>(null)
  const invoices = useAskedInvoices(chosen.entries)
  const pay = async (values: AnyRecord, typed: readonly TypedInvoice[]) => {
    if (!(await enterInvoices(run, typed))) return
    const answer = (await run({
      resource: 'entry',
      path: 'payment',
      input: { ...values, ids: chosen.ids.map(Number) },
    })) as PaymentsOutcome | null
    void refetch()
    if (!answer) return
    setOutcome(answer)
    onSelect(answer.refused.map(({ id }) => id))
  }
  // Selected on other pages too: the sum could only be that of a part.
  const sum =
    chosen.entries.length === chosen.ids.length
      ? sumsOf(chosen.entries)
          .map(({ currency, value }) => formatMoney(value, { language, currency }))
          .join(' · ')
      : null
  const records = translate('moneyPages.payments.entries', { smart_count: chosen.ids.length })
  return (
    <ManualPaymentForm
      title={`${translate('resourcePages.entries.pay')}: ${records}`}
      onPay={pay}
      invoices={invoices}
      isRunning={isRunning}
      error={error}
      onClose={onClose}
      lead={sum === null ? undefined : <Lead entries={chosen.entries} sum={sum} />}
      outcome={outcome && <Outcome outcome={outcome} entries={chosen.entries} />}
    />
  )
}

/** What entries come to, one sum a currency. */
function sumsOf(entries: readonly AnyRecord[]): { currency: string | undefined; value: number }[] {
  const groups = Map.groupBy(entries, (entry) => entry['currency'] as string | undefined)
  return [...groups].map(([currency, own]) => ({
    currency,
    value: own.reduce((total, entry) => total + Math.round(Number(entry['value']) * 100), 0) / 100,
  }))
}

/** As of every bulk action, and which wait for another person. */
type PaymentsOutcome = BulkOutcome & { readonly awaiting?: readonly Identifier[] }

const ownersNamedMax = 5

/** How much goes to whom. */
function Lead({ entries, sum }: { entries: readonly RaRecord[]; sum: string }) {
  const translate = useTranslate()
  const owners = useOwners(entries)
  const [names, more] = [owners.slice(0, ownersNamedMax).join(', '), owners.length - ownersNamedMax]
  return (
    <>
      <DialogContentText>
        {translate('resourcePages.report.total')}: {sum}
      </DialogContentText>
      <DialogContentText sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {translate('resourcePages.entries.payTo', {
          names: more > 0 ? translate('resourcePages.entries.payToMore', { names, smart_count: more }) : names,
        })}
      </DialogContentText>
    </>
  )
}

function Outcome({ outcome, entries }: { outcome: PaymentsOutcome; entries: readonly RaRecord[] }) {
  const translate = useTranslate()
  const codeText = useCodeText()
  const nameOf = (id: Identifier) => entries.find((entry) => entry.id === id)
  return (
    <div role="status">
      {outcome.changed.length > 0 && (
        <Alert severity="success">
          {translate('resourcePages.entries.paid')}:{' '}
          {translate('moneyPages.payments.entries', { smart_count: outcome.changed.length })}
        </Alert>
      )}
      {outcome.awaiting && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('moneyPages.payments.statuses.awaiting_approval')}:{' '}
          {translate('moneyPages.payments.entries', { smart_count: outcome.awaiting.length })}
        </Alert>
      )}
      {outcome.refused.length > 0 && (
        <>
          <Alert severity="warning" sx={{ mt: 1 }}>
            {translate('resourcePages.actions.refused', { smart_count: outcome.refused.length })}
          </Alert>
          <List dense>
            {outcome.refused.map(({ id, code, values }) => (
              <ListItem key={id}>
                <ListItemText primary={<EntryName id={id} entry={nameOf(id)} />} secondary={codeText(code, values)} />
              </ListItem>
            ))}
          </List>
        </>
      )}
    </div>
  )
}

function EntryName({ id, entry }: { id: Identifier; entry: RaRecord | undefined }) {
  const language = useLanguage()
  if (!entry) return <>#{id}</>
  const target = entry['affiliate'] ? 'affiliate' : 'partner'
  return (
    <>
      {formatDay(entry['day'])} · <ReferenceValue target={target} id={entry[target]} /> ·{' '}
      {formatMoney(entry['value'], { language, currency: entry['currency'] as string | undefined })}
    </>
  )
}
