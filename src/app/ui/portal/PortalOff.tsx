import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useOffice } from '#engine/ui/shell/OfficeContext.tsx'

/** Shown in place of every page of the portal where the company switched it off. */
export function PortalOff() {
  const translate = useTranslate()
  const { logout } = useOffice()
  return (
    <>
      <Typography variant="h1" sx={{ mb: 1 }}>
        {translate('features.portalOff')}
      </Typography>
      <Typography sx={{ mb: 2 }}>{translate('features.portalOffText')}</Typography>
      <Button variant="contained" onClick={logout}>
        {translate('features.signOut')}
      </Button>
    </>
  )
}
