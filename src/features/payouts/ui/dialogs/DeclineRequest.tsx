import { useTranslate } from 'react-admin'
import type { PayeeRow } from '../../answers/payees.ts'
import type { PayoutRequest } from '../../answers/requests.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { useOwnersRefresh } from '../payees/usePayees.ts'

/** Declines what an affiliate asked to be paid, and says why. */
export default function DeclineRequest({
  owner: { name },
  request,
  onClose,
}: {
  owner: PayeeRow
  request: PayoutRequest
  onClose: () => void
}) {
  const translate = useTranslate()
  const errorText = usePaymentErrorText()
  const refresh = useOwnersRefresh()
  return (
    <WriteDialog
      title={translate('moneyPages.requests.declineTitle', { name })}
      text={translate('moneyPages.requests.declineText')}
      action={{ label: translate('moneyPages.requests.decline'), color: 'warning' }}
      reasonLabel={translate('paying.reason')}
      call={(reason) => ({ resource: 'payment', path: `request/${request.id}/decline`, input: { reason } })}
      said={() => 'moneyPages.requests.wasDeclined'}
      saidOf={{ name }}
      errorText={errorText}
      onAnswered={() => void refresh()}
      onClose={onClose}
    />
  )
}
