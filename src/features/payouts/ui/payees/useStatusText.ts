import { useTranslate } from 'react-admin'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useAttemptText } from '../useAttemptText.ts'
import { useHoldText } from './useHoldText.ts'
import type { PayeeRow } from '../../answers/payees.ts'

/** Says why an owner is not paid, or what becomes of the payment, in one sentence. */
export function useStatusText(): (owner: PayeeRow) => string {
  const translate = useTranslate()
  const language = useLanguage()
  const moment = useMomentText()
  const attemptText = useAttemptText()
  const fieldLabel = useFieldLabel()
  const holdText = useHoldText()
  return ({ kind, status, minimumPayout, currency, heldUntil, hold, nextPayDay, missing, payment }) => {
    if (status === 'held' && hold) return holdText(hold)
    return translate(`moneyPages.payments.why.${status}`, {
      minimum: formatMoney(minimumPayout, { language, currency }),
      day: formatDay(nextPayDay),
      until: moment(heldUntil),
      fields: missing.map((field) => fieldLabel(kind, field)).join(', '),
      name: payment?.requestedBy ?? '–',
      at: moment(payment?.at),
      value: formatMoney(payment?.value, { language, currency }),
      reason: payment?.reason
        ? payment.state === 'rejected'
          ? attemptText({ message: payment.reason, remark: payment.remark })
          : payment.reason
        : '–',
    })
  }
}
