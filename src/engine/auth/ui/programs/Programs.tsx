import { useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { useState } from 'react'
import { SessionRow } from '../sessions/Sessions.tsx'
import { useSessions } from '../sessions/useSessions.ts'

/** The programs that one let in, with a button that revokes the access of each. */
export function Programs() {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const { sessions, end } = useSessions()
  const [ending, setEnding] = useState<string | null>(null)
  if (sessions.isPending) return <Skeleton variant="rounded" height={72} />
  const programs = (sessions.data ?? []).filter(({ program }) => program)
  const revoke = (id: string, name: string) => {
    setEnding(id)
    end([id])
      .then(() => notify('panels.programs.revoked', { type: 'success', messageArgs: { name } }), notifyError)
      .finally(() => setEnding(null))
  }
  if (programs.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {translate('panels.programs.none', { address: `${window.location.origin}/mcp` })}
      </Typography>
    )
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {programs.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          isEnding={ending === session.id}
          onEnd={() => revoke(session.id, session.program!.name)}
          endLabel={translate('panels.programs.revoke')}
          note={session.program!.scopes.map((scope) => translate(`panels.programs.scopes.${scope}`)).join(', ')}
        />
      ))}
    </Box>
  )
}
