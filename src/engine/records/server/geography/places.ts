import { countryCodes } from '#engine/values/countries.ts'
import brazil from './brazil.json' with { type: 'json' }

/** One entry of a selector. */
export interface Option {
  readonly id: string | number
  readonly name: string
}

const states: Readonly<Record<string, string>> = brazil.states
const cities: Readonly<Record<string, readonly string[]>> = brazil.cities

/** Every country by its code, names in English; pages show them in the reader's language by the code. */
export function countries(): Option[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  return countryCodes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .toSorted((first, second) => first.name.localeCompare(second.name, 'en'))
}

/** The states of a country by their codes; known for Brazil only, and Brazil's where no country is named. */
export function statesOf(country: string = 'BR'): Option[] {
  return country === 'BR' ? Object.entries(states).map(([id, name]) => ({ id, name })) : []
}

/** The cities of a Brazilian state, every one where no state is named. The id is the name, as activity carries it. */
export function citiesOf(state?: string): Option[] {
  const names = state === undefined ? Object.values(cities).flat() : Object.hasOwn(cities, state) ? cities[state]! : []
  return names.map((name) => ({ id: name, name }))
}
