import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { MadeLiveSheet, ShownLiveSheet } from '../../answers/liveSheets.ts'

const sheetsKey = ['liveSheets']
const path = '/api/me/sheet'

/** One's own live sheets, newest first. */
export function useLiveSheets() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: sheetsKey,
    queryFn: ({ signal }) => dataProvider.read<readonly ShownLiveSheet[]>(path, signal),
    retry: false,
    staleTime: 0,
  })
}

/** Makes and ends live sheets; the list says so. */
export function useLiveSheetCalls() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: sheetsKey })
  return {
    make: async (wanted: AnyRecord): Promise<MadeLiveSheet> => {
      const { json } = await dataProvider.callApi<MadeLiveSheet>(path, { method: 'POST', body: JSON.stringify(wanted) })
      await renew()
      return json
    },
    end: async (id: number): Promise<void> => {
      await dataProvider.callApi(`${path}/${id}`, { method: 'DELETE' })
      await renew()
    },
  }
}
