import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { PayeeRow } from '../../answers/payees.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { Withheld } from '../taxes/Withheld.tsx'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { useTriedMoneyCall } from '#engine/ui/queryPage/useCall.ts'
import { useOwnersRefresh } from '../payees/usePayees.ts'

/** Asks, then pays an owner's pending entries now. */
export default function PayDialog({ owner, onClose }: { owner: PayeeRow; onClose: () => void }) {
  const translate = useTranslate()
  const money = { language: useLanguage(), currency: owner.currency }
  const errorText = usePaymentErrorText()
  const refresh = useOwnersRefresh()
  const [given, setGiven] = useState(String(owner.pendingValue))
  const amount = Number(given)
  const isAmount = /^\d+(\.\d{1,2})?$/.test(given) && amount > 0 && amount <= owner.pendingValue
  const isPart = isAmount && amount < owner.pendingValue
  const input = { currency: owner.currency, ...(isPart ? { amount } : {}) }
  const tried = useTriedMoneyCall({ resource: 'payment', path: `${owner.kind}/${owner.id}`, input }, isAmount)
  const needsApproval = (tried?.['awaitsApproval'] as boolean | undefined) ?? owner.needsApproval
  return (
    <WriteDialog
      title={translate('moneyPages.payments.payTitle', {
        value: formatMoney(isPart ? amount : owner.pendingValue, money),
        name: owner.name,
      })}
      text={translate('moneyPages.payments.payText', { smart_count: owner.pendingCount })}
      action={{ label: translate('moneyPages.payments.pay'), isDisabled: !isAmount }}
      call={() => ({ resource: 'payment', path: `${owner.kind}/${owner.id}`, input })}
      said={(made) => `moneyPages.payments.${made['awaitsApproval'] ? 'askedApproval' : 'paid'}`}
      saidOf={{ name: owner.name }}
      errorText={errorText}
      onAnswered={() => void refresh()}
      onClose={onClose}
    >
      <TextField
        type="number"
        label={translate('paying.amount', { currency: owner.currency })}
        value={given}
        onChange={({ target }) => setGiven(target.value)}
        error={!isAmount}
        helperText={
          isPart
            ? translate('paying.partial', { rest: formatMoney(owner.pendingValue - amount, money) })
            : translate('paying.amountHelp', { value: formatMoney(owner.pendingValue, money) })
        }
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { min: 0.01, max: owner.pendingValue, step: 0.01 } }}
      />
      {owner.withheld && owner.net !== undefined && !isPart && (
        <Withheld gross={owner.pendingValue} taxes={owner.withheld} net={owner.net} currency={owner.currency} />
      )}
      {owner.withheld && isPart && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('paying.taxesOfPart')}
        </Alert>
      )}
      {owner.invoice && (
        <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          {translate('paying.invoice')}: {owner.invoice}
        </Typography>
      )}
      {owner.status === 'below_minimum' && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {translate('moneyPages.payments.belowMinimum', { minimum: formatMoney(owner.minimumPayout, money) })}
        </Alert>
      )}
      {needsApproval && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {translate('moneyPages.payments.needsApproval')}
        </Alert>
      )}
    </WriteDialog>
  )
}
