import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { externalIdColumn } from '#engine/declaration/derive/exportColumns.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import type { AppContext } from '#engine/server/context.ts'

/**
 * SQL condition: another system knows the record by this id. The ids are found first, so that the indexes of the other
 * conditions of a search still answer.
 */
export function hasExternalIdSql(resource: AnyResource, alias: string, value: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.id`)} = any(array(select named.record from external_id named
    where named.object = ${resource.name}::text and named.value = ${value}::text))`
}

/** SQL: a record's ids elsewhere as `{"externalId:SOURCE": "VALUE"}`, null where it has none. */
export function externalIdsSql(resource: AnyResource, alias: string): RawBuilder<unknown> {
  return sql`(select json_object_agg(${`${externalIdColumn}:`}::text || named.source, named.value) from external_id named
    where named.object = ${resource.name}::text and named.record = ${sql.ref(`${alias}.id`)})`
}

/** The systems that have ids for records of a resource which this person may see; only the operator's users see any. */
export async function externalIdSources(
  { database }: Pick<AppContext, 'database'>,
  { resource, actor }: { resource: AnyResource; actor: Actor },
): Promise<string[]> {
  // Keys, and people of others, have no account of the operator's.
  if (actor.userId === null) return []
  const { rows } = await sql<{ source: string }>`select distinct source from external_id
    where object = ${resource.name}::text order by source`.execute(readAs(database, actor))
  return rows.map(({ source }) => source)
}
