import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useTranslate } from 'react-admin'
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useNotifications } from './useWaiting.ts'

const WaitingList = lazy(() => import('./WaitingList.tsx'))

/** In the bar on top: how much waits for whoever is signed in, and what. */
export function NotificationBell() {
  return useOptionalActor()?.kind === 'user' ? <Bell /> : null
}

function Bell() {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data, refetch } = useNotifications()
  const { pathname } = useLocation()
  const asked = useRef(pathname)
  // Asked again with each page that is opened, and by react-query when the window comes to the front.
  useEffect(() => {
    if (asked.current === pathname) return
    asked.current = pathname
    void refetch()
  }, [pathname, refetch])
  const count = Object.values(data?.counts ?? {}).reduce((sum, each) => sum + each, 0)
  return (
    <>
      <IconButton
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={
          count === 0 ? translate('work.notes.bell') : translate('work.notes.bellCount', { smart_count: count })
        }
        title={translate('work.notes.bell')}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Badge badgeContent={count === 0 ? null : count} color="error" max={999}>
          <NotificationsIcon fontSize="small" />
        </Badge>
      </IconButton>
      <Suspense fallback={null}>
        {anchor ? <WaitingList anchor={anchor} onClose={() => setAnchor(null)} /> : null}
      </Suspense>
    </>
  )
}
