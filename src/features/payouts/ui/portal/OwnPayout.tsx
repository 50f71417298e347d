import { lazy, Suspense, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { PortalPayout } from '#features/portal/answers/portal.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useMoneyText } from '#features/portal/ui/usePortal.ts'

const OwnInvoiceDialog = lazy(() => import('./OwnInvoiceDialog.tsx'))

/** What an affiliate does about its next payment: ask for it, and send the invoice it waits for. */
export function OwnPayout({ payout }: { payout: PortalPayout }) {
  const translate = useTranslate()
  const money = useMoneyText()
  const moment = useMomentText()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [isInvoiceOpen, setIsInvoiceOpen] = useState(false)
  const { currency, status, canRequest, request } = payout
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataProvider.callApi('/api/portal/payment_request', { method: 'POST', body: JSON.stringify({ currency }) }),
    onSuccess: () => notify('portal.payments.wasRequested', { type: 'success' }),
    onError: (error) => notify(errorText(error), { type: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['portal'] }),
  })
  const said =
    request?.state === 'waiting'
      ? translate('portal.payments.requested', { value: money(request.value, currency), at: moment(request.at) })
      : request?.state === 'declined' &&
        translate('portal.payments.declined', { value: money(request.value, currency), reason: request.reason })
  return (
    <>
      {said && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {said}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, '&:empty': { display: 'none' } }}>
        {canRequest && (
          <Button color="inherit" size="small" variant="outlined" disabled={isPending} onClick={() => mutate()}>
            {translate('portal.payments.request')}
          </Button>
        )}
        {status === 'invoice_missing' && (
          <Button color="inherit" size="small" variant="outlined" onClick={() => setIsInvoiceOpen(true)}>
            {translate('portal.payments.sendInvoice')}
          </Button>
        )}
      </Box>
      {isInvoiceOpen && (
        <Suspense fallback={null}>
          <OwnInvoiceDialog currency={currency} onClose={() => setIsInvoiceOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
