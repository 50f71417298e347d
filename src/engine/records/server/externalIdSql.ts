import { type RawBuilder, sql } from 'kysely'
import type { AnyResource } from '#engine/declaration/resource.ts'

/**
 * SQL condition: another system knows the record by this id. The ids are found first, so that the indexes of the other
 * conditions of a search still answer.
 */
export function hasExternalIdSql(resource: AnyResource, alias: string, value: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.id`)} = any(array(select named.record from external_id named
    where named.object = ${resource.name}::text and named.value = ${value}::text))`
}
