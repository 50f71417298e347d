import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { LinkBase, useTranslate } from 'react-admin'
import { homeAddress } from '../entryRouting.ts'
import { useOffice } from '../OfficeContext.tsx'
import { usePageTitle } from '../usePageTitle.ts'

/** There is nothing at this address. */
export function NotFound() {
  const translate = useTranslate()
  const { user } = useOffice()
  const title = translate('pages.notFound.title')
  usePageTitle(title)
  return (
    <Box sx={{ maxWidth: 520, mx: 'auto', py: { xs: 6, sm: 10 }, textAlign: 'center' }}>
      <Typography
        aria-hidden
        sx={{ fontSize: '3rem', fontWeight: 700, letterSpacing: '-0.03em', color: 'primary.main', lineHeight: 1.2 }}
      >
        404
      </Typography>
      <Typography variant="h1" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{translate('pages.notFound.text')}</Typography>
      {user ? (
        <Button variant="contained" component={LinkBase} to={homeAddress}>
          {translate('pages.notFound.home')}
        </Button>
      ) : (
        <Button variant="contained" href="/">
          {translate('pages.notFound.home')}
        </Button>
      )}
    </Box>
  )
}
