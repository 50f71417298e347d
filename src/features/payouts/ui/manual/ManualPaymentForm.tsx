import { type ReactNode, useId, useState } from 'react'
import { Form, useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import { date, type Field, text } from '#engine/declaration/fields/index.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { invoiceLengthMax, normalizeInvoice, typedInvoiceProblem } from '#rules/payouts/invoices.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { formatDay } from '#engine/ui/fields/format.ts'
import { FieldInput } from '#engine/ui/fields/inputs/FieldInput.tsx'
import { businessToday, businessZone } from '#engine/ui/fields/today.ts'
import { errorTree } from '#engine/records/ui/form/formValues.ts'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import type { AskedInvoice, TypedInvoice } from './useInvoices.ts'

const input = {
  paidAt: date({ required: true }) as Field,
  reference: text({ max: 80 }) as Field,
  note: text({ max: 500, multiline: true }) as Field,
}

const nameOfInvoice = (place: number) => `invoice${place}`
const lacking = (invoices: readonly AskedInvoice[]) => invoices.filter(({ waiting }) => waiting === null)

interface ManualPaymentFormProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Pays, with the numbers of invoices that were typed; what went wrong stands in `error` then. */
  readonly onPay: (values: AnyRecord, invoices: readonly TypedInvoice[]) => Promise<void>
  /** Of whom the payment asks for the number of an invoice. */
  readonly invoices?: readonly AskedInvoice[]
  /** Where one is missing nothing can be paid: of several owners the others are. */
  readonly needsInvoices?: boolean
  readonly isRunning: boolean
  readonly error: unknown
  readonly onClose: () => void
  /** Shown in place of the form, once the payment is done. */
  readonly outcome?: ReactNode
}

/** Asks when and how something was paid by hand ("Baixa manual"). */
export function ManualPaymentForm(props: ManualPaymentFormProps) {
  const { title, lead, onPay, isRunning, error, onClose, outcome, invoices = [], needsInvoices = false } = props
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
      <PromptDialog
        title={title}
        maxWidth="sm"
        problem={problem}
        closeLabel="resourcePages.actions.close"
        onClose={onClose}
      >
        {outcome}
      </PromptDialog>
    )
  return (
    <PromptDialog
      title={title}
      action={{ label: translate('resourcePages.entries.confirm'), form: formId }}
      isRunning={isRunning}
      problem={problem}
      onClose={onClose}
    >
      {lead}
      {invoices.map(
        ({ kind, id, currency, name, waiting }) =>
          waiting !== null && (
            <Typography key={`${kind} ${id} ${currency}`} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {translate('paying.invoiceOf', { name })}: {waiting}
            </Typography>
          ),
      )}
      <PaymentFields formId={formId} onPay={onPay} invoices={lacking(invoices)} needsInvoices={needsInvoices} />
    </PromptDialog>
  )
}

/** What is wrong with what was typed; nothing is paid before it happened. */
function problemsOf(given: AnyRecord, fields: Readonly<Record<string, Field>>): object {
  // What a field that is gone by now held is nothing.
  const values = Object.fromEntries(Object.entries(given).filter(([name]) => name in fields))
  const result = validateInput({ fields, input: values })
  if (!result.ok) return errorTree(result.problems)
  const wrong = Object.keys(fields).flatMap((field) => {
    const code = field in input ? null : typedInvoiceProblem(String(values[field] ?? ''))
    return code === null ? [] : [{ field, code }]
  })
  if (wrong.length > 0) return errorTree(wrong)
  const today = businessToday()
  return String(values['paidAt']) > today
    ? errorTree([{ field: 'paidAt', code: 'in_future', values: { today: formatDay(today), zone: businessZone() } }])
    : {}
}

/** When and how something was paid, as a form of its own that a button elsewhere sends. */
export function PaymentFields({
  formId,
  onPay,
  invoices = [],
  needsInvoices = false,
}: Pick<ManualPaymentFormProps, 'onPay' | 'invoices' | 'needsInvoices'> & { formId: string }) {
  const translate = useTranslate()
  const [today] = useState(businessToday)
  const number = text({ max: invoiceLengthMax, required: needsInvoices }) as Field
  const fields = { ...input, ...Object.fromEntries(invoices.map((_, place) => [nameOfInvoice(place), number])) }
  const send = ({ paidAt, reference, note, ...typed }: AnyRecord) => {
    const entered = invoices.map(({ kind, id, currency }, place) => {
      const given = normalizeInvoice(String(typed[nameOfInvoice(place)] ?? ''))
      return { kind, id, currency, number: given }
    })
    void onPay(
      { paidAt, reference, note },
      entered.filter((each) => each.number !== ''),
    )
  }
  const labelOf = (name: string) => {
    const invoice = invoices.find((_, place) => nameOfInvoice(place) === name)
    return invoice ? translate('paying.invoiceOf', { name: invoice.name }) : translate(`resourcePages.entries.${name}`)
  }
  return (
    <Form
      id={formId}
      noValidate
      mode="onTouched"
      record={{}}
      defaultValues={{ paidAt: today, reference: null, note: null }}
      validate={(values: AnyRecord) => problemsOf(values, fields)}
      onSubmit={send}
      disableInvalidFormNotification
    >
      {Object.entries(fields).map(([name, field]) => (
        <FieldInput key={name} source={name} field={field} isRequired={field.required} label={labelOf(name)} />
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
