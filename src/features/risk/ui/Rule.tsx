import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { RiskSimulation, ShownRule } from '../answers/risk.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { CompanyRule } from './CompanyRule.tsx'
import { besideButtons, Evidence } from './Finding.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useConditionText } from './useConditionText.ts'

/** A rule: what it asks, since when it counts, and what it would have found. It is started with what was looked at. */
export function Rule({ rule, onDone }: { rule: ShownRule; onDone: () => void }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`risk.${key}`, values)
  const moment = useMomentText()
  const errorText = useErrorText()
  const { root } = useActor()
  const { run, isRunning, error } = useIdempotentCall()
  const [trial, setTrial] = useState<RiskSimulation | null>(null)
  const { condition } = useConditionText()
  const { name, when, over, startedAt, startedBy } = rule
  const called = text(`rules.${name}`)
  const tryIt = async () => {
    const answer = await run({ resource: 'risk', path: 'trial', input: { rule: name } })
    if (answer) setTrial(answer as unknown as RiskSimulation)
  }
  const start = async () => {
    const input = { rule: name, to: trial!.to, digest: trial!.digest }
    if (await run({ resource: 'risk', path: 'start', input })) onDone()
  }
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', py: 1 }}>
      <Box sx={besideButtons}>
        <Box sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 500 }}>{called}</Typography>
          <Typography variant="body2" color="textSecondary">
            {text('over', { days: over })} ·{' '}
            {startedAt ? text('started', { at: moment(startedAt), name: startedBy ?? '–' }) : text('notStarted')}
          </Typography>
        </Box>
        <Button
          size="small"
          variant="outlined"
          loading={isRunning}
          aria-label={`${text('try')}: ${called}`}
          onClick={() => void tryIt()}
        >
          {text('try')}
        </Button>
        {root && trial && !startedAt && (
          <Button
            size="small"
            variant="contained"
            loading={isRunning}
            aria-label={`${text('start')}: ${called}`}
            onClick={() => void start()}
          >
            {text('start')}
          </Button>
        )}
        {root && startedAt && (
          <ReasonDialog label="stop" about={called} path="stop" more={{ rule: name }} onDone={onDone} />
        )}
      </Box>
      <Typography variant="body2" color="textSecondary" title={when.join(' · ')} sx={{ overflowWrap: 'anywhere' }}>
        {when.map(condition).join(' · ')}
      </Typography>
      <CompanyRule rule={rule} onDone={onDone} />
      {error === null ? null : <Alert severity="error">{errorText(error)}</Alert>}
      {trial && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {text('tried', {
            from: formatDay(trial.from),
            to: formatDay(trial.to),
            count: trial.flagged.length,
            all: trial.subjects,
          })}
          {trial.flagged.map((flagged) => (
            <Box key={`${flagged.affiliate} ${flagged.partner} ${flagged.player}`}>
              {flagged.name}
              <Evidence {...flagged} />
            </Box>
          ))}
        </Alert>
      )}
    </Box>
  )
}
