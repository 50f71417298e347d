import { useEffect, useId, useRef } from 'react'
import { useTranslate } from 'react-admin'
import DownloadIcon from '@mui/icons-material/Download'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ShownDownload } from '../../answers/downloads.ts'
import { formatDay, formatFileSize, formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { isPending, useDownloadCalls } from './useDownloads.ts'
import { useRunning } from './useRunning.ts'

const colors = { queued: 'default', running: 'info', ready: 'success', failed: 'error', cancelled: 'default' } as const

/** One file: of what, how far it is, and what can be done with it. */
export function FileCard({ file }: { file: ShownDownload }) {
  const translate = useTranslate()
  const titleId = useId()
  const { report, name, from, to, state } = file
  const called = `${name ? `${name} · ` : ''}${translate(`reports.${report}.name`)}`
  const period = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  return (
    <Paper component="li" variant="outlined" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography id={titleId} component="h3" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {called}
        </Typography>
        <Chip size="small" variant="outlined" color={colors[state]} label={translate(`downloads.states.${state}`)} />
      </Box>
      <Facts file={file} period={period} />
      {isPending(file) && <Progress file={file} />}
      <Problem file={file} />
      <Actions file={file} called={`${called}, ${period}`} />
    </Paper>
  )
}

function Facts({
  file: { format, state, bytes, rows, createdAt, finishedAt, schedule },
  period,
}: {
  file: ShownDownload
  period: string
}) {
  const translate = useTranslate()
  const language = useLanguage()
  const moment = useMomentText()
  const isReady = state === 'ready' && bytes !== null
  const facts = [
    period,
    format.toUpperCase(),
    ...(isReady
      ? [
          formatFileSize(bytes, { language }),
          translate('downloads.rows', { smart_count: rows, rows: formatNumber(rows, { language }) }),
        ]
      : []),
    isReady
      ? translate('downloads.madeAt', { moment: moment(finishedAt) })
      : translate('downloads.askedAt', { moment: moment(createdAt) }),
    ...(schedule === null ? [] : [translate('downloads.bySchedule')]),
  ]
  return (
    <Typography variant="body2" color="textSecondary">
      {facts.join(' · ')}
    </Typography>
  )
}

function Progress({ file: { state, rows } }: { file: ShownDownload }) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <Box sx={{ mt: 1.5 }} role="status">
      {state === 'running' && (
        <>
          <Typography variant="body2">
            {translate('downloads.rowsSoFar', { rows: formatNumber(rows, { language }) })}
          </Typography>
          <LinearProgress aria-label={translate('downloads.states.running')} sx={{ mt: 0.5 }} />
        </>
      )}
      <Typography variant="caption" color="textSecondary">
        {translate('downloads.mayLeave')}
      </Typography>
    </Box>
  )
}

/** Why there is no file; of what is tried again, when. */
function Problem({ file: { problem, state, dueAt } }: { file: ShownDownload }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const codeText = useCodeText()
  if (!problem) return null
  const reason = `${codeText(problem.code, problem.values ?? {}).replace(/\.$/, '')}.`
  if (state === 'failed')
    return (
      <Alert severity="error" sx={{ mt: 1.5 }}>
        {reason}
      </Alert>
    )
  return (
    <Alert severity="warning" sx={{ mt: 1.5 }}>
      {translate('downloads.triedAgain', { reason, moment: moment(dueAt) })}
    </Alert>
  )
}

type ActionName = 'fetch' | 'cancel' | 'retry' | 'remove'

function Actions({ file, called }: { file: ShownDownload; called: string }) {
  const translate = useTranslate()
  const calls = useDownloadCalls()
  const { running, run } = useRunning<ActionName>()
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const fetch = () => {
    const { signal } = (leaving.current = new AbortController())
    // Who leaves the page while a file comes has heard enough of it.
    run('fetch', () =>
      calls.fetch(file, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error
      }),
    )
  }
  const looks = (action: ActionName) => ({
    size: 'small' as const,
    loading: running === action,
    'aria-label': translate(`downloads.${action}Named`, { name: called }),
  })
  const { id, state } = file
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
      {state === 'ready' && (
        <Button {...looks('fetch')} variant="contained" startIcon={<DownloadIcon />} onClick={fetch}>
          {translate('downloads.fetch')}
        </Button>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <Button {...looks('retry')} variant="outlined" onClick={() => run('retry', () => calls.retry(id))}>
          {translate('downloads.retry')}
        </Button>
      )}
      {isPending(file) ? (
        <Button
          {...looks('cancel')}
          color="inherit"
          onClick={() => run('cancel', () => calls.cancel(id), { text: 'downloads.cancelled', name: called })}
        >
          {translate('downloads.cancel')}
        </Button>
      ) : (
        <Button
          {...looks('remove')}
          color="inherit"
          onClick={() => run('remove', () => calls.remove(id), { text: 'downloads.removed', name: called })}
        >
          {translate('downloads.remove')}
        </Button>
      )}
    </Box>
  )
}
