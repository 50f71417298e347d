import { useInput, useRecordContext } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useEffect, useRef } from 'react'
import { useNarrowing, useOptions } from '../../useOptions.ts'
import { drawnProps, type FieldInputProps } from '../inputProps.tsx'
import { useIsInRecordForm } from './newRecords.ts'
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
  useOnlyChoice({
    ...shared,
    source,
    isMissing: Boolean(props.isRequired || field.min) && isNone(input.value),
    isSeveral: field.kind === 'references',
  })
  return { input, shared }
}

const isNone = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/**
 * A new record that must name another one names the only one there is, without being asked; it does not count as
 * something typed, and is said once: what is taken out stays out.
 */
function useOnlyChoice({
  target,
  source,
  narrowing,
  isMissing,
  isSeveral,
}: {
  target: string
  source: string
  narrowing: Readonly<Record<string, unknown>>
  isMissing: boolean
  isSeveral: boolean
}): void {
  const isNew = useRecordContext()?.id === undefined
  const isInForm = useIsInRecordForm()
  const { resetField } = useFormContext()
  const isSaid = useRef(false)
  const isAsked = isInForm && isNew && isMissing && !isSaid.current
  const { options, isLoading } = useOptions({ target, typed: '', narrowing, isEnabled: isAsked })
  const only = isAsked && !isLoading && options.length === 1 ? options[0]!.id : null
  useEffect(() => {
    if (only === null) return
    isSaid.current = true
    resetField(source, { defaultValue: isSeveral ? [only] : only })
  }, [only, source, isSeveral, resetField])
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
