import { sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { plainArray } from '#engine/server/database/arrays.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { columnOf, recordAlias, tableAs } from '#engine/records/server/query/columns.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** Those of some records that this person may read and that lie in their scope. */
export async function visibleRecords(
  context: AppContext,
  { actor, resource, ids }: { actor: Actor; resource: AnyResource | undefined; ids: readonly string[] },
): Promise<number[]> {
  const known = ids.filter((id) => /^[1-9]\d{0,14}$/.test(id))
  if (!resource || known.length === 0 || !can({ actor, resource, operation: 'read' })) return []
  const { rows } = await sql<{ id: string }>`select ${columnOf('id')}::text as id
    from ${tableAs(resource, recordAlias, actor)}
    where ${columnOf('id')} in (select unnest(${plainArray(known.map(Number))}::text::bigint[]))
      and ${scopeCondition({ actor, resource, alias: recordAlias })}`.execute(readPrimaryAs(context.database, actor))
  return rows.map(({ id }) => Number(id))
}
