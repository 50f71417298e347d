import { useGetList, useRecordContext, useTranslate } from 'ra-core'
import { useFormContext, useWatch } from 'react-hook-form'
import Alert from '@mui/material/Alert'
import { can } from '../../../config/derive/access.ts'
import { kinds } from '../../../config/kinds/index.ts'
import { RecordLink } from '../../fields/RecordLink.tsx'
import { useDebounced } from '../../fields/useOptions.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'

const debounceMs = 500

/** Says that another record has the same value, with a link to it: before the form is sent, where one may look. */
export function DuplicateWarning({ name, isError }: { name: string; isError: boolean }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const { getValues } = useFormContext()
  const typed: unknown = useDebounced(useWatch({ name }), debounceMs)
  const field = resource.fields[name]!
  // Compared as it would be stored, so that 529.982.247-25 finds 52998224725; what is wrong anyway is not asked for.
  const parsed = typeof typed === 'string' && typed.trim() !== '' ? kinds[field.kind].parse(typed, field, getValues()) : null
  const value = parsed?.ok ? parsed.value : null
  const isEnabled = value !== null && value !== record?.[name] && can({ actor, resource, operation: 'list' })
  const { data } = useGetList(resource.name, { filter: { [name]: value }, pagination: { page: 1, perPage: 2 }, sort: { field: 'id', order: 'ASC' } },
    { enabled: isEnabled, staleTime: 10_000, retry: false })
  const others = isEnabled ? (data ?? []).filter(({ id }) => id !== record?.id) : []
  if (others.length === 0) return null
  return (
    <Alert severity={isError ? 'error' : 'warning'} variant="outlined" sx={{ mt: 0.5, py: 0 }}>
      {translate('resourcePages.form.duplicate')}{' '}
      {others.map((other) => <RecordLink key={other.id} resource={resource.name} id={other.id}>{String(other[resource.title] ?? other.id)}</RecordLink>)}
    </Alert>
  )
}
