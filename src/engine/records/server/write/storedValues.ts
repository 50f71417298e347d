import { type RawBuilder, sql } from 'kysely'
import { columnName } from '#engine/declaration/derive/table.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { inverseOf } from '../inverse.ts'

/** A column and the value it takes. */
export interface StoredValue {
  readonly column: RawBuilder<unknown>
  readonly value: RawBuilder<unknown>
}

function parameter(value: unknown, type: string): RawBuilder<unknown> {
  if (value === null || value === undefined) return sql`null`
  if (type === 'jsonb') return sql`${JSON.stringify(value)}::text::jsonb`
  if (type === 'bigint[]') return sql`${`{${(value as number[]).join(',')}}`}::text::bigint[]`
  if (type === 'text[]') return sql`array(select jsonb_array_elements_text(${JSON.stringify(value)}::text::jsonb))`
  return sql`${String(value)}::text::${sql.raw(type)}`
}

/**
 * The columns of a resource's own table that validated values go to; passwords and inverse relations are kept
 * elsewhere.
 */
export function storedValues({ resource, values }: { resource: AnyResource; values: AnyRecord }): StoredValue[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const type = kinds[resource.fields[name]!.kind].column(resource.fields[name]!)
    if (type === null || inverseOf({ resource, name })) return []
    return [{ column: sql.id(columnName(name)), value: parameter(value, type) }]
  })
}
