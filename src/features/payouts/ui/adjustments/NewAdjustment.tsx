import { lazy } from 'react'
import { useTranslate } from 'react-admin'
import AddIcon from '@mui/icons-material/Add'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { mayPay } from '../mayPay.ts'

const AdjustmentDialog = lazy(() => import('./AdjustmentDialog.tsx'))

/** The way to write an adjustment, for whoever may. */
export function NewAdjustment() {
  const translate = useTranslate()
  const actor = useActor()
  if (!mayPay(actor)) return null
  return (
    <DialogButton
      variant="contained"
      startIcon={<AddIcon />}
      label={translate('resourcePages.entries.adjust')}
      dialog={(onClose) => <AdjustmentDialog onClose={onClose} />}
    />
  )
}
