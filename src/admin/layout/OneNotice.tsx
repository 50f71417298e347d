import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core'
import { useCallback, useEffect, useState } from 'react'

const shownForMs = { error: 8000, other: 4000 } as const

const kindOf = ({ type }: NotificationPayload) => (type === 'error' || type === 'warning' || type === 'success' ? type : 'info')

function useText(notice: NotificationPayload | null) {
  const translate = useTranslate()
  if (!notice) return null
  return typeof notice.message === 'string' ? translate(notice.message, { _: notice.message, ...notice.notificationOptions?.messageArgs }) : notice.message
}

/** The next notice to show. While an error is shown, further errors are dropped (specification, section 8); everything else waits its turn. */
function useCurrentNotice() {
  const { notifications, takeNotification, setNotifications } = useNotificationContext()
  const [current, setCurrent] = useState<NotificationPayload | null>(null)
  useEffect(() => {
    if (current) {
      if (current.type === 'error' && notifications.some(({ type }) => type === 'error')) setNotifications(notifications.filter(({ type }) => type !== 'error'))
      return
    }
    const next = takeNotification()
    if (next) setCurrent(next)
  }, [notifications, current, takeNotification, setNotifications])
  return [current, setCurrent] as const
}

/** react-admin's notices, one at a time. */
export function OneNotice() {
  const translate = useTranslate()
  const takeMutation = useTakeUndoableMutation()
  const [current, setCurrent] = useCurrentNotice()
  const [isClosing, setIsClosing] = useState(false)
  const text = useText(current)
  const settle = useCallback((isUndo: boolean) => {
    if (current?.notificationOptions?.undoable) takeMutation()?.({ isUndo })
    setIsClosing(true)
  }, [current, takeMutation])
  if (!current) return null
  const kind = kindOf(current)
  return (
    <Snackbar
      key={String(text)} open={!isClosing} autoHideDuration={current.notificationOptions?.autoHideDuration ?? (kind === 'error' ? shownForMs.error : shownForMs.other)}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }} onClose={(_, reason) => { if (reason !== 'clickaway') settle(false) }}
      slotProps={{ transition: { onExited: () => { setIsClosing(false); setCurrent(null) } } }}
    >
      <Alert
        variant="filled" severity={kind} role={kind === 'error' ? 'alert' : 'status'} closeText={translate('pages.app.close')} onClose={() => settle(false)}
        action={current.notificationOptions?.undoable ? <Button color="inherit" size="small" onClick={() => settle(true)}>{translate('ra.action.undo')}</Button> : undefined}
        sx={{ alignItems: 'center', maxWidth: 560 }}
      >
        {text}
      </Alert>
    </Snackbar>
  )
}
