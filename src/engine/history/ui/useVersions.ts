import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import type { HistoryRow } from './historyRow.ts'

/** Everything the dated fields of the record that is open ever were, the newest first. */
export function useVersions() {
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    // The version is part of the question: a record that was saved has another history.
    queryKey: ['history', resource.name, record?.id, record?.['version']],
    retry: false,
    queryFn: ({ signal }) =>
      dataProvider.read<HistoryRow[]>(`/api/${resource.name}/${String(record?.id)}/history`, signal),
  })
}
