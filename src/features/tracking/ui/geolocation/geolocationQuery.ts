/** What the page is asked, as it stands in the address. Pure, so that it can be tested without a page. */
import { addDays, type Day } from '#engine/values/calendar.ts'
import { type PlaceMeasure, placeMeasures, type PlaceName, placeNames } from '../../answers/geolocation.ts'
import { finerThan } from './groupPlaces.ts'

/** The question. */
export interface GeolocationQuery {
  readonly period: { readonly from: string; readonly to: string }
  readonly actions: readonly number[]
  /** Chosen places; empty where not narrowed. */
  readonly places: Readonly<Record<PlaceName, string>>
  readonly by: PlaceName
  readonly measure: PlaceMeasure
}

/** What is shown without an asked period: the last days up to today. */
const daysShown = 30

/** Reads the question. Without a chosen grouping: the finest place that is not decided yet. */
export function readGeolocationQuery(get: (name: string) => string, today: Day): GeolocationQuery {
  const [from, to] = [get('from'), get('to')]
  const places = Object.fromEntries(placeNames.map((name) => [name, get(name)])) as Record<PlaceName, string>
  const decided = (['city', 'state', 'country'] as const).find((name) => places[name] !== '')
  const usual = decided ? (finerThan(decided) ?? 'domain') : 'country'
  return {
    period: from !== '' && to !== '' ? { from, to } : { from: addDays(today, 1 - daysShown), to: today },
    actions: get('action')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
    places,
    by: placeNames.find((name) => name === get('by')) ?? usual,
    measure: placeMeasures.find((name) => name === get('measure')) ?? 'clicks',
  }
}

/** The call that asks it; grouping and measure are the page's own. */
export function geolocationPath({ period, actions, places }: GeolocationQuery): string {
  const query = new URLSearchParams(period)
  if (actions.length > 0) query.set('action', actions.join(','))
  for (const name of placeNames) if (places[name] !== '') query.set(name, places[name])
  return `/api/action/geolocation?${query.toString()}`
}

/**
 * The address after a place was chosen or cleared: what lies inside it no longer holds, and the page groups by what is
 * finer.
 */
export function chosenPlace(name: PlaceName, value: string): Record<string, string> {
  const inside = { domain: [], country: ['state', 'city'], state: ['city'], city: [] }[name]
  return { [name]: value, by: '', ...Object.fromEntries(inside.map((each) => [each, ''])) }
}
