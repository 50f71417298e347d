import { useState } from 'react'
import { useInput } from 'react-admin'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { moneySymbol, parseTyped, typedForm } from '../format.ts'
import { useLanguage } from '../useLanguage.ts'
import type { FieldInputProps } from './inputProps.ts'
import { helpId, lineBelow, textFieldLooks } from './TextFieldInput.tsx'

/**
 * A number typed with the language's decimal sign. What was typed stays as it stands until the input is left; what is
 * no number
 * goes to the form as text, so that the check can say so and nothing is lost.
 */
function NumberFieldInput(
  props: FieldInputProps & { sign?: { start?: string; end?: string }; inputMode: 'numeric' | 'decimal' },
) {
  const { source, label, sign, inputMode, isLabelHidden } = props
  const language = useLanguage()
  const { id, field, fieldState } = useInput({ source, format: (value) => value, parse: (value) => value })
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextField
      {...textFieldLooks(props, fieldState.error)}
      id={id}
      name={field.name}
      inputRef={field.ref}
      value={typed ?? typedForm(field.value, language)}
      onChange={({ target }) => {
        setTyped(target.value)
        field.onChange(parseTyped(target.value, language))
      }}
      onBlur={() => {
        setTyped(null)
        field.onBlur()
      }}
      helperText={lineBelow(props, fieldState.error)}
      slotProps={{
        htmlInput: {
          inputMode,
          autoComplete: 'off',
          style: { textAlign: 'right' },
          ...(isLabelHidden ? { 'aria-label': label } : {}),
        },
        input: {
          startAdornment: sign?.start && <InputAdornment position="start">{sign.start}</InputAdornment>,
          endAdornment: sign?.end && <InputAdornment position="end">{sign.end}</InputAdornment>,
        },
        formHelperText: { id: helpId(id) },
      }}
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
