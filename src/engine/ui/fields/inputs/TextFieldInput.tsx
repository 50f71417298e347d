import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { TextInput } from 'react-admin'
import { type FieldInputProps, givenProps } from './inputProps.tsx'

export interface TextFieldInputProps extends FieldInputProps {
  readonly type?: string
  readonly htmlInput?: InputHTMLAttributes<HTMLInputElement>
  readonly start?: ReactNode
  readonly end?: ReactNode
  readonly placeholder?: string | undefined
  readonly parse?: (typed: string) => unknown
  readonly format?: (value: unknown) => string
  /** How the value is written while nobody types in it; while somebody does, what was typed stands there. */
  readonly atRest?: (value: unknown) => string
}

/** react-admin's text input, which every typed kind is made of. */
export function TextFieldInput(props: TextFieldInputProps) {
  const { field, label, type = 'text', htmlInput, start, end, placeholder, isLabelHidden, atRest } = props
  const parse = props.parse ?? ((text: string) => (text === '' ? null : text))
  const [typed, setTyped] = useState<string | null>(null)
  const keepTyped = (text: string) => {
    setTyped(text)
    return parse(text)
  }
  // Of one type from here on: inline, the compiler compares it with every form that MUI allows (14 s of its time).
  const inputAttributes: InputHTMLAttributes<HTMLInputElement> = {
    autoComplete: 'off',
    ...(isLabelHidden ? { 'aria-label': label } : {}),
    ...htmlInput,
  }
  return (
    <TextInput
      {...givenProps(props)}
      type={type}
      multiline={Boolean(field.multiline)}
      minRows={field.multiline ? 2 : undefined}
      placeholder={placeholder}
      parse={atRest ? keepTyped : parse}
      format={atRest ? (value) => typed ?? atRest(value) : props.format}
      onBlur={() => setTyped(null)}
      slotProps={{
        htmlInput: inputAttributes,
        input: { startAdornment: start, endAdornment: end },
        inputLabel: placeholder ? { shrink: true } : {},
      }}
    />
  )
}
