import { type ReactNode, useId, useState } from 'react'
import { Form, useTranslate } from 'react-admin'
import { date, type Field, text } from '../../../../config/fields/index.ts'
import { validateInput } from '../../../../config/derive/validator.ts'
import type { MessageValues } from '../../../../config/problems.ts'
import type { AnyRecord } from '../../../../config/record.ts'
import { errorAnswer } from '../../../dataProvider.ts'
import { AskDialog } from '../../../dialogs/AskDialog.tsx'
import { formatDay } from '../../../fields/format.ts'
import { FieldInput } from '../../../fields/inputs/FieldInput.tsx'
import { businessToday } from '../../../fields/today.ts'
import { installation } from '../../../installation.ts'
import { errorTree } from '../../../resource/form/formValues.ts'
import { useCodeText } from '../../../resource/useErrorText.ts'
import { usePaymentErrorText } from '../../../resource/useSaid.ts'

const input = {
  paidAt: date({ required: true }) as Field,
  reference: text({ max: 80 }) as Field,
  note: text({ max: 500, multiline: true }) as Field,
}

interface ManualPaymentFormProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Pays; what went wrong stands in `error` then. */
  readonly onPay: (values: AnyRecord) => Promise<void>
  readonly isRunning: boolean
  readonly error: unknown
  readonly onClose: () => void
  /** Shown in place of the form, once the payment is done. */
  readonly outcome?: ReactNode
}

/** Asks when and how something was paid by hand ("Baixa manual"). */
export function ManualPaymentForm({ title, lead, onPay, isRunning, error, onClose, outcome }: ManualPaymentFormProps) {
  const translate = useTranslate()
  const formId = useId()
  const errorText = usePaymentErrorText()
  const problem = error !== null && (
    <>
      {errorText(error)}
      <FieldProblems error={error} />
    </>
  )
  if (outcome)
    return (
      <AskDialog
        title={title}
        maxWidth="sm"
        problem={problem}
        closeLabel="resourcePages.actions.close"
        onClose={onClose}
      >
        {outcome}
      </AskDialog>
    )
  return (
    <AskDialog
      title={title}
      action={{ label: translate('resourcePages.entries.confirm'), form: formId }}
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
    >
      {lead}
      <PaymentFields formId={formId} onPay={onPay} />
    </AskDialog>
  )
}

/** What is wrong with what was typed; nothing is paid before it happened. */
function problemsOf(values: AnyRecord): object {
  const result = validateInput({ fields: input, input: values })
  if (!result.ok) return errorTree(result.problems)
  const today = businessToday()
  return String(values['paidAt']) > today
    ? errorTree([
        {
          field: 'paidAt',
          code: 'in_future',
          values: { today: formatDay(today), zone: installation.businessTimeZone },
        },
      ])
    : {}
}

/** When and how something was paid, as a form of its own that a button elsewhere sends. */
export function PaymentFields({ formId, onPay }: Pick<ManualPaymentFormProps, 'onPay'> & { formId: string }) {
  const translate = useTranslate()
  const [today] = useState(businessToday)
  return (
    <Form
      id={formId}
      noValidate
      mode="onTouched"
      record={{}}
      defaultValues={{ paidAt: today, reference: null, note: null }}
      validate={problemsOf}
      onSubmit={(values: AnyRecord) => void onPay(values)}
      disableInvalidFormNotification
    >
      {Object.entries(input).map(([name, field]) => (
        <FieldInput
          key={name}
          source={name}
          field={field}
          isRequired={field.required}
          label={translate(`resourcePages.entries.${name}`)}
        />
      ))}
    </Form>
  )
}

/** What the server says of single fields: the browser asks the same check, so that this is rare. */
function FieldProblems({ error }: { error: unknown }) {
  const translate = useTranslate()
  const codeText = useCodeText()
  const details = (errorAnswer(error)['details'] ?? {}) as Record<
    string,
    readonly { code: string; values?: MessageValues }[]
  >
  const known = Object.entries(details).filter(([name]) => name in input)
  return (
    <>
      {known.map(([name, problems]) => (
        <div key={name}>
          {translate(`resourcePages.entries.${name}`)}:{' '}
          {problems.map(({ code, values }) => codeText(code, values)).join(', ')}
        </div>
      ))}
    </>
  )
}
