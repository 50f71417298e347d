import { useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { RiskTrial, ShownRule } from '../../../config/answers/risk.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useWork } from '../../dialogs/useWork.ts'
import { formatDay } from '../../fields/format.ts'
import { useMomentText } from '../../fields/useMomentText.ts'
import { useActor } from '../../resource/ResourcesContext.tsx'
import { useErrorText } from '../../resource/useErrorText.ts'
import { Evidence } from './Finding.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** A rule: what it asks, since when it counts, and what it would have found. It is started with what was looked at. */
export function Rule({ rule, onDone }: { rule: ShownRule; onDone: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`late.risk.${key}`, values)
  const moment = useMomentText()
  const errorText = useErrorText()
  const { root } = useActor()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useWork()
  const [trial, setTrial] = useState<RiskTrial | null>(null)
  const { name, when, over, startedAt, startedBy } = rule
  const post = <Answer,>(path: string, body: object) =>
    dataProvider.callApi<Answer>(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: new Headers({ 'Idempotency-Key': crypto.randomUUID() }),
    })
  const tryIt = () => run(async () => setTrial((await post<RiskTrial>('/api/risk/trial', { rule: name })).json))
  const start = () =>
    run(async () => {
      await post('/api/risk/start', { rule: name, to: trial!.to, digest: trial!.digest })
      onDone()
    })
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', py: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {text(`rules.${name}`)} · {text('over', { days: over })} ·{' '}
          {startedAt ? text('started', { at: moment(startedAt), name: startedBy ?? '–' }) : text('notStarted')}
        </Typography>
        <Button size="small" variant="outlined" loading={isRunning} onClick={() => void tryIt()}>
          {text('try')}
        </Button>
        {root && trial && !startedAt && (
          <Button size="small" variant="contained" loading={isRunning} onClick={() => void start()}>
            {text('start')}
          </Button>
        )}
        {root && startedAt && (
          <ReasonDialog label="stop" path="/api/risk/stop" more={{ rule: name }} onDone={onDone}>
            {(open) => (
              <Button size="small" onClick={open}>
                {text('stop')}
              </Button>
            )}
          </ReasonDialog>
        )}
      </Box>
      <Typography variant="body2" component="code" sx={{ overflowWrap: 'anywhere' }}>
        {when.join(' · ')}
      </Typography>
      {error === null ? null : <Alert severity="error">{errorText(error)}</Alert>}
      {trial && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {text('tried', {
            from: formatDay(trial.from),
            to: formatDay(trial.to),
            count: trial.flagged.length,
            all: trial.affiliates,
          })}
          {trial.flagged.map((flagged) => (
            <Box key={flagged.affiliate}>
              {flagged.affiliateName}
              <Evidence {...flagged} />
            </Box>
          ))}
        </Alert>
      )}
    </Box>
  )
}
