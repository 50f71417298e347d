import { useId, useRef, useState } from 'react'
import { Form, useDataProvider, useListContext, useNotify, useRecordContext, useTranslate } from 'ra-core'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { date, type Field, text } from '../../../config/fields/index.ts'
import { validateInput } from '../../../config/derive/validator.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { type BackOfficeDataProvider, errorAnswer } from '../../dataProvider.ts'
import { formatMoney } from '../../fields/format.ts'
import { FieldInput } from '../../fields/inputs/FieldInput.tsx'
import { useLanguage } from '../../fields/useLanguage.ts'
import { errorTree } from '../../resource/form/formValues.ts'
import { useErrorText } from '../../resource/useErrorText.ts'

const input = { paidAt: date({ required: true }) as Field, reference: text({ max: 80 }) as Field, note: text({ max: 500, multiline: true }) as Field }

/** Says that an entry was paid by hand ("Baixa manual"). */
export default function ManualPaymentDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const language = useLanguage()
  const record = useRecordContext()
  const [titleId, formId] = [useId(), useId()]
  const errorText = useErrorText()
  const { pay, isRunning, error } = usePayment(onClose)
  const validate = (values: AnyRecord) => {
    const result = validateInput({ fields: input, input: values })
    return result.ok ? {} : errorTree(result.problems)
  }
  const [defaults] = useState(() => ({ paidAt: new Date().toISOString().slice(0, 10), reference: null, note: null }))
  return (
    <Dialog open onClose={isRunning ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="xs" onClick={(event) => event.stopPropagation()}>
      <DialogTitle id={titleId}>{translate('resourcePages.entries.payTitle', { value: formatMoney(record?.['value'], { language }) })}</DialogTitle>
      <DialogContent>
        <Form id={formId} noValidate mode="onTouched" record={{}} defaultValues={defaults} validate={validate} onSubmit={pay} disableInvalidFormNotification>
          {Object.entries(input).map(([name, field]) => (
            <FieldInput key={name} source={name} field={field} isRequired={field.required} label={translate(`resourcePages.entries.${name}`)} />
          ))}
        </Form>
        {error !== null && <Alert severity="error" sx={{ mt: 1 }}>{errorText(error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isRunning}>{translate('resourcePages.actions.cancel')}</Button>
        <Button type="submit" form={formId} variant="contained" loading={isRunning}>{translate('resourcePages.entries.confirm')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function usePayment(onDone: () => void) {
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const { refetch } = useListContext()
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  // The same payment tried again is the same payment, other values make another one: the key goes with what is sent.
  const last = useRef<{ body: string; key: string } | null>(null)
  const pay = async (values: AnyRecord) => {
    setIsRunning(true)
    setError(null)
    const body = JSON.stringify(values)
    if (last.current?.body !== body) last.current = { body, key: randomKey() }
    try {
      await dataProvider.runAction({ resource: 'entry', path: 'payment', id: record!.id, input: values, headers: { 'Idempotency-Key': last.current.key } })
      notify('resourcePages.entries.paid', { type: 'success' })
      void refetch?.()
      onDone()
      return undefined
    } catch (failure) {
      const { errors } = errorAnswer(failure)
      const isAboutFields = errors !== undefined && Object.keys(errors).some((name) => name in input)
      if (!isAboutFields) setError(failure)
      return isAboutFields ? errors : undefined
    } finally {
      setIsRunning(false)
    }
  }
  return { pay, isRunning, error }
}

/** `crypto.randomUUID` is missing where the page is not served securely. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
