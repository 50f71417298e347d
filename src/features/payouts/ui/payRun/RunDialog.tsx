import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { PayeeRow } from '../../answers/payees.ts'
import type { PayRunPayee, PayRunAnswer } from '../../answers/payRun.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { invoiceProblem, normalizeInvoice } from '#rules/payouts/invoices.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { Freshness } from '#features/activity/ui/freshness/Freshness.tsx'
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
import { RunSums } from './RunSums.tsx'
import { outcomeOf, type Preview, usePreview } from './usePreview.ts'
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
  const preview = usePreview({ owners, typed, isReady: !isUnready && done === null })
  const pay = async (byHand: AnyRecord = {}) => {
    const answer = (await run({
      resource: 'payment',
      path: 'run',
      input: { ...asPreviewed(runInput(owners, typed), preview), ...byHand },
    })) as PayRunAnswer | null
    void refresh()
    if (!answer) {
      preview.again()
      return
    }
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
        <RunSums {...done} typed={typed} isDone />
        <Receipt {...done} />
      </PromptDialog>
    )
  const problem = error ?? preview.error
  const belowMinimum = owners.filter(({ status }) => status === 'below_minimum').length
  return (
    <PromptDialog
      title={translate('work.payRun.title', { smart_count: owners.length, value: sumsText(totalsOf(owners, typed)) })}
      text={translate('work.payRun.text')}
      maxWidth="sm"
      action={{
        label: submitText(translate, preview.answer),
        isDisabled: owners.length === 0 || isUnready || !preview.isCurrent || preview.answer?.payments.length === 0,
        ...(isByHand ? { form: formId } : { onClick: () => void pay() }),
      }}
      isRunning={isRunning}
      problem={problem !== null && errorText(problem)}
      onClose={onClose}
    >
      {owners.length === 0 && <Alert severity="info">{translate('work.payRun.nothing')}</Alert>}
      {chosen.owners.length > payeesMax && (
        <Alert severity="info">{translate('work.payRun.tooMany', { max: payeesMax })}</Alert>
      )}
      {preview.answer && owners.length > 0 && (
        <RunSums answer={preview.answer} owners={owners} typed={typed} isDone={false} />
      )}
      {owners.length > 0 && (
        <PayeesTable
          preview={preview.answer}
          owners={owners}
          typed={typed}
          onType={setTyped}
          onLeave={(owner) => chosen.put([owner], false)}
        />
      )}
      {owners.length > 0 && <Freshness sx={{ mt: 1 }} />}
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

/** What is asked for, with what the preview said of each: where that is otherwise by now, the server does nothing. */
function asPreviewed({ payees, approvals }: ReturnType<typeof runInput>, { answer }: Preview) {
  const saidOf = ({ kind, id, currency }: PayRunPayee) =>
    answer?.payments.find((made) => made.kind === kind && made.id === id && made.currency === currency)
  return {
    payees: payees.map((payee) => {
      const said = saidOf(payee)
      return said ? { ...payee, awaitsApproval: said.awaitsApproval } : payee
    }),
    approvals,
  }
}

/** What the button says: how many are paid, asked for and approved. */
function submitText(translate: ReturnType<typeof useTranslate>, answer: PayRunAnswer | null): string {
  const counts = { pay: 0, ask: 0, approve: 0 }
  for (const made of answer?.payments ?? []) {
    const outcome = outcomeOf(made)
    counts[outcome === 'ask' || outcome === 'approve' ? outcome : 'pay'] += 1
  }
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  if (parts.length === 0) return translate('work.payRun.submit')
  const said = parts.map(([part, count]) => translate(`work.payRun.submits.${part}`, { smart_count: count }))
  const [first, ...others] = said as [string, ...string[]]
  return [first, ...others.map((each) => each.toLowerCase())].join(` ${translate('work.payRun.and')} `)
}
