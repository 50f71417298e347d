import { useTranslate } from 'react-admin'
import type { PayeeRow, ShownPayment } from '../../answers/payees.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { DecideDialog, type Decision } from '#engine/ui/queryPage/DecideDialog.tsx'
import { useOwnersRefresh } from '../payees/usePayees.ts'

const words = 'moneyPages.payments'

interface DecidePaymentProps {
  readonly owner: PayeeRow
  readonly payment: ShownPayment
  readonly decision: Decision
  readonly onClose: () => void
}

/** Decides about a payment that waits for a second person. */
export default function DecidePayment({ owner, payment, decision, onClose }: DecidePaymentProps) {
  const translate = useTranslate()
  const language = useLanguage()
  const refresh = useOwnersRefresh()
  const value = formatMoney(payment.value, { language, currency: owner.currency })
  return (
    <DecideDialog
      subject={{ resource: 'payment', id: payment.id, words, reasonLabel: `${words}.reason` }}
      decision={decision}
      onAnswered={() => void refresh()}
      onClose={onClose}
      title={translate(`${words}.${decision}Title`, { value, name: owner.name })}
      text={translate(`${words}.${decision}Text`, { name: payment.requestedBy ?? '–' })}
      said={{ name: owner.name, value }}
    />
  )
}
