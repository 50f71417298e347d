import { useInput } from 'react-admin'
import { useNarrowing } from '../../useOptions.ts'
import { drawnProps, type FieldInputProps } from '../inputProps.tsx'
import { ManyPicker, OnePicker } from './ReferencePicker.tsx'

/** One record of another resource. */
export function ReferenceInput(props: FieldInputProps) {
  const { source, field, label } = props
  const input = useInput({ source, format: (value) => value ?? null, parse: (value) => value })
  const { error } = input.fieldState
  return (
    <OnePicker
      id={input.id}
      target={field.target!}
      label={label}
      looks={drawnProps(props, error)}
      narrowing={useNarrowing(field, source)}
      value={input.field.value}
      onChange={(id) => input.field.onChange(id)}
      onBlur={() => input.field.onBlur()}
      inputRef={input.field.ref}
    />
  )
}

/** Several records of another resource. A filter keeps beside them that it may be empty. */
export function ReferencesInput(props: FieldInputProps) {
  const { source, field, label, isLabelHidden } = props
  const input = useInput({ source, format: (value) => value || [], parse: (value) => value })
  const { error } = input.fieldState
  const values = input.field.value as readonly (number | null)[]
  return (
    <ManyPicker
      id={input.id}
      target={field.target!}
      label={label}
      isLabelHidden={Boolean(isLabelHidden)}
      looks={{ ...drawnProps(props, error), required: props.isRequired || Boolean(field.min) }}
      narrowing={useNarrowing(field, source)}
      values={values.filter((value) => value !== null)}
      onChange={(ids) => input.field.onChange(values.includes(null) ? [...ids, null] : ids)}
      onBlur={() => input.field.onBlur()}
      inputRef={input.field.ref}
    />
  )
}
