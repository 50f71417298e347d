import Logout from '@mui/icons-material/Logout'
import MenuIcon from '@mui/icons-material/Menu'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { LinkBase, useNotify, useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import { brand } from './brand.ts'
import { homeAddress } from './entryRouting.ts'
import { AccountLink } from '#engine/auth/ui/account/AccountLink.tsx'
import { slots } from '../slots.ts'
import { NotificationBell } from '#engine/notes/ui/WaitingBell.tsx'
import { SearchButton } from '#engine/search/ui/SearchButton.tsx'
import { barStyle } from './barStyle.ts'
import { Customizer } from './Customizer.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { useOffice } from './OfficeContext.tsx'

/** The height of the topbar in pixels; the sidebar stands below it. */
export const topBarHeight = 60

const Home = styled(LinkBase)({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  color: 'inherit',
  fontSize: '1.0625rem',
  fontWeight: 650,
  letterSpacing: '-0.01em',
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  borderRadius: 'var(--radius)',
  '& img': { display: 'block' },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  // On a phone the logo stands for the name, which is still read out.
  '@media (max-width: 480px)': { '& span': { position: 'absolute', width: 1, height: 1, clipPath: 'inset(50%)' } },
})

/** Logo and name of the brand; leads home. */
function BrandLink() {
  const { user } = useOffice()
  const inside = (
    <>
      <img src={brand.logo} alt="" width="32" height="32" />
      <span>{brand.title}</span>
    </>
  )
  // Without a session the start is the entrance, which is another room: the page is loaded anew.
  return user ? (
    <Home to={homeAddress}>{inside}</Home>
  ) : (
    <Home as="a" href="/" to="/">
      {inside}
    </Home>
  )
}

/** Name and company of whoever is signed in. */
export function CurrentUser() {
  const { user } = useOffice()
  if (!user) return null
  return (
    <Box sx={{ lineHeight: 1.25, minWidth: 0, textAlign: { xs: 'start', md: 'end' } }}>
      <Box data-who="name" sx={{ fontSize: '0.875rem', fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {user.name}
      </Box>
      <Box
        data-who="company"
        sx={{ fontSize: '0.75rem', color: 'var(--text-muted)', overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {user.company?.name}
      </Box>
    </Box>
  )
}

/** How long the notice of the specification stands before one is logged out, in milliseconds. */
const noticeMs = 800

/** Ends the session; without one, leads to the entrance. */
export function LeaveButton({ isShort = false }: { isShort?: boolean }) {
  const translate = useTranslate()
  const { user, logout } = useOffice()
  const notify = useNotify()
  if (!user)
    return (
      <Button color="inherit" variant="outlined" size="small" href="/">
        {translate('pages.layout.signIn')}
      </Button>
    )
  const text = translate('pages.layout.logout')
  const leave = () => {
    // Long enough to be read out, and to be seen on the way out.
    notify('pages.layout.youWillBeLoggedOut', { type: 'info' })
    setTimeout(logout, noticeMs)
  }
  if (isShort)
    return (
      <IconButton color="inherit" aria-label={text} onClick={leave}>
        <Logout fontSize="small" />
      </IconButton>
    )
  return (
    <Button color="inherit" size="small" startIcon={<Logout />} onClick={leave}>
      {text}
    </Button>
  )
}

/** The bar on top: brand, menu button on narrow screens, who is here, language, layout, Logout. */
export function TopBar({ onOpenMenu, children }: { onOpenMenu?: () => void; children?: ReactNode }) {
  const translate = useTranslate()
  const { preferences, user } = useOffice()
  return (
    <Box sx={{ ...barStyle(preferences.topbar), height: topBarHeight, borderBottom: '1px solid var(--line)' }}>
      <Box className="frame" sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0.5, md: 2 }, height: '100%' }}>
        {onOpenMenu ? (
          <IconButton
            color="inherit"
            edge="start"
            aria-label={translate('pages.layout.openMenu')}
            onClick={onOpenMenu}
            sx={{ display: { md: 'none' } }}
          >
            <MenuIcon />
          </IconButton>
        ) : null}
        <BrandLink />
        <Box sx={{ flex: 1 }}>{children}</Box>
        {user ? <SearchButton /> : null}
        {user ? <NotificationBell /> : null}
        {user ? slots().topBarLinks.map((Each, at) => <Each key={at} hasMenu={onOpenMenu !== undefined} />) : null}
        {user ? (
          <AccountLink hasMenu={onOpenMenu !== undefined}>
            <CurrentUser />
          </AccountLink>
        ) : null}
        <LanguageSwitch />
        <Customizer />
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          <LeaveButton />
        </Box>
        <Box sx={{ display: { md: 'none' } }}>
          <LeaveButton isShort />
        </Box>
      </Box>
    </Box>
  )
}
