import { useInput } from 'react-admin'
import { useNarrowing } from '../../useOptions.ts'
import { drawnProps, type FieldInputProps } from '../inputProps.tsx'
import { ManyPicker, OnePicker } from './ReferencePicker.tsx'

/** What both have of the form around them. */
function usePickerProps(props: FieldInputProps, format: (value: unknown) => unknown) {
  const { source, field, label, isLabelHidden } = props
  const { id, field: input, fieldState } = useInput({ source, format, parse: (value) => value })
  const shared = {
    id,
    target: field.target!,
    label,
    isLabelHidden: Boolean(isLabelHidden),
    looks: drawnProps(props, fieldState.error),
    narrowing: useNarrowing(field, source),
    onBlur: () => input.onBlur(),
    inputRef: input.ref,
  }
  return { input, shared }
}

/** One record of another resource. */
export function ReferenceInput(props: FieldInputProps) {
  const { input, shared } = usePickerProps(props, (value) => value ?? null)
  return <OnePicker {...shared} value={input.value} onChange={(id) => input.onChange(id)} />
}

/** Several records of another resource. A filter keeps beside them that it may be empty. */
export function ReferencesInput(props: FieldInputProps) {
  const isRequired = Boolean(props.isRequired || props.field.min)
  const { input, shared } = usePickerProps({ ...props, isRequired }, (value) => value || [])
  const values = input.value as readonly (number | null)[]
  return (
    <ManyPicker
      {...shared}
      values={values.filter((value) => value !== null)}
      onChange={(ids) => input.onChange(values.includes(null) ? [...ids, null] : ids)}
    />
  )
}
