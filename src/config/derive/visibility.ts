import type { AnyRecord } from '../record.ts'
import type { AnyResource } from '../resource.ts'

/** Does a field count for this record? It does while every condition of `visibleWhen` holds, each for a field that counts itself. */
export function isVisible({ resource, field, record }: { resource: AnyResource; field: string; record: AnyRecord }): boolean {
  const conditions = Object.entries(resource.visibleWhen[field] ?? {})
  return conditions.every(([other, wanted]) => {
    const value = record[other] ?? null
    const holds = Array.isArray(wanted) ? wanted.includes(value) : value === wanted
    return holds && isVisible({ resource, field: other, record })
  })
}

/** The record with the fields that do not count left empty, as rules see it. */
export function visibleRecord({ resource, record }: { resource: AnyResource; record: AnyRecord }): AnyRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, !(name in resource.fields) || isVisible({ resource, field: name, record }) ? value : null]))
}
