import { type ReactNode, Suspense, useEffect } from 'react'
import { LinkBase, useLocation, useTranslate } from 'react-admin'
import Logout from '@mui/icons-material/Logout'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Badge from '@mui/material/Badge'
import type { QuestionsAnswer } from '#engine/notes/answers/notes.ts'
import { brand } from '#engine/ui/shell/brand.ts'
import { barStyle } from '#engine/ui/shell/barStyle.ts'
import { LanguageSwitch } from '#engine/ui/shell/LanguageSwitch.tsx'
import { useOffice } from '#engine/ui/shell/OfficeContext.tsx'
import { useHeadingFocus } from '#engine/ui/shell/useHeadingFocus.ts'
import { useRestoredFocus } from '#engine/ui/shell/useKeptFocus.ts'
import { portalPages } from './portalPages.ts'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

const pageWidthPx = 1080
/** Bar, menu and page begin at one edge, however wide the window is. */
const atPageEdge = (least: number) => `max(${least}px, calc((100% - ${pageWidthPx}px) / 2 + ${least}px))`

const Menu = styled('ul')({
  display: 'flex',
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
})

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

/** How many answers were not read yet: asked again with each page that is opened. */
function Unseen({ pathname }: { pathname: string }) {
  const translate = useTranslate()
  const { data, refetch } = useAnswer<QuestionsAnswer>('/api/portal/questions')
  useEffect(() => void refetch(), [pathname, refetch])
  const count = data?.unseen ?? 0
  if (count === 0) return null
  const title = translate('portal.questions.unseen', { smart_count: count })
  return (
    <Badge color="error" badgeContent={count} max={99} sx={{ ml: 2 }} role="img" aria-label={title} title={title} />
  )
}

/** What stands around every page of the portal: who is here, and the way to the other pages. */
export function PortalShell({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  useHeadingFocus(pathname)
  useRestoredFocus()
  return (
    <Box sx={{ minHeight: '100dvh', bgcolor: 'background.default' }}>
      <Bar />
      <Box
        component="nav"
        aria-label={translate('portal.menu')}
        sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider', displayPrint: 'none' }}
      >
        <Menu>
          {portalPages.map(({ name, path }) => (
            <li key={name}>
              <LinkBase to={path} aria-current={path === pathname ? 'page' : undefined}>
                {translate(`portal.pages.${name}`)}
                {name === 'questions' && <Unseen pathname={pathname} />}
              </LinkBase>
            </li>
          ))}
        </Menu>
      </Box>
      <Box component="main" id="main-content" sx={{ maxWidth: pageWidthPx, mx: 'auto', px: { xs: 2, sm: 3 }, py: 3 }}>
        <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>{children}</Suspense>
      </Box>
    </Box>
  )
}
