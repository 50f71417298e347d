import { type ReactNode, useId, useState } from 'react'
import { Form, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { date, type Field, text } from '../../../../config/fields/index.ts'
import { validateInput } from '../../../../config/derive/validator.ts'
import type { MessageValues } from '../../../../config/problems.ts'
import type { AnyRecord } from '../../../../config/record.ts'
import { errorAnswer } from '../../../dataProvider.ts'
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
  const [titleId, formId] = [useId(), useId()]
  const errorText = usePaymentErrorText()
  return (
    <Dialog
      open
      onClose={isRunning ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth={outcome ? 'sm' : 'xs'}
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {outcome ?? (
          <>
            {lead}
            <PaymentFields formId={formId} onPay={onPay} />
          </>
        )}
        {error !== null && (
          <Alert severity="error" sx={{ mt: 1 }}>
            {errorText(error)}
            <FieldProblems error={error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning}>
          {translate(outcome ? 'resourcePages.actions.close' : 'resourcePages.actions.cancel')}
        </Button>
        {!outcome && (
          <Button type="submit" form={formId} variant="contained" loading={isRunning}>
            {translate('resourcePages.entries.confirm')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
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

function PaymentFields({ formId, onPay }: Pick<ManualPaymentFormProps, 'onPay'> & { formId: string }) {
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
