import { Suspense, useId, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import ExpandMoreIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { ShownJob, ShownRun } from '../answers/jobs.ts'
import { slots } from '#engine/ui/slots.ts'
import { Runs, RunState } from './Runs.tsx'
import { useOutcomeText } from './useOutcomeText.ts'

const daySeconds = 86_400

/** One job: what it does and when, its last run and its next, and a button that runs it now. */
export function JobCard({ job, onRun }: { job: ShownJob; onRun: (input?: AnyRecord) => Promise<void> }) {
  const translate = useTranslate()
  const titleId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const Action = slots().jobActions[job.name]
  return (
    <Box
      component="li"
      aria-labelledby={titleId}
      sx={{ p: 2, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: { xs: 1.5, md: 3 },
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr) auto' },
          alignItems: 'start',
        }}
      >
        <Box>
          <Typography id={titleId} component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
            {translate(`moneyPages.jobs.names.${job.name}`, { _: job.name })}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {translate(`moneyPages.jobs.does.${job.name}`, { _: '' })}
          </Typography>
        </Box>
        <Facts job={job} />
        <RunButton job={job} onRun={onRun} />
      </Box>
      {job.currentRun && <Current run={job.currentRun} />}
      <Button
        size="small"
        onClick={() => setIsOpen(!isOpen)}
        aria-expanded={isOpen}
        startIcon={<ExpandMoreIcon sx={{ transform: isOpen ? 'none' : 'rotate(-90deg)' }} />}
        sx={{ mt: 1, ml: -0.75 }}
      >
        {translate('moneyPages.jobs.runs')}
      </Button>
      {Action && (
        <Suspense fallback={null}>
          <Action onRun={onRun} />
        </Suspense>
      )}
      {isOpen && <Runs name={job.name} lastRun={job.lastRun?.id ?? null} />}
    </Box>
  )
}

function useScheduleText(): (schedule: ShownJob['schedule']) => string {
  const translate = useTranslate()
  return (schedule) => {
    if ('dailyAt' in schedule) return translate('moneyPages.jobs.dailyAt', { time: schedule.dailyAt })
    const { everySeconds } = schedule
    if (everySeconds < 60) return translate('moneyPages.jobs.everySeconds', { smart_count: everySeconds })
    return everySeconds % 3600 === 0 && everySeconds < daySeconds
      ? translate('moneyPages.jobs.everyHours', { smart_count: everySeconds / 3600 })
      : translate('moneyPages.jobs.everyMinutes', { smart_count: Math.round(everySeconds / 60) })
  }
}

function Facts({ job }: { job: ShownJob }) {
  const translate = useTranslate()
  const scheduleText = useScheduleText()
  const outcomeText = useOutcomeText()
  const { lastRun } = job
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 1.5,
        rowGap: 0.5,
        m: 0,
        typography: 'body2',
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      <dt>{translate('moneyPages.jobs.lastRun')}</dt>
      <dd>
        {lastRun ? (
          <>
            <RunState run={lastRun} /> <RelativeMoment at={lastRun.finishedAt} />
          </>
        ) : (
          translate('moneyPages.jobs.never')
        )}
        {lastRun?.outcome && <div>{outcomeText(lastRun)}</div>}
      </dd>
      <dt>{translate('moneyPages.jobs.nextRun')}</dt>
      <dd>
        <RelativeMoment at={job.nextRun} />, {scheduleText(job.schedule)}
      </dd>
    </Box>
  )
}

/** Runs a job now. */
export function RunButton({ job, onRun }: { job: ShownJob; onRun: () => Promise<void> }) {
  const translate = useTranslate()
  const notify = useNotify()
  const notifyError = useNotifyError()
  const [isAsking, setIsAsking] = useState(false)
  const name = translate(`moneyPages.jobs.names.${job.name}`, { _: job.name })
  const ask = () => {
    setIsAsking(true)
    onRun()
      .then(() => notify('moneyPages.jobs.asked', { type: 'success', messageArgs: { name } }), notifyError)
      .finally(() => setIsAsking(false))
  }
  return (
    <Button
      variant="outlined"
      size="small"
      loading={isAsking}
      disabled={job.currentRun !== null}
      onClick={ask}
      aria-label={`${translate('moneyPages.jobs.run')}: ${name}`}
      sx={{ justifySelf: 'start', whiteSpace: 'nowrap' }}
    >
      {translate('moneyPages.jobs.run')}
    </Button>
  )
}

/** The run under way, with how far it is where it says so. */
function Current({ run }: { run: ShownRun }) {
  const translate = useTranslate()
  const language = useLanguage()
  const moment = useMomentText()
  const { progress } = run
  const isMeasured = progress !== null && progress.total > 0
  const label = translate(`moneyPages.jobs.states.${run.state}`)
  const count = (value: number) => formatNumber(value, { language })
  return (
    <Box sx={{ mt: 1.5 }} role="status">
      <Typography variant="body2">
        {label}
        {run.startedAt && run.state === 'running'
          ? ` ${translate('moneyPages.jobs.since', { moment: moment(run.startedAt) })}`
          : ''}
        {isMeasured
          ? ` · ${translate('resourcePages.export.progress', { done: count(progress.done), total: count(progress.total) })}`
          : ''}
      </Typography>
      <LinearProgress
        aria-label={label}
        sx={{ mt: 0.5 }}
        {...(isMeasured
          ? { variant: 'determinate', value: Math.min(100, (progress.done / progress.total) * 100) }
          : {})}
      />
    </Box>
  )
}
