import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import type { ShownRun } from '../answers/jobs.ts'
import { useOutcomeText } from './useOutcomeText.ts'
import { useRuns } from './useJobs.ts'

const colors = { done: 'success', failed: 'error', running: 'info', waiting: 'default' } as const

/** Whether a run went well, in a word. */
export function RunState({ run }: { run: ShownRun }) {
  const translate = useTranslate()
  return (
    <Chip
      component="span"
      size="small"
      variant="outlined"
      color={colors[run.state]}
      label={translate(`moneyPages.jobs.states.${run.state}`)}
    />
  )
}

/** The newest runs of a job. */
export function Runs({ name, lastRun }: { name: string; lastRun: number | null }) {
  const translate = useTranslate()
  const runs = useRuns(name, lastRun)
  return (
    <QueryBoundary query={runs}>
      {(all) =>
        all.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {translate('moneyPages.jobs.never')}
          </Typography>
        ) : (
          <Box
            component="ol"
            sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 360, overflow: 'auto' }}
            tabIndex={0}
            aria-label={translate('moneyPages.jobs.runs')}
          >
            {all.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </Box>
        )
      }
    </QueryBoundary>
  )
}

function Run({ run }: { run: ShownRun }) {
  const translate = useTranslate()
  const language = useLanguage()
  const outcomeText = useOutcomeText()
  const seconds =
    run.startedAt && run.finishedAt ? (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000 : null
  const facts = [
    seconds === null
      ? null
      : translate('moneyPages.jobs.took', { seconds: formatNumber(seconds, { language, decimals: 1 }) }),
    run.requestedBy && translate('moneyPages.payments.askedBy', { name: run.requestedBy }),
    run.outcome && outcomeText(run),
  ].filter(Boolean)
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1,
        alignItems: 'center',
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
        typography: 'body2',
        overflowWrap: 'anywhere',
      }}
    >
      <RunState run={run} />
      <span>
        <RelativeMoment at={run.startedAt} />
      </span>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {facts.join(' · ')}
      </Box>
    </Box>
  )
}
