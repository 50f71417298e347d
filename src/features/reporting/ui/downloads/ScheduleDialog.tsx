import { useId, useState } from 'react'
import { Form, useNotify, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { scheduleChange } from '#resources/reportFiles.ts'
import type { ShownSchedule } from '../../answers/downloads.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { counts, newSchedule, scheduleFields, scheduleInput, scheduleProblems } from './scheduleInput.ts'
import { useScheduleCalls } from './useDownloads.ts'

interface ScheduleDialogProps {
  readonly view: { readonly id: number; readonly name: string; readonly query?: string }
  /** The schedule that is changed; without it one is made. */
  readonly schedule?: ShownSchedule
  readonly onClose: () => void
}

/** How often a saved view becomes a file, of which period, as what. */
export default function ScheduleDialog({ view, schedule, onClose }: ScheduleDialogProps) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const formId = useId()
  const language = useLanguage()
  const { save, isRunning, error } = useSaving({ view, schedule, onClose })
  const [defaults] = useState(() =>
    schedule ? scheduleInput({ ...schedule }) : newSchedule({ query: view.query, language }),
  )
  const action = { label: translate(schedule ? 'ra.action.save' : 'downloads.schedule'), form: formId }
  return (
    <PromptDialog
      title={translate('downloads.scheduleTitle', { name: view.name })}
      text={translate('downloads.scheduleText')}
      action={action}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <Form
        id={formId}
        noValidate
        mode="onTouched"
        record={{}}
        defaultValues={defaults}
        validate={(values: AnyRecord) => errorTree(scheduleProblems(values))}
        onSubmit={(values: AnyRecord) => void save(values)}
        disableInvalidFormNotification
      >
        <Fields />
      </Form>
    </PromptDialog>
  )
}

function useSaving({ view, schedule, onClose }: ScheduleDialogProps) {
  const notify = useNotify()
  const moment = useMomentText()
  const { add, change } = useScheduleCalls()
  const { run, ...state } = useAsyncAction()
  const save = (values: AnyRecord) =>
    run(async () => {
      const { nextAt } = schedule
        ? await change(schedule.id, scheduleInput(values))
        : await add({ view: view.id, ...scheduleInput(values) })
      notify(schedule ? 'downloads.changed' : 'downloads.scheduled', {
        type: 'success',
        messageArgs: { name: view.name, moment: moment(nextAt) },
      })
      onClose()
    })
  return { ...state, save }
}

function Fields() {
  const translate = useTranslate()
  const repeats: unknown = useWatch({ name: 'repeats' })
  return scheduleFields
    .filter((name) => counts(name, repeats))
    .map((name) => (
      <FieldInput
        key={name}
        source={name}
        field={scheduleChange[name]}
        isRequired
        label={translate(`downloads.fields.${name}`)}
        help={name === 'monthDay' ? translate('downloads.monthDayHelp') : undefined}
      />
    ))
}
