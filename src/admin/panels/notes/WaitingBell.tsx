import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { useOptionalActor } from '../../resource/ResourcesContext.tsx'
import { useWaiting } from './useWaiting.ts'

const WaitingList = lazy(() => import('./WaitingList.tsx'))

/** In the bar on top: how much waits for whoever is signed in, and what. */
export function WaitingBell() {
  return useOptionalActor()?.kind === 'user' ? <Bell /> : null
}

function Bell() {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { data } = useWaiting()
  const count = data ? data.counts.mention + data.counts.task + data.counts.approval : 0
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
        <Badge badgeContent={count} color="error" max={99}>
          <NotificationsIcon fontSize="small" />
        </Badge>
      </IconButton>
      <Suspense fallback={null}>
        {anchor ? <WaitingList anchor={anchor} onClose={() => setAnchor(null)} /> : null}
      </Suspense>
    </>
  )
}
