import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { isDay } from '../../../domain/calendar.ts'
import { errorAnswer } from '../../dataProvider.ts'
import { DayField } from '../../fields/inputs/DayField.tsx'
import type { MessageValues } from '../../../config/problems.ts'
import { useCodeText, useNotifyError } from '../../resource/useErrorText.ts'

type Problems = Readonly<Record<string, readonly { readonly code: string; readonly values?: MessageValues }[]>>

/** Two days, both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Asks which days to close, with gaps among them or far back. What the server refuses is said at its day. */
export function CloseDaysDialog({ onClose, onRun }: { onClose: () => void; onRun: (days: Days) => Promise<void> }) {
  const translate = useTranslate()
  const titleId = useId()
  const notifyError = useNotifyError()
  const codeText = useCodeText()
  const [days, setDays] = useState<Days>({ from: '', to: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [isAsking, setIsAsking] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsAsking(true)
    setProblems({})
    onRun(days)
      .then(onClose, (error: unknown) => {
        const { details } = errorAnswer(error)
        if (details) setProblems(details as Problems)
        else notifyError(error)
      })
      .finally(() => setIsAsking(false))
  }
  const field = (name: keyof Days) => {
    const [problem] = problems[name] ?? []
    return (
      <DayField
        label={translate(`moneyPages.jobs.${name}`)}
        required
        fullWidth
        value={days[name]}
        onChange={(day) => setDays({ ...days, [name]: day })}
        error={problem !== undefined}
        helperText={problem && codeText(problem.code, problem.values)}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form noValidate onSubmit={submit}>
        <DialogTitle id={titleId}>{translate('moneyPages.jobs.closeDays')}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{translate('moneyPages.jobs.closeDaysText')}</DialogContentText>
          <Stack spacing={2}>
            {field('from')}
            {field('to')}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('resourcePages.actions.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isAsking} disabled={!isDay(days.from) || !isDay(days.to)}>
            {translate('moneyPages.jobs.close')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
