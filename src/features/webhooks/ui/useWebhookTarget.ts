import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { MadeSignalSecret, SignalQueueAnswer, SignalSecretAnswer, SignalTestAnswer } from '../answers/webhooks.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** How a target is doing, its secrets, and what can be done with it. */
export function useSignalTarget(id: number) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const path = `/api/signalTarget/${id}`
  const queryKey = ['signalTarget', 'own', id]
  const call = async <Answer>(to: string, body: object = {}): Promise<Answer> => {
    const { json } = await dataProvider.callApi<Answer>(`${path}/${to}`, { method: 'POST', body: JSON.stringify(body) })
    await queryClient.invalidateQueries({ queryKey })
    return json
  }
  return {
    queue: useQuery({
      queryKey: [...queryKey, 'queue'],
      queryFn: ({ signal }) => dataProvider.read<SignalQueueAnswer>(`${path}/queue`, signal),
      retry: false,
      staleTime: 0,
    }),
    secrets: useQuery({
      queryKey: [...queryKey, 'secret'],
      queryFn: ({ signal }) => dataProvider.read<SignalSecretAnswer[]>(`${path}/secret`, signal),
      retry: false,
      staleTime: 0,
    }),
    test: () => call<SignalTestAnswer>('test'),
    makeSecret: () => call<MadeSignalSecret>('secret'),
    sendAgain: () => call<{ count: number }>('again'),
    replay: (range: { from: string; to: string }) => call<{ count: number }>('replay', range),
  }
}
