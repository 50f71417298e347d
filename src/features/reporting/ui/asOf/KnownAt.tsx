import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import type { Report } from '#engine/declaration/report.ts'
import { periodProblem, type ReportQuery } from '../reportQuery.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

const ChangesDialog = lazy(() => import('./ChangesDialog.tsx'))

interface KnownAtProps {
  readonly report: Report
  readonly query: ReportQuery
  readonly onChange: (changed: Partial<ReportQuery>) => void
}

const focus = (element: HTMLElement | null) => element?.focus()

/** The end of a minute, as it is typed: what became known in it was known. */
const momentOf = (typed: string) => `${typed}:59.999Z`

/**
 * As of which moment a report is shown. What was said then says so plainly, with the way back to now and what changed
 * since.
 */
export default function KnownAt({ report, query, onChange }: KnownAtProps) {
  const translate = useTranslate()
  const moment = useMomentText()
  const [isTyping, setIsTyping] = useState(false)
  // What was pressed goes away: whoever works by keys goes on where they were.
  const [isBack, setIsBack] = useState(false)
  const [areChangesShown, setAreChangesShown] = useState(false)
  const { knownAt } = query
  const isOpen = isTyping || knownAt !== undefined
  const showNow = () => {
    setIsTyping(false)
    setIsBack(true)
    onChange({ knownAt: undefined })
  }
  if (!isOpen)
    return (
      <Box sx={{ mb: 1, displayPrint: 'none' }}>
        <Button size="small" ref={isBack ? focus : undefined} onClick={() => setIsTyping(true)}>
          {translate('resourcePages.past.open')}
        </Button>
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 2 }}>
      <TextField
        type="datetime-local"
        size="small"
        margin="none"
        inputRef={isTyping ? focus : undefined}
        sx={{ displayPrint: 'none' }}
        label={translate('resourcePages.past.knownAt')}
        value={knownAt?.slice(0, 16) ?? ''}
        onChange={({ target }) => onChange({ knownAt: target.value === '' ? undefined : momentOf(target.value) })}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: '9999-12-31T23:59' } }}
      />
      {knownAt === undefined ? (
        <Button size="small" onClick={showNow}>
          {translate('resourcePages.past.showNow')}
        </Button>
      ) : (
        <Alert
          severity="warning"
          sx={{ flexGrow: 1 }}
          action={
            <Box sx={{ displayPrint: 'none' }}>
              <Button
                size="small"
                color="inherit"
                disabled={periodProblem(query.period) !== null}
                onClick={() => setAreChangesShown(true)}
              >
                {translate('resourcePages.past.changes')}
              </Button>
              <Button size="small" color="inherit" onClick={showNow}>
                {translate('resourcePages.past.showNow')}
              </Button>
            </Box>
          }
        >
          {translate('resourcePages.past.asKnown', { moment: moment(knownAt) })}
        </Alert>
      )}
      {areChangesShown && knownAt !== undefined && (
        <Suspense fallback={null}>
          <ChangesDialog report={report} query={query} since={knownAt} onClose={() => setAreChangesShown(false)} />
        </Suspense>
      )}
    </Box>
  )
}
