import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** An ingest key by its last characters. Moments are ISO 8601. */
export interface IngestKeyAnswer {
  readonly id: number
  readonly hint: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

/** The ingest keys of a brand, and how to make and end one. */
export function useIngestKeys(brand: number) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const path = `/api/brand/${brand}/ingest_key`
  const queryKey = ['ingestKey', brand]
  const anew = () => queryClient.invalidateQueries({ queryKey })
  return {
    keys: useQuery({
      queryKey,
      queryFn: ({ signal }) => dataProvider.read<IngestKeyAnswer[]>(path, signal),
      retry: false,
      staleTime: 0,
    }),
    make: async (): Promise<string> => {
      const { json } = await dataProvider.callApi<{ key: string }>(path, { method: 'POST', body: '{}' })
      await anew()
      return json.key
    },
    revoke: async (id: number) => {
      await dataProvider.callApi(`${path}/${id}`, { method: 'DELETE' })
      await anew()
    },
  }
}
