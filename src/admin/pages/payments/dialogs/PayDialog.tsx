import { useId } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { formatMoney } from '../../../fields/format.ts'
import { useLanguage } from '../../../fields/useLanguage.ts'
import { usePaymentErrorText } from '../../../resource/useSaid.ts'
import { useMoneyCall } from '../../money/useMoneyCall.ts'
import type { OwnerRow } from '../../../../config/answers/owners.ts'
import { useOwnersRefresh } from '../useOwners.ts'

/** Asks, then pays an owner's pending entries now. */
export default function PayDialog({ owner, onClose }: { owner: OwnerRow; onClose: () => void }) {
  const translate = useTranslate()
  const language = useLanguage()
  const notify = useNotify()
  const errorText = usePaymentErrorText()
  const refresh = useOwnersRefresh()
  const { run, isRunning, error } = useMoneyCall()
  const [titleId, textId] = [useId(), useId()]
  const pay = async () => {
    const made = await run({
      resource: 'payment',
      path: `${owner.kind}/${owner.id}`,
      input: { currency: owner.currency },
    })
    void refresh()
    if (!made) return
    notify(made['awaitsApproval'] ? 'moneyPages.payments.askedApproval' : 'moneyPages.payments.paid', {
      type: 'success',
      messageArgs: { name: owner.name },
    })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={isRunning ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={textId}
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id={titleId}>
        {translate('moneyPages.payments.payTitle', {
          value: formatMoney(owner.pendingValue, { language, currency: owner.currency }),
          name: owner.name,
        })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>
          {translate('moneyPages.payments.payText', { smart_count: owner.pendingCount })}
        </DialogContentText>
        {owner.status === 'below_minimum' && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {translate('moneyPages.payments.belowMinimum', {
              minimum: formatMoney(owner.minimumPayout, { language, currency: owner.currency }),
            })}
          </Alert>
        )}
        {owner.needsApproval && (
          <Alert severity="info" sx={{ mt: 2 }}>
            {translate('moneyPages.payments.needsApproval')}
          </Alert>
        )}
        {error !== null && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {errorText(error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning}>
          {translate('resourcePages.actions.cancel')}
        </Button>
        <Button variant="contained" onClick={() => void pay()} loading={isRunning}>
          {translate('moneyPages.payments.pay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
