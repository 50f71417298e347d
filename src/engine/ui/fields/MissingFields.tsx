import { useRecordContext, useResourceContext, useTranslate } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { isNeededIn } from '#engine/declaration/derive/visibility.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { BooleanValue } from './BooleanValue.tsx'
import { isEmpty } from './format.ts'
import { useFieldLabel } from './labels.ts'

/**
 * The fields a complete record would have: required ones that are empty, save those that count under a condition only.
 */
export function missingFields({ resource, record }: { resource: AnyResource; record: AnyRecord }): string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    const isMany = field.kind === 'references' && (field.count ?? field.min ?? 0) > 0 && !resource.visibleWhen[name]
    const isNeeded = isMany || isNeededIn(resource, name, record)
    // What a person may not read is not in the record at all; it is not known to be missing.
    return isNeeded && field.kind !== 'password' && name in record && isEmpty(record[name]) ? [name] : []
  })
}

/** Whether the record at hand is complete, and where it is not, what is missing. */
export function CompletenessValue({ value }: { value: boolean }) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const resource = useResources()[useResourceContext() ?? '']
  const record = useRecordContext()
  const missing = !value && resource && record ? missingFields({ resource, record }) : []
  if (missing.length === 0) return <BooleanValue value={value} />
  const fields = missing.map((name) => label(resource!.name, name)).join(', ')
  return <span>{translate('resourcePages.list.missing', { fields })}</span>
}
