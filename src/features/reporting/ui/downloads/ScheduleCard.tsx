import { lazy, Suspense, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ShownSchedule } from '../../answers/downloads.ts'
import { useScheduleCalls } from './useDownloads.ts'
import { useRunning } from './useRunning.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

const ScheduleDialog = lazy(() => import('./ScheduleDialog.tsx'))

/** One schedule: of which view, how often, when next, and what can be done with it. */
export function ScheduleCard({ schedule }: { schedule: ShownSchedule }) {
  const translate = useTranslate()
  const moment = useMomentText()
  const titleId = useId()
  const { name, report, repeats, weekday, monthDay, period, format, language, nextAt } = schedule
  const days = {
    daily: translate('choices.repetition.daily'),
    weekly: translate('downloads.onWeekday', { weekday: translate(`choices.weekday.${weekday}`) }),
    monthly: translate('downloads.onMonthDay', { day: monthDay }),
  }
  return (
    <Paper component="li" variant="outlined" aria-labelledby={titleId} sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography id={titleId} component="h3" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {name} · {translate(`reports.${report}.name`)}
        </Typography>
        {nextAt === null && (
          <Chip size="small" variant="outlined" color="warning" label={translate('downloads.paused')} />
        )}
      </Box>
      <Typography variant="body2" color="textSecondary">
        {[
          days[repeats],
          translate(`choices.periodPreset.${period}`),
          translate(`choices.fileFormat.${format}`),
          translate(`choices.language.${language}`),
        ].join(' · ')}
      </Typography>
      {nextAt !== null && (
        <Typography variant="body2">{translate('downloads.next', { moment: moment(nextAt) })}</Typography>
      )}
      <Actions schedule={schedule} />
    </Paper>
  )
}

function Actions({ schedule }: { schedule: ShownSchedule }) {
  const translate = useTranslate()
  const calls = useScheduleCalls()
  const { running, run } = useRunning<'pause' | 'remove'>()
  const [isEditing, setIsEditing] = useState(false)
  const { id, name, isPaused } = schedule
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
      <Button
        size="small"
        variant="outlined"
        aria-label={translate('downloads.editNamed', { name })}
        onClick={() => setIsEditing(true)}
      >
        {translate('downloads.edit')}
      </Button>
      <Button
        size="small"
        loading={running === 'pause'}
        aria-label={translate(isPaused ? 'downloads.resumeNamed' : 'downloads.pauseNamed', { name })}
        onClick={() => run('pause', () => (isPaused ? calls.resume(id) : calls.pause(id)))}
      >
        {translate(isPaused ? 'downloads.resume' : 'downloads.pause')}
      </Button>
      <Button
        size="small"
        color="inherit"
        loading={running === 'remove'}
        aria-label={translate('downloads.removeScheduleNamed', { name })}
        onClick={() => run('remove', () => calls.remove(id), { text: 'downloads.scheduleRemoved', name })}
      >
        {translate('downloads.removeSchedule')}
      </Button>
      {isEditing && (
        <Suspense fallback={null}>
          <ScheduleDialog view={{ id: schedule.view, name }} schedule={schedule} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Box>
  )
}
