import Close from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { LinkBase, useTranslate } from 'react-admin'
import { accountPath } from '#engine/auth/ui/account/accountPath.ts'
import { slots } from '../slots.ts'
import { barStyle } from './barStyle.ts'
import { VerticalMenu } from './menu/VerticalMenu.tsx'
import type { VisibleGroup } from './menu/visibleMenu.ts'
import { useOffice } from './OfficeContext.tsx'
import { LeaveButton, CurrentUser } from './TopBar.tsx'

/** The menu of narrow screens, in both layouts: slides in from the side. */
export default function MenuDrawer({
  groups,
  isOpen,
  onClose,
}: {
  groups: readonly VisibleGroup[]
  isOpen: boolean
  onClose: () => void
}) {
  const translate = useTranslate()
  const { preferences } = useOffice()
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      sx={{ display: { md: 'none' } }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': translate('pages.layout.mainMenu'),
          sx: { ...barStyle(preferences.sidebar), width: 288, maxWidth: '86vw' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, p: 2, pb: 1 }}>
        <Box
          component={LinkBase}
          to={accountPath}
          title={translate('panels.account.open')}
          onClick={onClose}
          sx={{
            minWidth: 0,
            color: 'inherit',
            textDecoration: 'none',
            borderRadius: 'var(--radius)',
            '&:hover': { textDecoration: 'underline' },
          }}
        >
          <CurrentUser />
        </Box>
        <IconButton color="inherit" aria-label={translate('pages.layout.closeMenu')} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <Box component="nav" aria-label={translate('pages.layout.mainMenu')} sx={{ p: 1.5, flex: 1, overflowY: 'auto' }}>
        <VerticalMenu groups={groups} onFollow={onClose} />
      </Box>
      <Box sx={{ p: 1.5, borderTop: '1px solid var(--line)', display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {slots().drawerLinks.map((Each, at) => (
          <Each key={at} onFollow={onClose} />
        ))}
        <LeaveButton />
      </Box>
    </Drawer>
  )
}
