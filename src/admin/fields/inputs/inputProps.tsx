import type { ReactNode } from 'react'
import type { Field } from '../../../config/fields/index.ts'

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

/** Where another field of the same row or record stands: beside this one. */
export function besideSource(source: string, name: string): string {
  const end = source.lastIndexOf('.')
  return end < 0 ? name : `${source.slice(0, end)}.${name}`
}
