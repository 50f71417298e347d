import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { LateLive } from '#engine/live/ui/LazyLive.tsx'
import { Shortcuts } from '#engine/ui/shortcuts/Shortcuts.tsx'
import { barStyle } from './barStyle.ts'
import { HorizontalMenu } from './menu/HorizontalMenu.tsx'
import { sidebarWidths } from './menu/sidebarWidths.ts'
import { type VisibleGroup, visibleMenu } from './menu/visibleMenu.ts'
import { MissingChunksBar } from './MissingPartsBar.tsx'
import { useOffice } from './OfficeContext.tsx'
import { LazyPanels } from '../panels/LazyPanels.tsx'
import { slots } from '../slots.ts'
import { PageArea } from './PageArea.tsx'
import { measuredRoom } from './containerTheme.ts'
import { SessionNotices } from './SessionNotices.tsx'
import { TopBar } from './TopBar.tsx'

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'))
// Who has the menu on top needs nothing of the other.
const Sidebar = lazy(() => import('./menu/Sidebar.tsx'))

const boxedWidth = 1320

const SkipLink = styled('a')({
  position: 'fixed',
  zIndex: 2000,
  insetInlineStart: 12,
  top: -80,
  padding: '10px 18px',
  fontWeight: 600,
  color: 'var(--on-primary)',
  background: 'var(--primary)',
  borderRadius: 'var(--radius)',
  '&:focus': { top: 12 },
})

const frame = (isBoxed: boolean) => ({
  '& .frame': {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: isBoxed ? boxedWidth : 'none',
    mx: 'auto',
    px: { xs: 1.5, sm: 3 },
  },
})

/** The dropdowns below the topbar, on wide screens. */
function MenuRow({ groups }: { groups: readonly VisibleGroup[] }) {
  const translate = useTranslate()
  return (
    <Box
      component="nav"
      aria-label={translate('pages.layout.mainMenu')}
      sx={{
        display: { xs: 'none', md: 'block' },
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box className="frame" sx={{ py: 0.5 }}>
        <HorizontalMenu groups={groups} />
      </Box>
    </Box>
  )
}

/** Room for the menu at the side while it is on its way: nothing moves when it comes. */
function SidebarRoom() {
  const { sidebar, sidebarType } = useOffice().preferences
  return (
    <Box
      sx={{
        ...barStyle(sidebar),
        display: { xs: 'none', md: 'block' },
        flex: 'none',
        width: sidebarWidths[sidebarType],
      }}
    />
  )
}

/**
 * The room around every page: bar, menu, page, notices; horizontal or vertical as the person chose. The page stays
 * where it is when the choice changes.
 */
export function Layout({ children }: { children: ReactNode }) {
  const translate = useTranslate()
  const {
    user,
    preferences: { layout, position, width },
  } = useOffice()
  // On narrow screens alone, once it is asked for.
  const [isMenuOpen, setIsMenuOpen] = useState<boolean | null>(null)
  const groups = useMemo(() => (user ? visibleMenu({ ...user, switchedOff: user.company?.switchedOff }) : []), [user])
  const hasMenu = groups.length > 0
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh', ...frame(width === 'boxed') }}>
      <SkipLink href="#main-content">{translate('pages.layout.skip')}</SkipLink>
      <Box
        component="header"
        sx={{
          position: position === 'fixed' ? 'sticky' : 'static',
          top: 0,
          zIndex: 1150,
          '@media (max-height: 420px)': { position: 'static' },
        }}
      >
        <TopBar onOpenMenu={hasMenu ? () => setIsMenuOpen(true) : undefined} />
        {hasMenu && layout === 'horizontal' ? <MenuRow groups={groups} /> : null}
      </Box>
      <Box sx={{ flex: 1, display: 'flex', alignItems: 'stretch' }}>
        {hasMenu && layout === 'vertical' ? (
          <Suspense fallback={<SidebarRoom />}>
            <Sidebar groups={groups} />
          </Suspense>
        ) : null}
        <Box sx={{ flex: 1, minWidth: 0, ...measuredRoom }}>
          <PageArea>
            {user ? <LazyPanels panels={slots().banners} /> : null}
            {children}
          </PageArea>
        </Box>
      </Box>
      <Suspense fallback={null}>
        {isMenuOpen === null ? null : (
          <MenuDrawer groups={groups} isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
        )}
      </Suspense>
      {user ? <Shortcuts /> : null}
      {user ? <LateLive /> : null}
      <SessionNotices />
      <MissingChunksBar />
    </Box>
  )
}
