import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { WaitingAnswer } from '../../../config/answers/notes.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useOptionalActor } from '../../resource/ResourcesContext.tsx'

/** Under which key what waits for oneself is kept. */
export const waitingKey = ['waiting']
const lookedAtMs = 60_000

/** What waits for whoever is signed in, looked at again every minute; nobody else may ask. */
export function useWaiting() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => dataProvider.read<WaitingAnswer>('/api/me/waiting', signal),
    enabled: useOptionalActor()?.kind === 'user',
    refetchInterval: lookedAtMs,
    staleTime: 10_000,
    retry: false,
  })
}
