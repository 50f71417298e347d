import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { formatDay } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { PagedRows } from '#features/portal/ui/PagedRows.tsx'
import { AskButton } from '#features/portal/ui/Question.tsx'
import { useMoneyText } from '#features/portal/ui/usePortal.ts'
import { NoteFile } from '#engine/notes/ui/NoteFile.tsx'
import { isSelfBilled } from '#rules/payouts/invoices.ts'

interface Payment {
  readonly id: number
  readonly createdAt: string
  readonly paidAt: string | null
  readonly value: number
  readonly net: number
  readonly currency: string
  readonly state: string
  readonly awaitsApproval: boolean
  readonly reference: string | null
  readonly invoice: string | null
  readonly withheld: readonly { readonly tax: string; readonly value: number }[] | null
}

/** A payment that another system made before the affiliate moved here. */
interface PastPayment {
  readonly id: number
  readonly paidOn: string
  readonly value: number
  readonly net: number | null
  readonly currency: string
  readonly state: string
  readonly method: string | null
  readonly reference: string | null
}

/** What was sent to an affiliate, and what was kept back of it. */
export default function PaymentsPage() {
  const translate = useTranslate()
  return (
    <>
      <PageHeading title={translate('portal.pages.payments')} />
      <PagedRows<Payment>
        resource="payment"
        sort="createdAt"
        empty={translate('portal.payments.none')}
        row={(payment) => <PaymentRow payment={payment} />}
      />
      <PagedRows<PastPayment>
        resource="pastPayment"
        sort="paidOn"
        title={
          <Box sx={{ mt: 4, mb: 1 }}>
            <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
              {translate('portal.payments.elsewhere')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {translate('portal.payments.elsewhereLead')}
            </Typography>
          </Box>
        }
        row={(payment) => <PastPaymentRow payment={payment} />}
      />
    </>
  )
}

/** A payment of another system: nothing of it was paid here. */
function PastPaymentRow({ payment: { paidOn, value, net, currency, state, ...by } }: { payment: PastPayment }) {
  const translate = useTranslate()
  const money = useMoneyText()
  const stateText = translate(labelKeys.choice('pastPaymentState', state))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 150 }}>
        <Typography component="h3" variant="subtitle2">
          {formatDay(paidOn)}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[by.method, by.reference].filter(Boolean).join(', ')}
        </Typography>
      </Box>
      <Chip size="small" variant="outlined" label={translate('portal.payments.elsewhereState', { state: stateText })} />
      <Typography sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
        {money(net ?? value, currency)}
      </Typography>
    </Box>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const translate = useTranslate()
  const money = useMoneyText()
  const moment = useMomentText()
  const { id, value, net, currency, state, awaitsApproval, reference, invoice, withheld, paidAt, createdAt } = payment
  const said = [
    reference,
    invoice && translate('moneyPages.statement.invoice', { number: invoice }),
    ...(withheld ?? []).map(
      (kept) => `${translate(`moneyPages.statement.taxes.${kept.tax}`)} ${money(-kept.value, currency)}`,
    ),
  ].filter(Boolean)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 150 }}>
        <Typography component="h2" variant="subtitle2">
          {moment(paidAt ?? createdAt)}
        </Typography>
        {said.length > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {said.join(', ')}
          </Typography>
        )}
        {isSelfBilled(invoice) && <NoteFile name={`${invoice}.html`} path={`/api/portal/payment/${id}/invoice`} />}
      </Box>
      <Chip
        size="small"
        variant="outlined"
        label={translate(awaitsApproval ? 'portal.payments.inApproval' : labelKeys.choice('paymentState', state))}
      />
      <Typography sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
        {money(net ?? value, currency)}
      </Typography>
      <AskButton object="payment" record={id} name={moment(paidAt ?? createdAt)} />
    </Box>
  )
}
