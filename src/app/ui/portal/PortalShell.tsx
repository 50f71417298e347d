import { type ComponentType, type ReactNode, Suspense } from 'react'
import { LinkBase, useLocation, useTranslate } from 'react-admin'
import BarChartOutlined from '@mui/icons-material/BarChartOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import LinkIcon from '@mui/icons-material/Link'
import Logout from '@mui/icons-material/Logout'
import MoreHoriz from '@mui/icons-material/MoreHoriz'
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import GlobalStyles from '@mui/material/GlobalStyles'
import { styled, type Theme } from '@mui/material/styles'
import { brand } from '#engine/ui/shell/brand.ts'
import { barStyle } from '#engine/ui/shell/barStyle.ts'
import { LanguageSwitch } from '#engine/ui/shell/LanguageSwitch.tsx'
import { useOffice } from '#engine/ui/shell/OfficeContext.tsx'
import { useHeadingFocus } from '#engine/ui/shell/useHeadingFocus.ts'
import { useRestoredFocus } from '#engine/ui/shell/useKeptFocus.ts'
import { morePath, portalPagesFor } from './portalPages.ts'
import { Unseen } from './Unseen.tsx'

const pageWidthPx = 1080
/** Bar, menu and page begin at one edge, however wide the window is. */
const atPageEdge = (least: number) => `max(${least}px, calc((100% - ${pageWidthPx}px) / 2 + ${least}px))`

const Menu = styled('ul')(({ theme }) => ({
  display: 'flex',
  // Telephones have the bar at the bottom.
  [theme.breakpoints.down('sm')]: { display: 'none' },
  gap: 4,
  margin: 0,
  padding: `0 ${atPageEdge(14)}`,
  overflowX: 'auto',
  listStyle: 'none',
  '& a': {
    display: 'block',
    padding: '12px 10px',
    color: 'var(--text-muted)',
    fontWeight: 600,
    fontSize: '0.875rem',
    whiteSpace: 'nowrap',
    textDecoration: 'none',
    borderBottom: '2px solid transparent',
  },
  '& a[aria-current="page"]': { color: 'var(--text)', borderBottomColor: 'var(--primary)' },
}))

function Bar() {
  const translate = useTranslate()
  const { user, logout } = useOffice()
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: { xs: 2, sm: atPageEdge(24) },
        minHeight: 56,
        ...barStyle('dark'),
      }}
    >
      <img src={brand.logo} alt={brand.title} width="32" height="32" />
      <Box sx={{ flexGrow: 1, minWidth: 0, fontWeight: 650, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {user?.name}
      </Box>
      <LanguageSwitch />
      <IconButton
        color="inherit"
        onClick={logout}
        aria-label={translate('pages.layout.logout')}
        title={translate('pages.layout.logout')}
      >
        <Logout fontSize="small" />
      </IconButton>
    </Box>
  )
}

/** Tells staff whose pages they look at, and leads back. */
function ViewingBar() {
  const translate = useTranslate()
  const { user, logout } = useOffice()
  if (!user?.viewedBy) return null
  return (
    <Alert
      severity="warning"
      variant="filled"
      sx={{ borderRadius: 0, px: { xs: 2, sm: atPageEdge(24) } }}
      action={
        <Button color="inherit" size="small" onClick={logout}>
          {translate('portal.viewing.leave')}
        </Button>
      }
    >
      {translate('portal.viewing.banner', { name: user.name })}
    </Alert>
  )
}

/** What the bar of a telephone leads to, each with its drawing. */
const barIcons: Readonly<Record<string, ComponentType>> = {
  overview: HomeOutlined,
  links: LinkIcon,
  entries: BarChartOutlined,
  payments: PaymentsOutlined,
}

const bottomBar = {
  display: { xs: 'flex', sm: 'none' },
  position: 'fixed',
  zIndex: 'appBar',
  bottom: 0,
  left: 0,
  right: 0,
  m: 0,
  p: 0,
  pb: 'env(safe-area-inset-bottom)',
  listStyle: 'none',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  '& li': { flex: '1 1 0', minWidth: 0 },
  '& a': {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2px',
    minHeight: 56,
    color: 'var(--text-muted)',
    fontSize: '0.75rem',
    fontWeight: 600,
    textDecoration: 'none',
  },
  '& a[aria-current="page"]': { color: 'primary.main' },
} as const

/** Notices stand above the bar of a telephone, not over it. */
const aboveBar = ({ breakpoints }: Theme) => ({
  [breakpoints.down('sm')]: { '.MuiSnackbar-root.MuiSnackbar-root': { bottom: 68 } },
})

/** Five places at the bottom of a telephone; the fifth leads to all others. */
function BottomBar({ pathname }: { pathname: string }) {
  const translate = useTranslate()
  const { user } = useOffice()
  const places = portalPagesFor(user).filter(({ place }) => place === 'bar')
  const isElsewhere = !places.some(({ path }) => path === pathname)
  return (
    <Box component="ul" sx={bottomBar}>
      {places.map(({ name, path }) => {
        const Icon = barIcons[name]!
        return (
          <li key={name}>
            <LinkBase to={path} aria-current={path === pathname ? 'page' : undefined}>
              <Icon />
              {translate(`portal.pages.${name}`)}
            </LinkBase>
          </li>
        )
      })}
      <li>
        <LinkBase to={morePath} aria-current={isElsewhere ? 'page' : undefined}>
          <MoreHoriz />
          {translate('portal.more.title')}
          <Box component="span" sx={{ position: 'absolute', top: 14, right: '28%' }}>
            <Unseen pathname={pathname} />
          </Box>
        </LinkBase>
      </li>
    </Box>
  )
}

/** What stands around every page of the portal: who is here, and the way to the other pages. */
export function PortalShell({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { user } = useOffice()
  const { pathname } = useLocation()
  const pages = portalPagesFor(user)
  useHeadingFocus(pathname)
  useRestoredFocus()
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <ViewingBar />
      <Bar />
      <GlobalStyles styles={aboveBar} />
      {pages.length > 0 && (
        <Box
          component="nav"
          aria-label={translate('portal.menu')}
          sx={{
            bgcolor: 'background.paper',
            borderBottom: { sm: 1 },
            borderColor: { sm: 'divider' },
            displayPrint: 'none',
          }}
        >
          <BottomBar pathname={pathname} />
          <Menu>
            {pages.map(({ name, path }) => (
              <li key={name}>
                <LinkBase to={path} aria-current={path === pathname ? 'page' : undefined}>
                  {translate(`portal.pages.${name}`)}
                  {name === 'questions' && <Unseen pathname={pathname} />}
                </LinkBase>
              </li>
            ))}
          </Menu>
        </Box>
      )}
      <Box
        component="main"
        id="main-content"
        sx={{ maxWidth: pageWidthPx, mx: 'auto', px: { xs: 2, sm: 3 }, pt: 3, pb: { xs: 11, sm: 3 } }}
      >
        <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>{children}</Suspense>
      </Box>
    </Box>
  )
}
