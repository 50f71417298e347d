import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { GeolocationQuery } from './geolocationQuery.ts'
import type { PlaceName, PlacesAnswer } from '../../answers/geolocation.ts'

interface PlaceOption {
  readonly id: string
  readonly name: string
}

/** Asks for an option list, once it is needed. */
function usePlaceList(path: string | null, isEnabled: boolean) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: ['places', path],
    queryFn: ({ signal }) => dataProvider.read<PlaceOption[]>(path!, signal),
    enabled: isEnabled && path !== null,
    retry: false,
    staleTime: Infinity,
  })
}

/**
 * Says a place in the reader's language: countries by name, states by name once their country is chosen, everything
 * else as activity carries it.
 */
export function usePlaceText(country: string): (name: PlaceName, place: string | null) => string {
  const translate = useTranslate()
  const language = useLanguage()
  const states = usePlaceList(country === '' ? null : `/api/state?country=${encodeURIComponent(country)}`, true)
  return (name, place) => {
    if (place === null) return translate('moneyPages.geolocation.unknown')
    if (name === 'state') return states.data?.find(({ id }) => id === place)?.name ?? place
    if (name !== 'country' || !/^[A-Z]{2}$/.test(place)) return place
    return new Intl.DisplayNames([language], { type: 'region' }).of(place) ?? place
  }
}

const pathOf = (name: PlaceName, { country, state }: GeolocationQuery['places']): string | null => {
  if (name === 'country') return '/api/country'
  if (name === 'state') return country === '' ? null : `/api/state?country=${encodeURIComponent(country)}`
  return name === 'city' && state !== '' ? `/api/city?state=${encodeURIComponent(state)}` : null
}

/**
 * The places one may choose: the option list, and what the numbers on the page name (other countries' states and cities
 * are known from activity alone).
 */
export function usePlaceOptions({
  name,
  query,
  answer,
}: {
  name: PlaceName
  query: GeolocationQuery
  answer: PlacesAnswer | undefined
}) {
  const text = usePlaceText(query.places.country)
  const [isAsked, setIsAsked] = useState(false)
  const path = pathOf(name, query.places)
  const listed = usePlaceList(path, isAsked)
  const seen = (answer?.rows ?? []).flatMap((row) => row[name] ?? [])
  const all = new Set([
    ...seen,
    ...(listed.data ?? []).map(({ id }) => id),
    ...(query.places[name] === '' ? [] : [query.places[name]]),
  ])
  const options = [...all].toSorted((one, other) => text(name, one).localeCompare(text(name, other)))
  return { options, isLoading: listed.isFetching, onOpen: () => setIsAsked(true) }
}
