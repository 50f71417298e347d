import { useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { deviceParts } from './deviceName.ts'
import { type OwnSession, useSessions } from './useSessions.ts'

/** Where one is signed in, with a button to end each. */
export function Sessions() {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const { sessions, end } = useSessions()
  const [ending, setEnding] = useState<readonly string[]>([])
  const browsers = (sessions.data ?? []).filter(({ program }) => !program)
  const others = browsers.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
  const deviceName = useDeviceName()
  const run = (ids: readonly string[], notice: string, name?: string) => {
    setEnding(ids)
    end(ids)
      .then(() => notify(notice, { type: 'success', messageArgs: { name } }), notifyError)
      .finally(() => setEnding([]))
  }
  if (sessions.isPending) return <Skeleton variant="rounded" height={72} />
  if (!sessions.data)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => void sessions.refetch()}>
            {translate('resourcePages.list.retry')}
          </Button>
        }
      >
        {translate('panels.account.failed')}
      </Alert>
    )
  return (
    <>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {browsers.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={ending.includes(session.id)}
            onEnd={() => run([session.id], 'panels.account.ended', deviceName(session))}
          />
        ))}
      </Box>
      {others.length > 1 && (
        <Button
          color="error"
          variant="outlined"
          sx={{ mt: 1.5 }}
          loading={ending.length > 1}
          onClick={() => run(others, 'panels.account.endedOthers')}
        >
          {translate('panels.account.endOthers')}
        </Button>
      )}
    </>
  )
}

function useDeviceName(): (session: Pick<OwnSession, 'userAgent' | 'program'>) => string {
  const translate = useTranslate()
  return ({ userAgent, program }) => {
    if (program) return program.name
    const { browser, system } = deviceParts(userAgent)
    if (browser && system) return translate('panels.account.on', { browser, system })
    return browser ?? system ?? translate('panels.account.unknownDevice')
  }
}

/** One session, with a button to end it. @param note what else there is to say of it; `endLabel` names the button */
export function SessionRow({
  session,
  isEnding,
  onEnd,
  note,
  endLabel,
}: {
  session: OwnSession
  isEnding: boolean
  onEnd: () => void
  note?: string
  endLabel?: string
}) {
  const translate = useTranslate()
  const device = useDeviceName()(session)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="body2" sx={{ fontWeight: 600 }} title={session.userAgent}>
          {device}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="div" sx={{ overflowWrap: 'anywhere' }}>
          {translate('panels.account.address')}: {session.address} · {translate('panels.account.signedIn')}:{' '}
          <RelativeMoment at={session.createdAt} /> · {translate('panels.account.lastSeen')}:{' '}
          <RelativeMoment at={session.lastSeenAt} />
          {note && ` · ${note}`}
        </Typography>
      </Box>
      {session.isCurrent ? (
        <Chip size="small" color="primary" variant="outlined" label={translate('panels.account.current')} />
      ) : (
        <Button
          size="small"
          variant="outlined"
          loading={isEnding}
          onClick={onEnd}
          aria-label={
            endLabel
              ? `${endLabel}: ${device}`
              : translate('panels.account.endNamed', { device, address: session.address })
          }
        >
          {endLabel ?? translate('panels.account.end')}
        </Button>
      )}
    </Box>
  )
}
