import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'

/** Says that amounts are the part of the brands this person sees, and that there is more. */
export function PartialNotice() {
  const translate = useTranslate()
  return (
    <Alert severity="info" sx={{ m: 2 }}>
      {translate('moneyPages.partial')}
    </Alert>
  )
}
