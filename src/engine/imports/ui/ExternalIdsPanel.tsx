import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useDataProvider, useRecordContext } from 'react-admin'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { isImported } from '../isImported.ts'
import type { ExternalId } from './ExternalIds.tsx'

const ExternalIds = lazyWithTexts(() => import('./ExternalIds.tsx'))

/** By which ids other systems know the record. Most have none: nothing is shown of them, and nothing more is loaded. */
export default function ExternalIdsPanel() {
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = `/api/${resource.name}/${record?.id}/external_id`
  const query = useQuery({
    queryKey: ['externalIds', path],
    enabled: record !== undefined && actor.kind === 'user' && isImported(resource),
    queryFn: ({ signal }) => dataProvider.read<readonly ExternalId[]>(path, signal),
    retry: false,
    staleTime: 0,
  })
  if (!query.data?.length) return null
  return (
    <Suspense fallback={null}>
      <ExternalIds path={path} ids={query.data} />
    </Suspense>
  )
}
