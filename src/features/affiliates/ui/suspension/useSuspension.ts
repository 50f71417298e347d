import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext } from 'react-admin'
import { can } from '#engine/declaration/derive/access.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import type { SuspensionAnswer } from '../../answers/suspensions.ts'

/** Whether the record of the page is suspended, asked once for all that shows it, and whether the user may decide. */
export function useSuspension() {
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const actor = useActor()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = `/api/${resource.name}/${record?.id}/suspension`
  const query = useQuery({
    queryKey: [resource.name, 'suspension', path],
    queryFn: ({ signal }) => dataProvider.read<SuspensionAnswer>(path, signal),
    enabled: record !== undefined,
    retry: false,
    staleTime: 5_000,
  })
  return { query, mayDecide: can({ actor, resource, operation: 'update' }) }
}
