import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { PayeeStatus } from '#rules/payouts/payoutStatus.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { PayeesResponse } from '../../answers/payees.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { waitingKey } from '#engine/notes/ui/waitingKey.ts'
import { ownersPath, type OwnersQuery } from './filters/payeesQuery.ts'

const queryKey = ['payment', 'owners']
/** While a payment on the page has no outcome yet, it is looked at again after so many milliseconds. */
const followMs = 5_000
const isUnderWay = (status: PayeeStatus) => status === 'in_flight' || status === 'unknown'

/** Asks for a page of owners; payments under way are followed. */
export function useOwners(query: OwnersQuery) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = ownersPath(query)
  return useQuery({
    queryKey: [...queryKey, path],
    queryFn: ({ signal }) => dataProvider.read<PayeesResponse>(path, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.rows.some(({ status }) => isUnderWay(status)) ? followMs : false),
  })
}

/** Reads owners, their payments and what waits for oneself anew, after one was paid or decided on. */
export function useOwnersRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey }),
      queryClient.invalidateQueries({ queryKey: ['payment', 'getList'] }),
      queryClient.invalidateQueries({ queryKey: ['entry'] }),
      queryClient.invalidateQueries({ queryKey: inboxKey }),
      queryClient.invalidateQueries({ queryKey: waitingKey }),
    ])
  }
}
