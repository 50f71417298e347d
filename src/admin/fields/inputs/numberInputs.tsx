import InputAdornment from '@mui/material/InputAdornment'
import { moneySymbol, parseTyped, typedForm } from '../format.ts'
import { useLanguage } from '../useLanguage.ts'
import type { FieldInputProps } from './inputProps.tsx'
import { TextFieldInput } from './TextFieldInput.tsx'

/**
 * A number typed with the language's decimal sign. What was typed stays as it stands until the input is left; what is no
 * number goes to the form as text, so that the check can say so and nothing is lost. react-admin's `NumberInput` is the
 * browser's: `1.234,5` became 1.2345 there, and the mouse wheel turned 30 into 29.
 */
function NumberFieldInput(
  props: FieldInputProps & { sign?: { start?: string; end?: string }; inputMode: 'numeric' | 'decimal' },
) {
  const { sign, inputMode, ...rest } = props
  const language = useLanguage()
  return (
    <TextFieldInput
      {...rest}
      parse={(typed) => parseTyped(typed, language)}
      atRest={(value) => typedForm(value, language)}
      htmlInput={{ inputMode, style: { textAlign: 'right' } }}
      start={sign?.start && <InputAdornment position="start">{sign.start}</InputAdornment>}
      end={sign?.end && <InputAdornment position="end">{sign.end}</InputAdornment>}
    />
  )
}

export const IntegerInput = (props: FieldInputProps) => <NumberFieldInput {...props} inputMode="numeric" />
export const PercentInput = (props: FieldInputProps) => (
  <NumberFieldInput {...props} inputMode="decimal" sign={{ end: '%' }} />
)
export const MoneyInput = (props: FieldInputProps) => (
  <NumberFieldInput {...props} inputMode="decimal" sign={{ start: moneySymbol }} />
)
