import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { type NotificationPayload, useNotificationContext, useTakeUndoableMutation, useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'

const shownForMs = { error: 8000, undoable: 8000, other: 4000 } as const

/** How what the notice tells of is taken back, where it can be. */
const undoOf = (notice: NotificationPayload | null) =>
  (notice?.notificationOptions as { onUndo?: () => void } | undefined)?.onUndo

const kindOf = ({ type }: NotificationPayload) =>
  type === 'error' || type === 'warning' || type === 'success' ? type : 'info'

function useText(notice: NotificationPayload | null) {
  const translate = useTranslate()
  if (!notice) return null
  return typeof notice.message === 'string'
    ? translate(notice.message, { _: notice.message, ...notice.notificationOptions?.messageArgs })
    : notice.message
}

const isError = ({ type }: NotificationPayload) => type === 'error'

/** The queue without the errors that came while another one was shown or waiting (specification, section 8). */
function withoutFurtherErrors(notices: NotificationPayload[]): NotificationPayload[] {
  const first = notices.findIndex(isError)
  return notices.filter((notice, index) => !isError(notice) || index === first)
}

/** The notice that is shown: the first of the queue, in which there is one error at most. */
function useFirstNotice(): NotificationPayload | null {
  const { notifications, setNotifications } = useNotificationContext()
  useEffect(() => {
    const kept = withoutFurtherErrors(notifications)
    if (kept.length < notifications.length) setNotifications(kept)
  }, [notifications, setNotifications])
  return notifications[0] ?? null
}

/** react-admin's notices, one at a time. */
export function SingleToast() {
  const translate = useTranslate()
  const { takeNotification } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const current = useFirstNotice()
  const [isClosing, setIsClosing] = useState(false)
  const text = useText(current)
  const settle = (isUndo: boolean) => {
    if (current?.notificationOptions?.undoable) takeMutation()?.({ isUndo })
    if (isUndo) undoOf(current)?.()
    setIsClosing(true)
  }
  const onExited = () => {
    setIsClosing(false)
    takeNotification()
  }
  if (!current) return null
  const kind = kindOf(current)
  return (
    <Snackbar
      key={String(text)}
      open={!isClosing}
      autoHideDuration={
        current.notificationOptions?.autoHideDuration ??
        shownForMs[kind === 'error' ? 'error' : undoOf(current) ? 'undoable' : 'other']
      }
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      onClose={(_, reason) => {
        if (reason !== 'clickaway') settle(false)
      }}
      slotProps={{ transition: { onExited } }}
    >
      <Alert
        variant="filled"
        severity={kind}
        role={kind === 'error' ? 'alert' : 'status'}
        closeText={translate('pages.app.close')}
        onClose={() => settle(false)}
        action={
          current.notificationOptions?.undoable || undoOf(current) ? (
            <Button color="inherit" size="small" data-shortcut="undo" onClick={() => settle(true)}>
              {translate('ra.action.undo')}
            </Button>
          ) : undefined
        }
        sx={{ alignItems: 'center', maxWidth: 560 }}
      >
        {text}
      </Alert>
    </Snackbar>
  )
}
