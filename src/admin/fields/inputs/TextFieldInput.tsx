import { useInput, ValidationError } from 'react-admin'
import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react'
import TextField, { type TextFieldProps } from '@mui/material/TextField'
import type { FieldInputProps } from './inputProps.ts'

export interface TextFieldInputProps extends FieldInputProps {
  readonly type?: string
  readonly isMultiline?: boolean
  readonly htmlInput?: InputHTMLAttributes<HTMLInputElement>
  readonly start?: ReactNode
  readonly end?: ReactNode
  readonly placeholder?: string
  readonly children?: ReactNode
  readonly isSelect?: boolean
  readonly parse?: (typed: string) => unknown
  readonly format?: (value: unknown) => string
  /** How the value is written while nobody types in it. */
  readonly atRest?: (value: unknown) => string
}

/** The id of the line below an input, which assistive technology reads with it. */
export const helpId = (id: string) => `${id}-helper-text`

/** How the outer looks of an input follow from its state; shared by all that are drawn as a text field. */
export function textFieldLooks({ label, isRequired, isLabelHidden }: FieldInputProps, error: unknown): TextFieldProps {
  return {
    fullWidth: true,
    size: 'small',
    variant: 'outlined',
    error: Boolean(error),
    required: Boolean(isRequired),
    label: isLabelHidden ? undefined : label,
    hiddenLabel: isLabelHidden,
    margin: isLabelHidden ? 'none' : 'dense',
  }
}

/** A line below an input: what is wrong, else the help. */
export function HelperText({ error, help }: { error: { message?: unknown } | undefined; help?: ReactNode }) {
  if (!error) return <>{help}</>
  return <ValidationError error={(error.message ?? '') as string} />
}

/**
 * The line below an input. It keeps its place while it is empty: a form that moves when an input is left makes people
 * click beside what they meant.
 * In a table there is no room to keep.
 */
export function lineBelow(
  { help, isLabelHidden }: Pick<FieldInputProps, 'help' | 'isLabelHidden'>,
  error: { message?: unknown } | undefined,
): ReactNode {
  if (error || help) return <HelperText error={error} help={help} />
  return isLabelHidden ? undefined : ' '
}

interface Resting {
  readonly field: {
    readonly value: unknown
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    readonly onBlur: () => void
  }
  readonly typed: string | null
  readonly setTyped: (typed: string | null) => void
  readonly atRest: (value: unknown) => string
}

/** While somebody types, what was typed stands there; afterwards the value as it is read. */
const restful = ({ field, typed, setTyped, atRest }: Resting) => ({
  value: typed ?? atRest(field.value),
  onChange: (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value)
    field.onChange(event)
  },
  onBlur: () => {
    setTyped(null)
    field.onBlur()
  },
})

/** The text field every typed kind is made of. */
export function TextFieldInput(props: TextFieldInputProps) {
  const {
    source,
    label,
    type = 'text',
    isMultiline,
    htmlInput,
    start,
    end,
    placeholder,
    children,
    isSelect,
    isLabelHidden,
    atRest,
  } = props
  const parse = props.parse ?? ((typed: string) => (typed === '' ? null : typed))
  const [typed, setTyped] = useState<string | null>(null)
  const {
    id,
    field: { ref, ...field },
    fieldState,
  } = useInput({ source, parse, ...(props.format ? { format: props.format } : {}) })
  return (
    <TextField
      {...textFieldLooks(props, fieldState.error)}
      {...field}
      {...(atRest ? restful({ field, typed, setTyped, atRest }) : {})}
      id={id}
      inputRef={ref}
      type={type}
      multiline={isMultiline}
      minRows={isMultiline ? 2 : undefined}
      select={isSelect}
      placeholder={placeholder}
      helperText={lineBelow(props, fieldState.error)}
      slotProps={{
        htmlInput: { autoComplete: 'off', ...(isLabelHidden ? { 'aria-label': label } : {}), ...htmlInput },
        input: { startAdornment: start, endAdornment: end },
        inputLabel: placeholder ? { shrink: true } : {},
        formHelperText: { id: helpId(id) },
      }}
    >
      {children}
    </TextField>
  )
}
