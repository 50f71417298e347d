import { useId } from 'react'
import { Form, useTranslate } from 'react-admin'
import type { DecidedAnswer } from '../answers/applications.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { text } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useDecision } from './useDecision.ts'

const fields = {
  ask: { question: text({ required: true, max: 2000, multiline: true }) },
  refuse: { reason: text({ required: true, max: 500, multiline: true }) },
} as const

/** Asks what an applicant has to answer, or why an application is refused. */
export function SayDialog({
  application,
  step,
  onDone,
  onClose,
}: {
  application: AnyRecord
  step: 'ask' | 'refuse'
  onDone: (answer: DecidedAnswer) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const formId = useId()
  const decide = useDecision(application)
  const { run, isRunning, error } = useAsyncAction()
  const [[name, field]] = Object.entries(fields[step]) as [[string, (typeof fields)['ask']['question']]]
  const inputOf = (values: AnyRecord) => ({ [name]: values[name] ?? null })
  const problemsOf = (values: AnyRecord) => {
    const read = validateInput({ fields: { [name]: field }, input: inputOf(values) })
    return read.ok ? {} : errorTree(read.problems)
  }
  return (
    <PromptDialog
      title={translate(`applications.${step}Title`, { name: String(application['name']) })}
      text={translate(`applications.${step}Text`)}
      action={{
        label: translate(`applications.${step}`),
        form: formId,
        color: step === 'refuse' ? 'error' : 'primary',
      }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <Form
        id={formId}
        noValidate
        mode="onTouched"
        record={{}}
        validate={problemsOf}
        onSubmit={(values: AnyRecord) => void run(async () => onDone(await decide(step, inputOf(values))))}
        disableInvalidFormNotification
      >
        <FieldInput source={name} field={field} isRequired label={translate(`applications.${name}`)} />
      </Form>
    </PromptDialog>
  )
}
