import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LinkBase, useLocation, useStore, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { FirstStep, InboxAnswer } from '../answers/inbox.ts'
import { ledKey } from './LazyNextStep.tsx'
import { stepPaths } from './stepPaths.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { useInbox } from './useInbox.ts'

/** Done while their page stays: files are read and days are closed by jobs. The page asks every so often. */
const stepsOfJobs: readonly FirstStep[] = ['feed', 'close']
const askAgainMs = 3_000

const nextOf = (answer: InboxAnswer | undefined): FirstStep | undefined =>
  answer?.steps?.find(({ isDone }) => !isDone)?.step

/**
 * One line above the pages of a user who is led through the first steps: how many are done, and the way to the next
 * one. It ends by saying that all are done, or when the user dismisses it.
 */
export default function NextStep() {
  const translate = useTranslate()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [, setIsLed] = useStore(ledKey, false)
  const { data } = useInbox((answer) => {
    const next = nextOf(answer)
    return next && stepsOfJobs.includes(next) && pathname === stepPaths[next] ? askAgainMs : false
  })
  // What was made on the page before counts.
  useEffect(() => void client.invalidateQueries({ queryKey: inboxKey }), [client, pathname])
  if (!data) return null
  const { steps } = data
  const next = nextOf(data)
  const name = translate(next ? `work.steps.steps.${next}` : 'work.steps.allDone')
  return (
    <Paper
      component="aside"
      variant="outlined"
      aria-label={translate('work.steps.title')}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 48, boxSizing: 'border-box', px: 1.5 }}
    >
      <Typography role="status" variant="body2" noWrap sx={{ flexGrow: 1, minWidth: 0 }} title={name}>
        {steps && next ? (
          <>
            <strong>
              {steps.filter(({ isDone }) => isDone).length}/{steps.length}
            </strong>{' '}
            ·{' '}
          </>
        ) : null}
        {name}
      </Typography>
      {!next || pathname === stepPaths[next] ? null : (
        <Button
          size="small"
          variant="contained"
          component={LinkBase}
          to={stepPaths[next]}
          aria-label={`${translate('work.steps.go')}: ${name}`}
        >
          {translate('work.steps.go')}
        </Button>
      )}
      <Button size="small" onClick={() => setIsLed(false)}>
        {translate('work.steps.enough')}
      </Button>
    </Paper>
  )
}
