import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LinkBase, useLocation, useStore, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { ledKey } from './LazyNextStep.tsx'
import { stepPaths } from './stepPaths.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { useInbox } from './useInbox.ts'

/**
 * One line above the pages of somebody who is led through the first steps: how far they are, and the way to the next
 * one. It ends with the last step, or when they have enough of it.
 */
export default function NextStep() {
  const translate = useTranslate()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const [, setIsLed] = useStore(ledKey, false)
  const { data } = useInbox()
  // What was made on the page before counts.
  useEffect(() => void client.invalidateQueries({ queryKey: inboxKey }), [client, pathname])
  const steps = data?.steps
  const isOver = data !== undefined && steps === null
  useEffect(() => {
    if (isOver) setIsLed(false)
  }, [isOver, setIsLed])
  const next = steps?.find(({ isDone }) => !isDone)?.step
  if (!steps || !next) return null
  const name = translate(`work.steps.steps.${next}`)
  return (
    <Paper
      component="aside"
      variant="outlined"
      aria-label={translate('work.steps.title')}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, height: 48, boxSizing: 'border-box', px: 1.5 }}
    >
      <Typography role="status" variant="body2" noWrap sx={{ flexGrow: 1, minWidth: 0 }} title={name}>
        <strong>
          {steps.filter(({ isDone }) => isDone).length}/{steps.length}
        </strong>{' '}
        · {name}
      </Typography>
      {pathname === stepPaths[next] ? null : (
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
