import { useId } from 'react'
import { Form, useTranslate } from 'react-admin'
import { resources } from '#resources/index.ts'
import type { DecidedAnswer } from '../answers/applications.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { boolean } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useDecision } from './useDecision.ts'

const { rewardProfile, brands } = resources.affiliate.fields
const fields = { rewardProfile, brands, invites: boolean({ default: true }) }
const inputOf = (values: AnyRecord) => ({
  rewardProfile: values['rewardProfile'] ?? null,
  brands: values['brands'] ?? [],
  invites: values['invites'] ?? true,
})

function problemsOf(values: AnyRecord) {
  const read = validateInput({ fields, input: inputOf(values) })
  return read.ok ? {} : errorTree(read.problems)
}

/** Asks by which profile and for which brands an applicant becomes an affiliate. */
export function ApproveDialog({
  application,
  onDone,
  onClose,
}: {
  application: AnyRecord
  onDone: (answer: DecidedAnswer) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const errorText = useErrorText()
  const formId = useId()
  const decide = useDecision(application)
  const { run, isRunning, error } = useAsyncAction()
  return (
    <PromptDialog
      title={translate('applications.approveTitle', { name: String(application['name']) })}
      text={translate('applications.approveText')}
      action={{ label: translate('applications.approve'), form: formId }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <Form
        id={formId}
        noValidate
        mode="onTouched"
        record={{ company: application['company'], brands: [application['brand']], invites: true }}
        validate={problemsOf}
        onSubmit={(values: AnyRecord) => void run(async () => onDone(await decide('approve', inputOf(values))))}
        disableInvalidFormNotification
      >
        <FieldInput
          source="rewardProfile"
          field={rewardProfile}
          isRequired
          label={label('affiliate', 'rewardProfile')}
        />
        <FieldInput source="brands" field={brands} isRequired label={label('affiliate', 'brands')} />
        <FieldInput
          source="invites"
          field={fields.invites}
          isRequired={false}
          label={translate('applications.invites')}
        />
      </Form>
    </PromptDialog>
  )
}
