import { resources as allResources } from '#resources/index.ts'
import type { Choices } from '#engine/declaration/choices.ts'
import { snakeCase } from '#engine/declaration/derive/names.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { type Option, citiesOf, countries, statesOf } from '../geography/places.ts'
import type { Query } from '../query/listParameters.ts'
import { validationError } from '#engine/server/http/errors.ts'

type ValueList = {
  readonly parameters: readonly string[]
  readonly values: (query: Readonly<Record<string, string | undefined>>) => readonly Option[]
}

function choicesOf(resource: AnyResource): Choices[] {
  return Object.values(resource.fields).flatMap(({ choices }) => choices ?? [])
}

/** Every closed list of values that a field uses, by the name of its option list. */
function choiceLists(): Record<string, ValueList> {
  const choices = Object.values(allResources as Readonly<Record<string, AnyResource>>).flatMap(choicesOf)
  return Object.fromEntries(
    choices.map(({ name, values }) => {
      const options = values.map((value) => ({ id: value, name: value }))
      return [snakeCase(name), { parameters: [], values: () => options }]
    }),
  )
}

/**
 * Option lists that are no records: `/api/document_type`, `/api/country`, `/api/state?country=BR`,
 * `/api/city?state=SP`, … Pages translate the values.
 */
export const valueLists: Readonly<Record<string, ValueList>> = {
  ...choiceLists(),
  country: { parameters: [], values: countries },
  state: { parameters: ['country'], values: ({ country }) => statesOf(country) },
  city: {
    parameters: ['country', 'state'],
    values: ({ country = 'BR', state }) => (country === 'BR' ? citiesOf(state) : []),
  },
}

/** The options of a value list. @throws ApiError 400 for a parameter that it does not have or that is given twice. */
export function readValueList(list: ValueList, query: Query): readonly Option[] {
  const wrong = Object.keys(query).find((name) => !list.parameters.includes(name) || typeof query[name] !== 'string')
  if (wrong !== undefined) throw validationError([{ field: wrong.slice(0, 60), code: 'unknown_filter' }])
  return list.values(query as Readonly<Record<string, string>>)
}
