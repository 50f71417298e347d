import type { Field } from '#engine/declaration/fields/index.ts'
import { isDay } from '#engine/values/calendar.ts'
import { isEmpty } from '#engine/ui/fields/format.ts'
import type { PageFilter } from '../derivePages.ts'
import type { TranslatableError } from '../form/formValues.ts'

/**
 * The values of a list's filters as the address and the API carry them: `field`, `field_gte`, `field_lte`,
 * `field_like`.
 */
export type FilterValues = Readonly<Record<string, unknown>>

/** One filter in force, all its keys together. */
export interface ActiveFilter {
  readonly field: string
  /** One value, or several of which any may be; null among them stands for an empty field. */
  readonly equals?: unknown
  readonly from?: unknown
  readonly to?: unknown
  readonly contains?: string
}

const suffixes = { _gte: 'from', _lte: 'to', _like: 'contains' } as const

/** The field a key of a filter is about: `day_gte` is about `day`. */
export function fieldOfKey(key: string): string {
  return key.replace(/_(gte|lte|like)$/, '')
}

/** The filters in force, one for each field; the search is none of them. */
export function activeFilters(values: FilterValues): ActiveFilter[] {
  const found = new Map<string, ActiveFilter>()
  for (const [key, value] of Object.entries(values)) {
    if (key === 'q' || isEmpty(value)) continue
    const field = fieldOfKey(key)
    const part = suffixes[key.slice(field.length) as keyof typeof suffixes] ?? 'equals'
    found.set(field, { ...found.get(field), field, [part]: value })
  }
  return [...found.values()]
}

/** The values without any of a field's filters. */
export function withoutField(values: FilterValues, field: string): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([key]) => fieldOfKey(key) !== field))
}

/** The keys of a range: from, to. */
export const rangeKeys = (name: string) => [`${name}_gte`, `${name}_lte`] as const

/** Whether a filter is about days: moments are narrowed by them too. */
export const isDayFilter = ({ kind }: Field): boolean => kind === 'date' || kind === 'moment'

/** Errors of what is typed halfway and no day or number yet: the list waits for it. */
export function halfTyped(filters: readonly PageFilter[], values: FilterValues): Record<string, TranslatableError> {
  const isWhole = (value: unknown, field: Field) =>
    isEmpty(value) || (isDayFilter(field) ? isDay(String(value).slice(0, 10)) : typeof value === 'number')
  const ranges = filters.filter(({ style }) => style === 'range')
  return Object.fromEntries(
    ranges.flatMap(({ name, field }) =>
      rangeKeys(name)
        .filter((key) => !isWhole(values[key], field))
        .map((key) => [
          key,
          { message: `errors.${isDayFilter(field) ? 'invalid_date' : 'invalid_type'}`, args: { expected: 'number' } },
        ]),
    ),
  )
}
