import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { PayeeRow } from '../../answers/payees.ts'
import type { PayRunAnswer } from '../../answers/payRun.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { invoiceProblem, normalizeInvoice } from '#rules/payouts/invoices.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { PaymentFields } from '../manual/ManualPaymentForm.tsx'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { useOwnersRefresh } from '../payees/usePayees.ts'
import {
  amountOf,
  asksInvoice,
  invoiceOf,
  nothingTyped,
  payeesMax,
  payRunPlanFor,
  refusedOwners,
  runInput,
  type PayRunInput,
  totalsOf,
} from './payees.ts'
import { PayeesTable } from './PayeesTable.tsx'
import { Receipt } from './Receipt.tsx'
import type { PayRunSelection } from './useChosen.ts'
import { useSumsText } from './useSums.ts'

/** Shows whom a run pays and how much, pays them, and says what became of each. */
export default function RunDialog({ chosen, onClose }: { chosen: PayRunSelection; onClose: () => void }) {
  const translate = useTranslate()
  const sumsText = useSumsText()
  const formId = useId()
  const errorText = usePaymentErrorText()
  const refresh = useOwnersRefresh()
  const { run, isRunning, error } = useIdempotentCall()
  const [done, setDone] = useState<{ answer: PayRunAnswer; owners: readonly PayeeRow[] } | null>(null)
  const [typed, setTyped] = useState<PayRunInput>(nothingTyped)
  const owners = chosen.owners.slice(0, payeesMax)
  const isByHand = owners.some((owner) => payRunPlanFor(owner) === 'hand')
  const isUnready = owners.some(
    (owner) =>
      amountOf(owner, typed) === null ||
      (asksInvoice(owner) && invoiceProblem(normalizeInvoice(invoiceOf(owner, typed))) !== null),
  )
  const pay = async (byHand: AnyRecord = {}) => {
    const answer = (await run({
      resource: 'payment',
      path: 'run',
      input: { ...runInput(owners, typed), ...byHand },
    })) as PayRunAnswer | null
    void refresh()
    if (!answer) return
    setDone({ answer, owners })
    chosen.only(refusedOwners(owners, answer).map(({ owner }) => owner))
  }
  if (done)
    return (
      <PromptDialog
        title={translate('work.payRun.done')}
        maxWidth="sm"
        isRead
        closeLabel="resourcePages.actions.close"
        more={<Button onClick={() => window.print()}>{translate('work.payRun.print')}</Button>}
        onClose={onClose}
      >
        <Receipt {...done} />
      </PromptDialog>
    )
  const belowMinimum = owners.filter(({ status }) => status === 'below_minimum').length
  return (
    <PromptDialog
      title={translate('work.payRun.title', { smart_count: owners.length, value: sumsText(totalsOf(owners, typed)) })}
      text={translate('work.payRun.text')}
      maxWidth="sm"
      action={{
        label: translate(`work.payRun.${submitLabel(owners)}`),
        isDisabled: owners.length === 0 || isUnready,
        ...(isByHand ? { form: formId } : { onClick: () => void pay() }),
      }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      {owners.length === 0 && <Alert severity="info">{translate('work.payRun.nothing')}</Alert>}
      {chosen.owners.length > payeesMax && (
        <Alert severity="info">{translate('work.payRun.tooMany', { max: payeesMax })}</Alert>
      )}
      {owners.length > 0 && (
        <PayeesTable owners={owners} typed={typed} onType={setTyped} onLeave={(owner) => chosen.put([owner], false)} />
      )}
      {belowMinimum > 0 && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('work.payRun.below', { smart_count: belowMinimum })}
        </Alert>
      )}
      {isByHand && (
        <>
          <Typography variant="subtitle2" component="h3" sx={{ mt: 2 }}>
            {translate('work.payRun.handLead')}
          </Typography>
          <PaymentFields formId={formId} onPay={pay} />
        </>
      )}
    </PromptDialog>
  )
}

/** What the button says: paying, where anything is paid; else what all of it is. */
function submitLabel(owners: readonly PayeeRow[]): 'submit' | 'submitAsk' | 'submitApprove' {
  const parts = new Set(owners.map(payRunPlanFor))
  if (parts.size !== 1) return 'submit'
  return parts.has('ask') ? 'submitAsk' : parts.has('approve') ? 'submitApprove' : 'submit'
}
