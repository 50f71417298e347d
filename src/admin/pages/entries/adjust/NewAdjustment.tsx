import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useActor } from '../../../resource/ResourcesContext.tsx'
import { mayPay } from '../mayPay.ts'

const AdjustmentDialog = lazy(() => import('./AdjustmentDialog.tsx'))

/** The way to write an adjustment, for whoever may. */
export function NewAdjustment() {
  const translate = useTranslate()
  const actor = useActor()
  const [isOpen, setIsOpen] = useState(false)
  if (!mayPay(actor)) return null
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setIsOpen(true)}>
        {translate('resourcePages.entries.adjust')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AdjustmentDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
