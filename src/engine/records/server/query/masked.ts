import type { Actor } from '#engine/declaration/actor.ts'
import { maskValue } from '#engine/declaration/derive/masking.ts'
import { hasBlocksOverFields, withBlocks } from '#engine/declaration/derive/flatFields.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { maskedFields } from './columns.ts'

/** The record with what this person may not see in full shown masked, and with its blocks. */
export function maskRecord({
  record,
  resource,
  actor,
}: {
  record: AnyRecord
  resource: AnyResource
  actor: Actor
}): AnyRecord {
  const masked = maskedFields({ resource, actor }).map((name) => [
    name,
    maskValue({ field: resource.fields[name]!, value: record[name], record }),
  ])
  return withBlocks(resource, { ...record, ...Object.fromEntries(masked) })
}

/** Is everything that was read shown as it was read? */
const isUntouched = (asked: { resource: AnyResource; actor: Actor }): boolean =>
  maskedFields(asked).length === 0 && !hasBlocksOverFields(asked.resource)

/** The records with what this person may not see in full shown masked; the same records for whoever sees all of it. */
export function maskRecords({
  records,
  resource,
  actor,
}: {
  records: readonly AnyRecord[]
  resource: AnyResource
  actor: Actor
}): readonly AnyRecord[] {
  return isUntouched({ resource, actor }) ? records : records.map((record) => maskRecord({ record, resource, actor }))
}

/**
 * JSON text of records as PostgreSQL made it, masked where this person may not see all of it.
 * Whoever sees all of it, which is nearly everybody, gets the text untouched.
 */
export function maskJson({ json, resource, actor }: { json: string; resource: AnyResource; actor: Actor }): string {
  if (isUntouched({ resource, actor })) return json
  const parsed = JSON.parse(json) as AnyRecord | AnyRecord[]
  return JSON.stringify(
    Array.isArray(parsed)
      ? maskRecords({ records: parsed, resource, actor })
      : maskRecord({ record: parsed, resource, actor }),
  )
}
