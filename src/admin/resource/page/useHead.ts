import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext } from 'react-admin'
import type { RecordHead } from '../../../config/answers/recordHead.ts'
import type { BackOfficeDataProvider } from '../../dataProvider.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'

/**
 * The figures of the record that is open. They are read anew with what is due, after a payment was made or decided on,
 * and when the record was saved.
 */
export function useHead() {
  const { name } = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  return useQuery({
    queryKey: ['payment', 'owners', 'head', name, record?.id, record?.['version']],
    queryFn: ({ signal }) => dataProvider.read<RecordHead>(`/api/${name}/${String(record?.id)}/head`, signal),
    enabled: record !== undefined,
    retry: false,
    staleTime: 0,
    placeholderData: (previous) => previous,
  })
}
