import { lazy, Suspense, useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { PayeeRow } from '../../answers/payees.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { missingPayeeFields } from '../fixPayee/missingFields.ts'
import { RiskLink } from '#features/risk/ui/RiskLink.tsx'
import { useOwnersRefresh } from './usePayees.ts'

const PayDialog = lazy(() => import('../dialogs/PayDialog.tsx'))
const MendDialog = lazy(() => import('../fixPayee/MendDialog.tsx'))
const HoldDialog = lazy(() => import('../dialogs/HoldDialog.tsx'))
const DeclineRequest = lazy(() => import('../dialogs/DeclineRequest.tsx'))
const InvoiceDialog = lazy(() => import('../dialogs/InvoiceDialog.tsx'))
const DecidePayment = lazy(() => import('../dialogs/DecidePayment.tsx'))

/** The list of an owner's pending entries, for whoever pays by hand. */
export function pendingEntriesPath({ kind, id, currency }: Pick<PayeeRow, 'kind' | 'id' | 'currency'>): string {
  return `/entry?filter=${encodeURIComponent(JSON.stringify({ [kind]: [id], status: ['pending'], currency: [currency] }))}`
}

/**
 * Buttons of a payee by its status: pay, approve, decline, hold, release, complete, enter an invoice, or pay manually.
 * @param isMain whether the page is about this payee: its first button is filled
 */
export function OwnerActions({ owner, isMain = false }: { owner: PayeeRow; isMain?: boolean }) {
  const translate = useTranslate()
  const [opened, setOpened] = useState<
    'pay' | 'invoice' | 'approve' | 'decline' | 'declineRequest' | 'mend' | 'hold' | 'release' | null
  >(null)
  const close = () => setOpened(null)
  const refresh = useOwnersRefresh()
  const { status, payment } = owner
  const actor = useActor()
  const entered = status === 'awaiting_approval' && payment ? payment.invoice : owner.invoice
  const lacking = missingPayeeFields({ owner, resource: useResources()[owner.kind]!, actor })
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
      {owner.isPayable && (
        <Button
          size="small"
          variant={isMain ? 'contained' : 'outlined'}
          onClick={() => setOpened('pay')}
          aria-label={translate('moneyPages.payments.payNamed', { name: owner.name })}
        >
          {translate('moneyPages.payments.pay')}
        </Button>
      )}
      {lacking.length > 0 && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => setOpened('mend')}
          aria-label={translate('work.payRun.mendNamed', { name: owner.name })}
        >
          {translate('work.payRun.mend')}
        </Button>
      )}
      {owner.needsInvoice && (
        <Button
          size="small"
          variant={entered === null ? 'outlined' : 'text'}
          onClick={() => setOpened('invoice')}
          aria-label={translate('paying.enterInvoiceNamed', { name: owner.name })}
        >
          {translate(entered === null ? 'paying.enterInvoice' : 'paying.invoice')}
        </Button>
      )}
      {status === 'awaiting_approval' && payment && (
        <>
          {!payment.isOwn && (
            <Button size="small" variant={isMain ? 'contained' : 'outlined'} onClick={() => setOpened('approve')}>
              {translate('moneyPages.payments.approve')}
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={() => setOpened('decline')}>
            {translate('moneyPages.payments.decline')}
          </Button>
        </>
      )}
      {owner.request && (
        <Button
          size="small"
          onClick={() => setOpened('declineRequest')}
          aria-label={translate('moneyPages.requests.declineNamed', { name: owner.name })}
        >
          {translate('moneyPages.requests.decline')}
        </Button>
      )}
      {status === 'manual' && owner.pendingCount > 0 && (
        <Button size="small" component={LinkBase} to={pendingEntriesPath(owner)} sx={{ whiteSpace: 'nowrap' }}>
          {translate('moneyPages.payments.byHand')}
        </Button>
      )}
      {owner.hold?.cause === 'risk' ? (
        // Two people decide about the sign itself.
        <RiskLink />
      ) : owner.hold ? (
        <Button
          size="small"
          variant="outlined"
          onClick={() => setOpened('release')}
          aria-label={translate('paying.releaseNamed', { name: owner.name })}
        >
          {translate('paying.release')}
        </Button>
      ) : (
        <Button
          size="small"
          onClick={() => setOpened('hold')}
          aria-label={translate('paying.holdNamed', { name: owner.name })}
        >
          {translate('paying.hold')}
        </Button>
      )}
      <Suspense fallback={null}>
        {(opened === 'hold' || opened === 'release') && (
          <HoldDialog
            owner={owner}
            decision={opened}
            placedAt={owner.hold?.placedAt}
            onAnswered={() => void refresh()}
            onClose={close}
          />
        )}
        {opened === 'declineRequest' && owner.request && (
          <DeclineRequest owner={owner} request={owner.request} onClose={close} />
        )}
        {opened === 'mend' && <MendDialog owner={owner} fields={lacking} onClose={close} />}
        {opened === 'invoice' && <InvoiceDialog owner={owner} onClose={close} />}
        {opened === 'pay' && <PayDialog owner={owner} onClose={close} />}
        {(opened === 'approve' || opened === 'decline') && payment && (
          <DecidePayment owner={owner} payment={payment} decision={opened} onClose={close} />
        )}
      </Suspense>
    </Box>
  )
}
