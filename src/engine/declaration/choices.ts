import type { ErrorCode } from './errorCatalogue.ts'
import type { Label } from './fields/common.ts'
import { type FeatureReader, isSwitchedOn } from './feature.ts'
import type { FeatureName } from './names.ts'

/** A closed list of values with a name; the name finds its labels and its option list (`/api/document_type`). */
export interface Choices<Name extends string = string, Value extends string = string> {
  readonly name: Name
  readonly values: readonly Value[]
  /** A column shows the value itself: everybody knows it, and its label is long. */
  readonly isKnown?: boolean
  /** What each value is called; without it every language's `choices.ts` says it. */
  readonly label?: Readonly<Record<string, Label>>
  /** Values that somebody may well ask for, and what is said of them in place of the whole list. */
  readonly refused?: { readonly values: readonly string[]; readonly code: ErrorCode }
  /** Of a value the feature it belongs to: it is not offered where the company switched that off. */
  readonly features?: Readonly<Record<string, FeatureName>>
}

/** The values that a person is offered, in their order. */
export const offeredValues = ({ values, features }: Choices, reader: FeatureReader): readonly string[] =>
  features ? values.filter((value) => isSwitchedOn(reader, { feature: features[value] })) : values

/**
 * Names a closed list of values, so that its labels, its option list and its type follow from one place.
 * @param name camelCase name; the option list is served under its snake case.
 * @param values every value, in the order in which pages show them.
 * @param options.isKnown a column shows the value itself instead of its label
 * @param options.refused values with a refusal of their own
 * @param options.label what each value is called, in every language
 * @param options.features of a value the feature it belongs to
 * @example const paymentType = defineChoices('paymentType', ['automatic', 'manual'])
 */
export function defineChoices<
  const Name extends string,
  const Value extends string,
  const Labels extends { readonly label?: { readonly [Each in Value]: Label } } = object,
>(
  name: Name,
  values: readonly Value[],
  options?: Pick<Choices, 'isKnown' | 'refused' | 'features'> & Labels,
): Choices<Name, Value> & Labels {
  return { name, values, ...options } as Choices<Name, Value> & Labels
}
