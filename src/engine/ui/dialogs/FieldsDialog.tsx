import { type ReactNode, useId } from 'react'
import { Form } from 'react-admin'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { FieldMap } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { PromptDialog } from './AskDialog.tsx'
import { useAsyncAction } from './useWork.ts'

interface FieldsDialogProps {
  readonly title: string
  readonly text?: ReactNode
  /** What its button is called. */
  readonly action: string
  readonly color?: 'primary' | 'error'
  readonly fields: FieldMap
  /** What the fields hold at first. */
  readonly initial?: AnyRecord
  /** What each field is called, and what is said below it. */
  readonly words: Readonly<Record<string, { readonly label: string; readonly help?: string }>>
  /** What is wrong with values that are right by themselves. */
  readonly check?: (values: AnyRecord) => readonly Problem[]
  readonly onSend: (values: AnyRecord) => Promise<void>
  readonly onClose: () => void
}

/** Asks for some fields: checked as they are declared, sent and closed once they are right. */
export function FieldsDialog({
  title,
  text,
  action,
  color = 'primary',
  fields,
  initial = {},
  words,
  check,
  onSend,
  onClose,
}: FieldsDialogProps) {
  const errorText = useErrorText()
  const formId = useId()
  const { run, isRunning, error } = useAsyncAction()
  const names = Object.keys(fields)
  const inputOf = (values: AnyRecord) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  const problemsOf = (values: AnyRecord) => {
    const read = validateInput({ fields, input: inputOf(values) })
    return errorTree(read.ok ? (check?.(read.values) ?? []) : read.problems)
  }
  const send = (values: AnyRecord) =>
    run(async () => {
      await onSend(inputOf(values))
      onClose()
    })
  return (
    <PromptDialog
      title={title}
      text={text}
      action={{ label: action, form: formId, color }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <Form
        id={formId}
        noValidate
        mode="onTouched"
        record={initial}
        validate={problemsOf}
        onSubmit={(values: AnyRecord) => void send(values)}
        disableInvalidFormNotification
      >
        {names.map((name) => (
          <FieldInput
            key={name}
            source={name}
            field={fields[name]!}
            isRequired={fields[name]!.required === true}
            {...words[name]!}
          />
        ))}
      </Form>
    </PromptDialog>
  )
}
