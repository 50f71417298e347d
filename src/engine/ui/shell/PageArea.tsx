import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { ThemeProvider } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useLocation, useTranslate } from 'react-admin'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { roomTheme } from './containerTheme.ts'
import { useHeadingFocus } from './useHeadingFocus.ts'
import { useRestoredFocus } from './useKeptFocus.ts'

/** In place of a page that threw; the menu stays. */
function Crashed() {
  const translate = useTranslate()
  return (
    <Box role="alert" sx={{ py: 6, textAlign: 'center' }}>
      <Typography sx={{ mb: 2 }}>{translate('pages.app.crashed')}</Typography>
      <Button variant="contained" onClick={() => window.location.reload()}>
        {translate('pages.app.reload')}
      </Button>
    </Box>
  )
}

function Waiting() {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', py: 10 }}>
      <CircularProgress size={28} aria-label={translate('pages.app.loading')} />
    </Box>
  )
}

/** Where a page stands. Pages bring their own heading. */
export function PageArea({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useHeadingFocus(pathname)
  useRestoredFocus()
  return (
    <Box
      component="main"
      id="main-content"
      tabIndex={-1}
      className="frame"
      sx={{ pt: { xs: 2, sm: 2.5 }, pb: 6, '&:focus': { outline: 'none' } }}
    >
      <ThemeProvider theme={roomTheme}>
        <ErrorBoundary FallbackComponent={Crashed} resetKeys={[pathname]}>
          <Suspense fallback={<Waiting />}>{children}</Suspense>
        </ErrorBoundary>
      </ThemeProvider>
    </Box>
  )
}
