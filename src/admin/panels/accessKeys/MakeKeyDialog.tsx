import { useId } from 'react'
import { Form, useTranslate } from 'react-admin'
import { validateInput } from '../../../config/derive/validator.ts'
import { date, text } from '../../../config/fields/index.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { addDays, startOfDay } from '../../../domain/calendar.ts'
import { AskDialog } from '../../dialogs/AskDialog.tsx'
import { useWork } from '../../dialogs/useWork.ts'
import { FieldInput } from '../../fields/inputs/FieldInput.tsx'
import { businessToday } from '../../fields/today.ts'
import { installation } from '../../installation.ts'
import { errorTree } from '../../resource/form/formValues.ts'
import { useErrorText } from '../../resource/useErrorText.ts'

const fields = { label: text({ required: true, max: 80 }), lastDay: date() }
const inputOf = (values: AnyRecord) => ({ label: values['label'] ?? null, lastDay: values['lastDay'] ?? null })

function problemsOf(values: AnyRecord) {
  const read = validateInput({ fields, input: inputOf(values) })
  if (!read.ok) return errorTree(read.problems)
  const { lastDay } = read.values
  return lastDay !== null && String(lastDay) < businessToday() ? errorTree([{ field: 'lastDay', code: 'in_past' }]) : {}
}

/** Asks what a new key is called and until which day it opens something, that day included. */
export function MakeKeyDialog({
  onMake,
  onClose,
}: {
  onMake: (wanted: { label: string; expiresAt: string | null }) => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const formId = useId()
  const { run, isRunning, error } = useWork()
  const make = (values: AnyRecord) =>
    run(async () => {
      const { label, lastDay } = inputOf(values)
      const end =
        lastDay === null ? null : startOfDay({ day: addDays(String(lastDay), 1), zone: installation.businessTimeZone })
      await onMake({ label: String(label), expiresAt: end?.toISOString() ?? null })
      onClose()
    })
  return (
    <AskDialog
      title={translate('panels.accessKeys.make')}
      action={{ label: translate('panels.accessKeys.make'), form: formId }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <Form
        id={formId}
        noValidate
        mode="onTouched"
        record={{}}
        validate={(values: AnyRecord) => problemsOf(values)}
        onSubmit={(values: AnyRecord) => void make(values)}
        disableInvalidFormNotification
      >
        <FieldInput
          source="label"
          field={fields.label}
          isRequired
          label={translate('panels.accessKeys.label')}
          help={translate('panels.accessKeys.labelHelp')}
        />
        <FieldInput
          source="lastDay"
          field={fields.lastDay}
          isRequired={false}
          label={translate('panels.accessKeys.lastDay')}
          help={translate('panels.accessKeys.lastDayHelp')}
        />
      </Form>
    </AskDialog>
  )
}
