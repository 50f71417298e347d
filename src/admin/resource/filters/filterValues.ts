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
    if (key === 'q' || value === undefined || value === null || value === '') continue
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

/** The values with one field's filter in place of what stood for it. */
export function withField(values: FilterValues, { field, equals, from, to, contains }: ActiveFilter): FilterValues {
  const given = { [field]: equals, [`${field}_gte`]: from, [`${field}_lte`]: to, [`${field}_like`]: contains }
  const set = Object.entries(given).filter(
    ([, value]) =>
      value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  return { ...withoutField(values, field), ...Object.fromEntries(set) }
}

/** Whether a filter asks for records in which the field is empty. */
export function asksForEmpty(filter: ActiveFilter | undefined): boolean {
  return Array.isArray(filter?.equals) && filter.equals.includes(null)
}
