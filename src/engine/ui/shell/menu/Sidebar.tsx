import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'
import { barStyle } from '../barStyle.ts'
import { useOffice } from '../OfficeContext.tsx'
import { topBarHeight } from '../TopBar.tsx'
import { sidebarWidths } from './sidebarWidths.ts'
import { TileMenu, VerticalMenu } from './VerticalMenu.tsx'
import type { VisibleGroup } from './visibleMenu.ts'

/** The menu at the side of wide screens: a column, or tiles. */
export default function Sidebar({ groups }: { groups: readonly VisibleGroup[] }) {
  const translate = useTranslate()
  const {
    preferences: { sidebar, sidebarType, position },
  } = useOffice()
  const isFixed = position === 'fixed'
  return (
    <Box
      component="nav"
      aria-label={translate('pages.layout.mainMenu')}
      sx={{
        ...barStyle(sidebar),
        display: { xs: 'none', md: 'block' },
        flex: 'none',
        boxSizing: 'border-box',
        width: sidebarWidths[sidebarType],
        p: sidebarType === 'icon' ? 1 : 1.5,
        borderInlineEnd: '1px solid var(--line)',
        position: isFixed ? 'sticky' : 'static',
        top: topBarHeight,
        height: isFixed ? `calc(100dvh - ${topBarHeight}px)` : 'auto',
        overflowY: isFixed && sidebarType === 'default' ? 'auto' : 'visible',
        zIndex: 1100,
      }}
    >
      {sidebarType === 'default' ? (
        <VerticalMenu groups={groups} />
      ) : (
        <TileMenu groups={groups} hasText={sidebarType === 'compact'} />
      )}
    </Box>
  )
}
