import Alert from '@mui/material/Alert'
import { useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'

/** In a user's form, as long as no brand is chosen: what that means for the person. */
export default function NoBrandsHint() {
  const translate = useTranslate()
  const [brands, root] = useWatch({ name: ['allowedBrands', 'root'] }) as [unknown, unknown]
  if (root === true || (Array.isArray(brands) && brands.length > 0)) return null
  return (
    <Alert severity="info" variant="outlined" sx={{ my: 2 }}>
      {translate('resourcePages.noBrands.form')}
    </Alert>
  )
}
