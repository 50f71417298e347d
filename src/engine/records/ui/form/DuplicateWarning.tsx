import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import { can } from '#engine/declaration/derive/access.ts'
import { ownerField } from '#engine/declaration/derive/unique.ts'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { RecordLinks } from '#engine/ui/fields/RecordLink.tsx'
import { useDebounced } from '#engine/ui/fields/debounce.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'

/** What the API answers: whether another record has the value, and those of them one sees. */
interface Duplicates {
  readonly exists: boolean
  readonly records: readonly { readonly id: number; readonly name: string }[]
}

/** Says that another record has the same value, with a link to it: while one types, where one may look. */
export function DuplicateWarning({ name, isError }: { name: string; isError: boolean }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const { data } = useDuplicates(name)
  if (!data?.exists) return null
  return (
    <Alert severity={isError ? 'error' : 'warning'} variant="outlined" sx={{ mt: 0.5, py: 0 }}>
      {translate(data.records.length > 0 ? 'resourcePages.form.duplicate' : 'panels.duplicates.exists')}{' '}
      <RecordLinks resource={resource.name} records={data.records} />
    </Alert>
  )
}

/**
 * Asks when one has stopped typing, with the type the value's form depends on. What the record has already is no
 * question.
 */
function useDuplicates(name: string) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const { kindFrom } = resource.fields[name]!
  const owner = ownerField(resource.fields)
  const [typed, type, owned] = useWatch({ name: [name, kindFrom ?? name, owner ?? name] }) as unknown[]
  const value = typeof typed === 'string' ? typed.trim() : ''
  const query = new URLSearchParams({
    [name]: value,
    ...(kindFrom && typeof type === 'string' ? { [kindFrom]: type } : {}),
    ...(owner && typeof owned === 'number' ? { [owner]: String(owned) } : {}),
    ...(record?.id === undefined ? {} : { except: String(record.id) }),
  })
  const path = useDebounced(`/api/${resource.name}/duplicates?${query}`)
  return useQuery({
    queryKey: ['duplicates', path],
    queryFn: ({ signal }) => dataProvider.read<Duplicates>(path, signal),
    enabled: value !== '' && value !== record?.[name] && can({ actor, resource, operation: 'list' }),
    staleTime: 10_000,
    retry: false,
  })
}
