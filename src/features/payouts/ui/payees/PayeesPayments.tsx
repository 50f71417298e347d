import { LinkBase, type RaRecord, useGetList, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { type Attempt, useAttemptText } from '../useAttemptText.ts'
import type { WithheldTax } from '../taxes/Withheld.tsx'
import { pendingEntriesPath } from './PayeeActions.tsx'
import type { PayeeRow } from '../../answers/payees.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'

const shownMax = 10
const stateColors: Readonly<Record<string, 'success' | 'error' | 'warning' | 'info'>> = {
  settled: 'success',
  rejected: 'error',
  returned: 'error',
  unknown: 'warning',
  sent: 'info',
  created: 'info',
}

/** An owner's newest payments, each with what was tried. */
export default function OwnersPayments({ owner }: { owner: PayeeRow }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { data, error, isPending, total } = useGetList(
    'payment',
    {
      filter: { [owner.kind]: [owner.id] },
      sort: { field: 'createdAt', order: 'DESC' },
      pagination: { page: 1, perPage: shownMax },
    },
    { retry: false, staleTime: 0 },
  )
  const allPath = `/payment?filter=${encodeURIComponent(JSON.stringify({ [owner.kind]: [owner.id] }))}`
  return (
    <Box sx={{ pl: { xs: 0, sm: 3.5 }, pb: 1 }}>
      <Typography variant="subtitle2" component="h2">
        {translate('moneyPages.payments.history')}
      </Typography>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
      {isPending && <Skeleton height={64} />}
      {data?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {translate('moneyPages.payments.noHistory')}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data?.map((payment) => (
          <Payment key={payment.id} payment={payment} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button size="small" component={LinkBase} to={pendingEntriesPath(owner)}>
          {translate('moneyPages.payments.pendingEntries')}
        </Button>
        {(total ?? 0) > shownMax && (
          <Button size="small" component={LinkBase} to={allPath}>
            {translate('moneyPages.payments.all')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

function Payment({ payment }: { payment: RaRecord }) {
  const translate = useTranslate()
  const language = useLanguage()
  const attemptText = useAttemptText()
  const money = { language, currency: payment['currency'] as string | undefined }
  const state = String(payment['state'])
  const attempts = (payment['attempts'] ?? []) as Attempt[]
  const people = [
    payment['requestedBy'] && translate('moneyPages.payments.askedBy', { name: payment['requestedBy'] }),
    payment['approvedBy'] && translate('moneyPages.payments.approvedBy', { name: payment['approvedBy'] }),
    payment['reference'] && translate('moneyPages.payments.referenced', { reference: payment['reference'] }),
    payment['invoice'] && `${translate('paying.invoice')} ${payment['invoice']}`,
    ...((payment['withheld'] ?? []) as WithheldTax[]).map(
      ({ tax, value }) => `${translate(`moneyPages.statement.taxes.${tax}`)} ${formatMoney(-value, money)}`,
    ),
    (payment['withheld'] as unknown[] | null)?.length
      ? `${translate('paying.net')} ${formatMoney(payment['net'], money)}`
      : null,
  ].filter(Boolean)
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Chip
          size="small"
          variant="outlined"
          color={stateColors[state]}
          label={translate(
            payment['awaitsApproval']
              ? 'moneyPages.payments.statuses.awaiting_approval'
              : labelKeys.choice('paymentState', state),
          )}
        />
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {formatMoney(payment['value'], { language, currency: payment['currency'] as string | undefined })}
        </Typography>
        <Typography variant="body2">
          <RelativeMoment at={payment['createdAt'] as string} />
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {[
            translate(labelKeys.choice('paymentType', String(payment['method']))),
            translate('moneyPages.payments.entries', {
              smart_count: (payment['entries'] as unknown[] | null)?.length ?? 0,
            }),
            ...people,
          ].join(' · ')}
        </Typography>
      </Box>
      {attempts.length > 0 && (
        <Box
          component="ol"
          sx={{ m: 0, mt: 0.5, pl: 2.5, typography: 'body2', overflowWrap: 'anywhere' }}
          aria-label={translate('resourcePages.entries.attempts')}
        >
          {attempts.map((attempt, index) => (
            <li key={index}>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                <RelativeMoment at={attempt.at} />
              </Box>{' '}
              {attemptText(attempt)}
            </li>
          ))}
        </Box>
      )}
    </Box>
  )
}
