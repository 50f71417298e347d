import { useWatch } from 'react-hook-form'
import InputAdornment from '@mui/material/InputAdornment'
import { parseTyped, symbolOf, typedForm } from '../format.ts'
import { useLanguage } from '../useLanguage.ts'
import { besideSource, type FieldInputProps } from './inputProps.tsx'
import { TextFieldInput } from './TextFieldInput.tsx'

/** The currency sign of an amount, by the currency that is typed in the form. */
function MoneySign({ source, field }: FieldInputProps) {
  const [ofRow, ofRecord]: unknown[] = useWatch({ name: [besideSource(source, 'currency'), 'currency'] })
  const named = field.currencyOf === 'record' ? ofRecord : ofRow || ofRecord
  return (
    <InputAdornment position="start">{symbolOf(typeof named === 'string' ? named : undefined).trim()}</InputAdornment>
  )
}

/**
 * A number typed with the language's decimal sign. What was typed stays as it stands until the input is left; what is no
 * number goes to the form as text, so that the check can say so and nothing is lost. react-admin's `NumberInput` is the
 * browser's: `1.234,5` became 1.2345 there, and the mouse wheel turned 30 into 29.
 */
export function NumberInput(props: FieldInputProps) {
  const language = useLanguage()
  const { kind } = props.field
  return (
    <TextFieldInput
      {...props}
      parse={(typed) => parseTyped(typed, language)}
      atRest={(value) => typedForm(value, language)}
      htmlInput={{ inputMode: kind === 'integer' ? 'numeric' : 'decimal', style: { textAlign: 'right' } }}
      start={kind === 'money' && <MoneySign {...props} />}
      end={kind === 'percent' && <InputAdornment position="end">%</InputAdornment>}
    />
  )
}
