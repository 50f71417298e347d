import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { readPaging } from '#engine/ui/queryPage/pageSizes.ts'
import { type UnattributedEvent, type UnattributedReason, unattributedReasons } from '../../answers/unattributed.ts'

/** What the page is asked, as it stands in the address. */
export interface UnattributedQuery {
  readonly brand: number | null
  readonly reason: UnattributedReason | ''
  readonly page: number
  readonly size: number
}

/** Reads the question; what cannot be read is as if it were not there. */
export function readUnattributedQuery(get: (name: string) => string): UnattributedQuery {
  const brand = Number(get('brand'))
  return {
    brand: Number.isSafeInteger(brand) && brand > 0 ? brand : null,
    reason: unattributedReasons.find((reason) => reason === get('reason')) ?? '',
    ...readPaging(get),
  }
}

/** The call that asks it. */
export function unattributedPath({ brand, reason, page, size }: UnattributedQuery): string {
  const filter = { ...(brand === null ? {} : { brand }), ...(reason === '' ? {} : { reason }) }
  return `/api/event/unattributed?${new URLSearchParams({ range: JSON.stringify([(page - 1) * size, page * size - 1]), filter: JSON.stringify(filter) }).toString()}`
}

const queryKey = ['event', 'unattributed']

/** A page of events that belong to nobody, with how many there are. */
export function useUnattributed(query: UnattributedQuery) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = unattributedPath(query)
  return useQuery({
    queryKey: [...queryKey, path],
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { json, headers } = await dataProvider.callApi<UnattributedEvent[]>(path, { signal })
      return { events: json, total: Number(headers.get('content-range')?.split('/').at(-1) ?? json.length) }
    },
  })
}

/** What came of an attempt. */
export interface Reattributed {
  readonly attributed: number
  readonly remaining: number
}

/** Tries again to find the owners of events, or gives them to a link; one call for each brand. */
export function useReattribute() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const call = async (input: AnyRecord) =>
    (await dataProvider.runAction({ resource: 'event', path: 'reattribute', input })) as unknown as Reattributed
  const counted = async (inputs: readonly AnyRecord[]): Promise<Reattributed> => {
    let [attributed, remaining] = [0, 0]
    try {
      for (const input of inputs) {
        const answer = await call(input)
        attributed += answer.attributed
        remaining += answer.remaining
      }
      return { attributed, remaining }
    } finally {
      await queryClient.invalidateQueries({ queryKey })
    }
  }
  return {
    /** Everything of a brand, or of all brands one sees. */
    retryAll: (brand: number | null) => counted([brand === null ? {} : { brand }]),
    retry: (events: readonly UnattributedEvent[]) =>
      counted(
        [...Map.groupBy(events, ({ brand }) => brand)].map(([brand, group]) => ({
          brand,
          eventIds: group.map(({ eventId }) => eventId),
        })),
      ),
    giveTo: (events: readonly UnattributedEvent[], action: number) =>
      counted([{ brand: events[0]!.brand, eventIds: events.map(({ eventId }) => eventId), action }]),
  }
}
