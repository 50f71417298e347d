import type { FieldInputProps } from './inputProps.ts'
import { TextFieldInput } from './TextFieldInput.tsx'

/** A placeholder keeps the label above the browser's own day format. */
const above = ' '

/** A business day. */
export const DateInput = (props: FieldInputProps) => <TextFieldInput {...props} type="date" placeholder={above} htmlInput={{ max: '9999-12-31' }} />

const toTyped = (value: unknown) => (typeof value === 'string' && value.endsWith('Z') ? value.slice(0, 16) : String(value ?? ''))
const fromTyped = (typed: string) => (typed === '' ? null : /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(typed) ? `${typed}:00.000Z` : typed)

/** A moment, typed in UTC as it is shown everywhere. */
export const MomentInput = (props: FieldInputProps) => (
  <TextFieldInput {...props} type="datetime-local" placeholder={above} help={props.help ?? 'UTC'} format={toTyped} parse={fromTyped} htmlInput={{ max: '9999-12-31T23:59' }} />
)
