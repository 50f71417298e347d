import { type FormEvent, useId, useState } from 'react'
import { useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { ReasonField } from '#engine/ui/dialogs/ReasonField.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'

const changesPrefix = 'changes.'
const reasonMin = 3

interface RedactDialogProps {
  readonly line: Readonly<Record<string, unknown>>
  /** What can be taken out, as the API names it. */
  readonly names: readonly string[]
  readonly onClose: () => void
}

/** Asks which values go and why, says that it is for good, and takes them out. */
export function RedactDialog({ line, names, onClose }: RedactDialogProps) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const errorText = useErrorText()
  const formId = useId()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const { error, isRunning, redact } = useRedaction(line['id'] as number, onClose)
  const isWhole = chosen.length > 0 && reason.trim().length >= reasonMin
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) void redact({ fields: chosen, reason: reason.trim() })
  }
  const labelOf = (name: string) =>
    name.startsWith(changesPrefix)
      ? label(String(line['object']), name.slice(changesPrefix.length))
      : label('activityLog', name)
  const choose = (name: string, isChosen: boolean) =>
    setChosen(names.filter((each) => (each === name ? isChosen : chosen.includes(each))))
  const action = {
    label: translate('resourcePages.log.redact'),
    form: formId,
    color: 'warning',
    isDisabled: !isWhole,
  } as const
  return (
    <PromptDialog
      title={translate('resourcePages.log.redactTitle')}
      text={translate('resourcePages.log.redactText')}
      action={action}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormControl component="fieldset">
          <FormLabel component="legend">{translate('resourcePages.log.redactValues')}</FormLabel>
          <FormGroup>
            {names.map((name) => (
              <FormControlLabel
                key={name}
                label={labelOf(name)}
                control={
                  <Checkbox checked={chosen.includes(name)} onChange={({ target }) => choose(name, target.checked)} />
                }
              />
            ))}
          </FormGroup>
        </FormControl>
        <ReasonField
          label={translate('resourcePages.log.reason')}
          value={reason}
          onChange={setReason}
          help={translate('resourcePages.log.reasonHelp')}
        />
      </form>
    </PromptDialog>
  )
}

function useRedaction(id: number, onDone: () => void) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const { run, ...state } = useAsyncAction()
  const redact = async (input: { fields: readonly string[]; reason: string }) => {
    if (!(await run(() => dataProvider.runAction({ resource: 'activityLog', path: 'redact', id, input })))) return
    notify('resourcePages.log.redactDone', { type: 'success' })
    refresh()
    onDone()
  }
  return { ...state, redact }
}
