import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { WaitingAnswer } from '../answers/notes.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { waitingKey } from './waitingKey.ts'
import { useOptionalActor } from '#engine/records/ui/ResourcesContext.tsx'

/**
 * What waits for whoever is signed in; nobody else may ask. It is not asked by the clock: a page that is left open must
 * not keep its session alive.
 */
export function useNotifications() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => dataProvider.read<WaitingAnswer>('/api/me/waiting', signal),
    enabled: useOptionalActor()?.kind === 'user',
    staleTime: 10_000,
    retry: false,
  })
}
