import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { SelectionBar } from '../../../resource/actions/BulkBar.tsx'

const ManyPaymentsDialog = lazy(() => import('./ManyPaymentsDialog.tsx'))

/** What can be done with the selected entries: say that they were paid by hand. */
export function ManyPaymentsBar() {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <SelectionBar>
        <Button size="small" onClick={() => setIsOpen(true)}>
          {translate('resourcePages.entries.pay')}
        </Button>
      </SelectionBar>
      {isOpen && (
        <Suspense fallback={null}>
          <ManyPaymentsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
