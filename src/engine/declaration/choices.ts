import type { ErrorCode } from './errorCatalogue.ts'

/** A closed list of values with a name; the name finds its labels and its option list (`/api/document_type`). */
export interface Choices<Name extends string = string, Value extends string = string> {
  readonly name: Name
  readonly values: readonly Value[]
  /** A column shows the value itself: everybody knows it, and its label is long. */
  readonly isKnown?: boolean
  /** Values that somebody may well ask for, and what is said of them in place of the whole list. */
  readonly refused?: { readonly values: readonly string[]; readonly code: ErrorCode }
}

/**
 * Names a closed list of values, so that its labels, its option list and its type follow from one place.
 * @param name camelCase name; the option list is served under its snake case.
 * @param values every value, in the order in which pages show them.
 * @param options.isKnown a column shows the value itself instead of its label
 * @param options.refused values with a refusal of their own
 * @example const paymentType = defineChoices('paymentType', ['automatic', 'manual'])
 */
export function defineChoices<const Name extends string, const Value extends string>(
  name: Name,
  values: readonly Value[],
  options: Pick<Choices, 'isKnown' | 'refused'> = {},
): Choices<Name, Value> {
  return { name, values, ...options }
}
