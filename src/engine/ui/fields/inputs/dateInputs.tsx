import { useInput } from 'react-admin'
import { DayField } from './DayField.tsx'
import { drawnProps, type FieldInputProps } from './inputProps.tsx'
import { TextFieldInput } from './TextFieldInput.tsx'

/** A business day. react-admin's `DateInput` is the browser's, which writes days as the machine it runs on does. */
export function DateInput(props: FieldInputProps) {
  const { source, label, isLabelHidden } = props
  const { id, field, fieldState } = useInput({
    source,
    format: (value) => value ?? '',
    parse: (value) => value || null,
  })
  return (
    <DayField
      {...drawnProps(props, fieldState.error)}
      id={id}
      name={field.name}
      inputRef={field.ref}
      value={field.value}
      onChange={(value) => field.onChange(value)}
      onBlur={() => field.onBlur()}
      slotProps={{ htmlInput: isLabelHidden ? { 'aria-label': label } : {} }}
    />
  )
}

const toTyped = (value: unknown) =>
  typeof value === 'string' && value.endsWith('Z') ? value.slice(0, 16) : String(value ?? '')
const fromTyped = (typed: string) =>
  typed === '' ? null : /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? `${typed}:00.000Z` : typed

/** A moment, typed in UTC as it is shown everywhere. The placeholder keeps the label above the browser's own format. */
export const MomentInput = (props: FieldInputProps) => (
  <TextFieldInput
    {...props}
    type="datetime-local"
    placeholder=" "
    help={props.help ?? 'UTC'}
    format={toTyped}
    parse={fromTyped}
    htmlInput={{ max: '9999-12-31T23:59' }}
  />
)
