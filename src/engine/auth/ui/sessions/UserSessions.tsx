import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { SessionRow } from './Sessions.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { useUserSessions } from './useUserSessions.ts'

/** What is about to be ended: one session by its id, or all. */
type Ending = { readonly sessionId: string | null }

/** Where somebody is signed in, with buttons that end one session or all, once the question before it is answered. */
export function UserSessions({ of, name }: { of: { resource: string; id: number }; name: string }) {
  const translate = useTranslate()
  const { sessions, end } = useUserSessions(of)
  const [ending, setEnding] = useState<Ending | null>(null)
  if (sessions.isPending) return <Skeleton variant="rounded" height={96} />
  if (!sessions.data) {
    const again = (
      <Button color="inherit" size="small" onClick={() => void sessions.refetch()}>
        {translate('resourcePages.list.retry')}
      </Button>
    )
    return (
      <Alert severity="error" action={again}>
        {translate('panels.account.failed')}
      </Alert>
    )
  }
  if (sessions.data.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {translate('panels.userSessions.none')}
      </Typography>
    )
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sessions.data.map(({ lastUsedAt, ...session }) => (
          <SessionRow
            key={session.id}
            session={{ ...session, lastSeenAt: lastUsedAt }}
            isEnding={false}
            onEnd={() => setEnding({ sessionId: session.id })}
            note={translate(session.secondStep ? 'panels.userSessions.withCode' : 'panels.userSessions.withoutCode')}
          />
        ))}
      </Box>
      <Button color="error" variant="outlined" sx={{ mt: 1.5 }} onClick={() => setEnding({ sessionId: null })}>
        {translate('panels.userSessions.endAll')}
      </Button>
      {ending && (
        <EndDialog
          name={name}
          isAll={ending.sessionId === null}
          onEnd={() => end(ending.sessionId)}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  )
}

function EndDialog({
  name,
  isAll,
  onEnd,
  onClose,
}: {
  name: string
  isAll: boolean
  onEnd: () => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const [isBusy, setIsBusy] = useState(false)
  const run = () => {
    setIsBusy(true)
    onEnd()
      .then(
        () =>
          notify(isAll ? 'panels.userSessions.endedAll' : 'panels.account.ended', {
            type: 'success',
            messageArgs: { name },
          }),
        notifyError,
      )
      .finally(onClose)
  }
  return (
    <PromptDialog
      title={translate(isAll ? 'panels.userSessions.endAllTitle' : 'panels.userSessions.endTitle', { name })}
      text={translate('panels.userSessions.endText')}
      isRunning={isBusy}
      onClose={onClose}
      action={{
        label: translate(isAll ? 'panels.userSessions.endAll' : 'panels.account.end'),
        color: 'error',
        onClick: run,
      }}
    />
  )
}
