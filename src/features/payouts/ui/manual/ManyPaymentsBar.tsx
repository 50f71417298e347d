import { lazy, Suspense, useState } from 'react'
import { useDataProvider, useListContext, useNavigate, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { payeeOf } from '#rules/payouts/payments.ts'
import { SelectionBar } from '#engine/records/ui/actions/BulkBar.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { pages } from '#resources/pages.ts'
import { payeesInAddress } from '../payRun/payees.ts'
import { isManualPayment } from '../isPaidByHand.ts'

const ManyPaymentsDialog = lazy(() => import('./ManyPaymentsDialog.tsx'))

/**
 * What can be done with the selected entries: pay those they belong to, each in one payment; or say that just these
 * were paid by hand, where all in sight are.
 */
export function ManyPaymentsBar() {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const { data = [], selectedIds = [] } = useListContext()
  const areByHand = data.every((entry) => !selectedIds.includes(entry.id) || isManualPayment(entry))
  const toPayees = useWayToPayees(selectedIds)
  return (
    <>
      <SelectionBar>
        {toPayees && (
          <Button size="small" onClick={() => void toPayees()}>
            {translate('work.payRun.fromEntries')}
          </Button>
        )}
        {areByHand && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            {translate('resourcePages.entries.pay')}
          </Button>
        )}
      </SelectionBar>
      {isOpen && (
        <Suspense fallback={null}>
          <ManyPaymentsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Goes to a pay run of those whom entries belong to; null where the person may not open it. */
function useWayToPayees(ids: readonly (string | number)[]): (() => Promise<void>) | null {
  const dataProvider = useDataProvider()
  const navigate = useNavigate()
  const notifyError = useNotifyError()
  const actor = useActor()
  if (!pages.payments.isFor(actor)) return null
  return async () => {
    try {
      const { data } = await dataProvider.getMany('entry', { ids: [...ids] })
      const payees = payeesInAddress(data.map((entry) => payeeOf(entry as Parameters<typeof payeeOf>[0])))
      void navigate(`${pages.payments.path}?pay=${payees}`)
    } catch (error) {
      notifyError(error)
    }
  }
}
