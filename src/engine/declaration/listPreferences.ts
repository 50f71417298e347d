/** How somebody likes a list to look, as it is kept with them on the server. */
export interface ListPreferences {
  /** The columns shown, in their order; others are hidden. */
  readonly columns?: readonly string[]
  /** Columns that stay in sight beside the one that names a row, while the others are scrolled. */
  readonly pinned?: readonly string[]
  /** How wide columns are, in pixels, where somebody decided it. */
  readonly widths?: Readonly<Record<string, number>>
  /** What the list is sorted by where its address does not say. */
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** How many rows a page has where the address does not say. */
  readonly perPage?: number
}

/** One of the choices of a {@link ListPreferences}. */
export type KeptListChoice = keyof ListPreferences

const columnsMax = 100
const perPageMax = 1_000
/** Fewest and most pixels of a column. */
export const widthBounds = { min: 60, max: 800 } as const

/** A column need not be a field: some lists begin with a column of their own. */
const isName = (value: unknown): value is string => typeof value === 'string' && /^\w{1,60}$/.test(value)

function isColumns(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= columnsMax &&
    value.every(isName) &&
    new Set(value).size === value.length
  )
}

const isWidth = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= widthBounds.min && (value as number) <= widthBounds.max

function isWidths(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const widths = Object.entries(value)
  return widths.length <= columnsMax && widths.every(([name, width]) => isName(name) && isWidth(width))
}

function isSort(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false
  const { field, order } = value as Record<string, unknown>
  return isName(field) && (order === 'ASC' || order === 'DESC')
}

const isPerPage = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= perPageMax

/** Each choice: whether a value can be kept as it, and what it must be, in words. */
export const keptListChoices: {
  readonly [Choice in KeptListChoice]: { readonly isGood: (value: unknown) => boolean; readonly expected: string }
} = {
  columns: { isGood: isColumns, expected: `1 to ${columnsMax} different names of columns` },
  pinned: { isGood: isColumns, expected: `1 to ${columnsMax} different names of columns` },
  widths: {
    isGood: isWidths,
    expected: `an object of widths by column, ${widthBounds.min} to ${widthBounds.max} pixels each`,
  },
  sort: { isGood: isSort, expected: 'an object of field and order, ASC or DESC' },
  perPage: { isGood: isPerPage, expected: `a whole number from 1 to ${perPageMax}` },
}

/** What was stored, read with suspicion: what is unknown or of another shape is left out. */
export function readKeptList(stored: unknown): ListPreferences {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  return Object.fromEntries(
    Object.entries(keptListChoices).flatMap(([choice, { isGood }]) =>
      isGood(given[choice]) ? [[choice, given[choice]]] : [],
    ),
  ) as ListPreferences
}
