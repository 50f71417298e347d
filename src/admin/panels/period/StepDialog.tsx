import { useState } from 'react'
import { useNotify, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import TextField from '@mui/material/TextField'
import type { ChecklistItem } from '../../../config/answers/periods.ts'
import { AskDialog } from '../../dialogs/AskDialog.tsx'
import { useMoneyCall } from '../../pages/money/useMoneyCall.ts'
import { useErrorText } from '../../resource/useErrorText.ts'
import { useForgetChecklist } from './usePeriod.ts'

/** What somebody does with a period. */
export type PeriodStep = 'check' | 'lock' | 'reopen'

const doneNotice = {
  check: 'panels.period.checked',
  lock: 'panels.period.locked',
  reopen: 'panels.period.reopened',
} as const
const reasonLengthMax = 300

/**
 * Asks before a step of a period, and for what it needs: what is accepted although it is not in order, or why it is
 * opened again.
 */
export function StepDialog({
  id,
  step,
  items,
  onClose,
}: {
  id: number
  step: PeriodStep
  items: readonly ChecklistItem[]
  onClose: () => void
}) {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  const forget = useForgetChecklist(id)
  const errorText = useErrorText()
  const { run, isRunning, error } = useMoneyCall()
  const [reason, setReason] = useState('')
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const open = step === 'check' ? items.filter(({ ok, required }) => required && !ok) : []
  const isReady = step === 'reopen' ? reason.trim() !== '' : open.every(({ code }) => accepted.includes(code))
  const input = step === 'reopen' ? { reason: reason.trim() } : step === 'check' ? { accept: accepted } : {}
  const go = async () => {
    if (!(await run({ resource: 'period', path: `${id}/${step}`, input }))) return
    notify(doneNotice[step], { type: 'success' })
    forget()
    refresh()
    onClose()
  }
  return (
    <AskDialog
      title={translate(`panels.period.${step}Title`)}
      text={translate(`panels.period.${step}Text`)}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{ label: translate(`panels.period.${step}`), isDisabled: !isReady, onClick: () => void go() }}
    >
      {open.length > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {translate('panels.period.acceptText')}
        </Alert>
      )}
      <FormGroup>
        {open.map(({ code, count }) => (
          <FormControlLabel
            key={code}
            label={`${translate(`panels.period.items.${code}`)}: ${count}`}
            control={
              <Checkbox
                checked={accepted.includes(code)}
                onChange={({ target }) =>
                  setAccepted((before) => (target.checked ? [...before, code] : before.filter((each) => each !== code)))
                }
              />
            }
          />
        ))}
      </FormGroup>
      {step === 'reopen' && (
        <TextField
          label={translate('panels.period.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          required
          fullWidth
          multiline
          margin="normal"
          slotProps={{ htmlInput: { maxLength: reasonLengthMax } }}
        />
      )}
    </AskDialog>
  )
}
