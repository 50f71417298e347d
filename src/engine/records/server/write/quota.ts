import { sql } from 'kysely'
import { isSelfServiceActor, selfActorKind } from '#engine/declaration/actor.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { ownerColumn } from '../visibility/scope.ts'
import type { WriteRequest } from './writeRequest.ts'

/**
 * Asks that somebody in a session of their own may have one more of these. Whoever makes two at once waits for the first.
 * @throws ApiError `too_many_of_own`
 */
export async function requireQuota({ resource, actor, transaction }: WriteRequest): Promise<void> {
  const said = resource.access[selfActorKind]
  const max = typeof said === 'object' ? said.atMost : undefined
  if (!isSelfServiceActor(actor) || max === undefined) return
  const own = String(actor[selfActorKind] ?? 0)
  const lock = `own ${resource.name} ${own}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}::text, 0))`.execute(transaction)
  const row = await firstRow(
    transaction,
    sql<{ count: number }>`select count(*)::integer as count from ${sql.table(tableName(resource.name))}
      where ${sql.ref(ownerColumn(resource))} = ${own}::text::bigint`,
  )
  if ((row?.count ?? 0) >= max) throw new ApiError('too_many_of_own', { values: { max } })
}
