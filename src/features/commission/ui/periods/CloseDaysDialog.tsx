import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import Stack from '@mui/material/Stack'
import { isDay } from '#engine/values/calendar.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import type { MessageValues } from '#engine/declaration/problems.ts'
import { useCodeText, useNotifyError } from '#engine/records/ui/useErrorText.ts'

type Problems = Readonly<Record<string, readonly { readonly code: string; readonly values?: MessageValues }[]>>

/** Two days, both inclusive. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Asks which days to close, with gaps among them or far back. What the server refuses is said at its day. */
export function CloseDaysDialog({
  initial = { from: '', to: '' },
  onClose,
  onRun,
}: {
  initial?: Days | undefined
  onClose: () => void
  onRun: (days: Days) => Promise<void>
}) {
  const translate = useTranslate()
  const formId = useId()
  const notifyError = useNotifyError()
  const codeText = useCodeText()
  const [days, setDays] = useState<Days>(initial)
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
    <PromptDialog
      title={translate('moneyPages.jobs.closeDays')}
      text={translate('moneyPages.jobs.closeDaysText')}
      isRunning={isAsking}
      onClose={onClose}
      action={{
        label: translate('moneyPages.jobs.close'),
        form: formId,
        isDisabled: !isDay(days.from) || !isDay(days.to),
      }}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack spacing={2} sx={{ pt: 1 }}>
          {field('from')}
          {field('to')}
        </Stack>
      </form>
    </PromptDialog>
  )
}
