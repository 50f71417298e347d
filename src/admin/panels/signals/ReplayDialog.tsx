import { useId } from 'react'
import { Form, useTranslate } from 'react-admin'
import { validateInput } from '../../../config/derive/validator.ts'
import { moment } from '../../../config/fields/index.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { AskDialog } from '../../dialogs/AskDialog.tsx'
import { useWork } from '../../dialogs/useWork.ts'
import { FieldInput } from '../../fields/inputs/FieldInput.tsx'
import { errorTree } from '../../resource/form/formValues.ts'
import { useErrorText } from '../../resource/useErrorText.ts'

const fields = { from: moment({ required: true }), to: moment({ required: true }) }
const inputOf = ({ from = null, to = null }: AnyRecord) => ({ from, to })

function problemsOf(values: AnyRecord) {
  const read = validateInput({ fields, input: inputOf(values) })
  return read.ok ? {} : errorTree(read.problems)
}

/** Asks from when to when all that a target is told of is to be sent again. */
export function ReplayDialog({
  onReplay,
  onClose,
}: {
  onReplay: (range: { from: string; to: string }) => Promise<void>
  onClose: () => void
}) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const formId = useId()
  const { run, isRunning, error } = useWork()
  const replay = (values: AnyRecord) =>
    run(async () => {
      await onReplay({ from: String(values['from']), to: String(values['to']) })
      onClose()
    })
  return (
    <AskDialog
      title={translate('late.signals.replayTitle')}
      text={translate('late.signals.replayText')}
      action={{ label: translate('late.signals.replay'), form: formId }}
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
        onSubmit={(values: AnyRecord) => void replay(values)}
        disableInvalidFormNotification
      >
        <FieldInput source="from" field={fields.from} isRequired label={translate('late.signals.from')} />
        <FieldInput source="to" field={fields.to} isRequired label={translate('late.signals.to')} />
      </Form>
    </AskDialog>
  )
}
