import { useQuery } from '@tanstack/react-query'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import { can } from '#engine/declaration/derive/access.ts'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { isImported } from '../isImported.ts'
import type { ExternalId } from './ExternalIds.tsx'

const ExternalIds = lazyWithTexts(() => import('./ExternalIds.tsx'))

/** By which ids other systems know the record. Most have none: the way to the first one is all that is loaded. */
export default function ExternalIdsPanel() {
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const translate = useTranslate()
  const [isFirst, setIsFirst] = useState(false)
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const path = `/api/${resource.name}/${record?.id}/external_id`
  const query = useQuery({
    queryKey: ['externalIds', path],
    enabled: record !== undefined && actor.kind === 'user' && isImported(resource),
    queryFn: ({ signal }) => dataProvider.read<readonly ExternalId[]>(path, signal),
    retry: false,
    staleTime: 0,
  })
  const count = query.data?.length
  if (query.data === undefined || count === undefined) return null
  if (count === 0 && !isFirst)
    return can({ actor, resource, operation: 'update' }) ? (
      <Button size="small" onClick={() => setIsFirst(true)} sx={{ mt: 1 }}>
        {translate('panels.firstExternalId')}
      </Button>
    ) : null
  return (
    <Suspense fallback={null}>
      <ExternalIds path={path} ids={query.data} isFirst={isFirst} />
    </Suspense>
  )
}
