import { useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'

import { type Day, earliestDay } from '#engine/values/calendar.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { RunState } from '#engine/jobs/ui/Runs.tsx'
import { useJobs } from '#engine/jobs/ui/useJobs.ts'
import { useOutcomeText } from '#engine/jobs/ui/useOutcomeText.ts'

/** The job that closes any days one names. */
const closeJob = 'dailyClose'

/** After an import: closes the days it brought events of, and says what came of it. */
export function CloseOffer({ days }: { days: { readonly first: Day; readonly last: Day } }) {
  const translate = useTranslate()
  const notifyError = useNotifyError()
  const { runNow } = useJobs({ isFollowed: false })
  const [state, setState] = useState<'offered' | 'asking' | 'begun'>('offered')
  const asked = { from: days.first, to: earliestDay(days.last, businessToday()) }
  const close = () => {
    setState('asking')
    runNow(closeJob, asked).then(
      () => setState('begun'),
      (error: unknown) => {
        setState('offered')
        notifyError(error)
      },
    )
  }
  if (asked.to < asked.from) return null
  if (state === 'begun') return <Closing {...asked} />
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1.5 }}>
      <Button variant="contained" size="small" loading={state === 'asking'} onClick={close}>
        {translate('feeds.close', { from: formatDay(asked.from), to: formatDay(asked.to) })}
      </Button>
      <Typography variant="body2" color="textSecondary">
        {translate('feeds.closeHelp')}
      </Typography>
    </Box>
  )
}

/** The close that was asked for, until it has ended, and what came of it. */
function Closing({ from, to }: { from: Day; to: Day }) {
  const translate = useTranslate()
  const outcomeText = useOutcomeText()
  const { jobs } = useJobs({ isFollowed: true })
  const job = jobs.data?.find(({ name }) => name === closeJob)
  if (!job) return null
  const run = job.currentRun ?? job.lastRun
  const entries = JSON.stringify({ day_gte: from, day_lte: to })
  return (
    <Box role="status" sx={{ mt: 1.5, typography: 'body2', overflowWrap: 'anywhere' }}>
      {run && (
        <>
          {translate('moneyPages.jobs.names.dailyClose')}: <RunState run={run} />{' '}
          {!job.currentRun && run.outcome && outcomeText(run)}
        </>
      )}
      {!job.currentRun && (
        <div>
          <Button
            size="small"
            component={LinkBase}
            to={`/entry?filter=${encodeURIComponent(entries)}&sort=day&order=DESC`}
          >
            {translate('feeds.entries')}
          </Button>
        </div>
      )}
    </Box>
  )
}
