/** How the rows of an answer become ranked groups. Pure, so that it can be tested without a page. */
import {
  placeMeasures,
  type PlaceMeasure,
  type PlaceName,
  type PlaceRow,
  type PlaceSums,
} from '../../answers/geolocation.ts'
import { forEach } from '#rules/activity/measures.ts'

/** One ranked line: a place (null: not known; 'others': beyond the rows of the answer) and its numbers. */
export interface PlaceGroup extends PlaceSums {
  readonly key: string
  readonly place: string | null
  readonly isOthers: boolean
}

/** Hundredths are added, not fractions. */
const added = (one: PlaceSums, other: PlaceSums, sign: 1 | -1 = 1): PlaceSums =>
  forEach(placeMeasures, (name) => (Math.round(one[name] * 100) + sign * Math.round(other[name] * 100)) / 100)
const nothing: PlaceSums = forEach(placeMeasures, () => 0)
const isNothing = (sums: PlaceSums) => placeMeasures.every((measure) => sums[measure] === 0)

/**
 * The rows of an answer by one of their places, the largest first. What its rows do not show, because they are too
 * many, comes last as one.
 */
export function groupPlaces(
  { rows, total }: { readonly rows: readonly Omit<PlaceRow, 'currency'>[]; readonly total: PlaceSums },
  by: PlaceName,
  measure: PlaceMeasure,
): PlaceGroup[] {
  const groups = new Map<string | null, PlaceSums>()
  for (const row of rows) groups.set(row[by], added(groups.get(row[by]) ?? nothing, row))
  const ranked = [...groups]
    .map(([place, sums]): PlaceGroup => ({
      key: place === null ? 'unknown' : `place ${place}`,
      place,
      isOthers: false,
      ...sums,
    }))
    .toSorted(
      (one, other) =>
        other[measure] - one[measure] ||
        other.clicks - one.clicks ||
        (one.place ?? '').localeCompare(other.place ?? ''),
    )
  const others = added(
    total,
    rows.reduce<PlaceSums>((sum, row) => added(sum, row), nothing),
    -1,
  )
  return isNothing(others) ? ranked : [...ranked, { key: 'others', place: null, isOthers: true, ...others }]
}

/** What is looked at next after a place was chosen; null where there is nothing finer. */
export function finerThan(name: PlaceName): PlaceName | null {
  return ({ domain: 'country', country: 'state', state: 'city', city: null } as const)[name]
}
