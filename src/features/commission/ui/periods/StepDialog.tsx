import { useState } from 'react'
import { useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import type { ChecklistItem } from '../../answers/periods.ts'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { useForgetChecklist } from './usePeriod.ts'

/** What somebody does with a period. */
export type PeriodStep = 'check' | 'lock' | 'reopen'

const doneNotice = {
  check: 'panels.period.checked',
  lock: 'panels.period.locked',
  reopen: 'panels.period.reopened',
} as const

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
  const refresh = useRefresh()
  const forget = useForgetChecklist(id)
  const [accepted, setAccepted] = useState<readonly string[]>([])
  const open = step === 'check' ? items.filter(({ ok, required }) => required && !ok) : []
  const renew = (isDone: boolean) => {
    if (!isDone) return
    forget()
    refresh()
  }
  return (
    <WriteDialog
      title={translate(`panels.period.${step}Title`)}
      text={translate(`panels.period.${step}Text`)}
      action={{
        label: translate(`panels.period.${step}`),
        isDisabled: !open.every(({ code }) => accepted.includes(code)),
      }}
      reasonLabel={step === 'reopen' ? translate('panels.period.reason') : undefined}
      call={(reason) => ({
        resource: 'period',
        path: `${id}/${step}`,
        input: step === 'reopen' ? { reason } : step === 'check' ? { accept: accepted } : {},
      })}
      said={() => doneNotice[step]}
      onAnswered={renew}
      onClose={onClose}
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
    </WriteDialog>
  )
}
