import type { ReactNode } from 'react'
import { InputHelperText, type ValidationErrorMessage } from 'react-admin'
import type { Field } from '#engine/declaration/fields/index.ts'

/** What every input of a field is given. */
export interface FieldInputProps {
  /** Where the value stands in the form: a field's name, or `tiers.0.from` inside rows. */
  readonly source: string
  readonly field: Field
  readonly label: string
  readonly isRequired?: boolean
  /** A line below the input, while there is no error. */
  readonly help?: ReactNode
  /** Without its visible label, where a table's head says it. */
  readonly isLabelHidden?: boolean
}

/** In a table there is no room for a label, nor for the line below that elsewhere keeps its place while it is empty. */
const inTable = { hiddenLabel: true, margin: 'none' } as const

/** The same for react-admin's inputs: as an element, a label stands as it is, and MUI marks what is required. */
export const givenProps = ({ source, label, help, isRequired, isLabelHidden }: FieldInputProps) => ({
  source,
  label: isLabelHidden ? (false as const) : <>{label}</>,
  helperText: help ?? (isLabelHidden ? (false as const) : undefined),
  required: Boolean(isRequired),
  ...(isLabelHidden ? inTable : {}),
})

/** The same for the inputs that are drawn here. */
export const drawnProps = (
  { label, help, isRequired, isLabelHidden }: FieldInputProps,
  error: { message?: unknown } | undefined,
) => ({
  label: isLabelHidden ? undefined : label,
  helperText: (
    <InputHelperText
      error={error?.message as ValidationErrorMessage | undefined}
      helperText={help ?? (isLabelHidden ? false : undefined)}
    />
  ),
  error: Boolean(error),
  required: Boolean(isRequired),
  ...(isLabelHidden ? inTable : {}),
})

/** Where another field of the same row or record stands: beside this one. */
export function besideSource(source: string, name: string): string {
  const end = source.lastIndexOf('.')
  return end < 0 ? name : `${source.slice(0, end)}.${name}`
}
