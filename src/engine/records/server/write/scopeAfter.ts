import { sql } from 'kysely'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { referenceError } from '#engine/declaration/kinds/relations.ts'
import { scopeOf } from '#engine/declaration/resource.ts'
import { scopeParts } from '../visibility/scope.ts'
import type { WriteStep } from './writeRequest.ts'

/**
 * Would the record, as it is now stored, be out of the sight of whoever wrote it? Then the write gave it away, which
 * nobody may do.
 * @returns the problem at the field that leads out of the scope.
 */
export async function scopeProblems(step: WriteStep): Promise<Problem[]> {
  const { resource, actor, id, transaction } = step
  const problems: Problem[] = []
  for (const { dimension, condition } of scopeParts({ actor, resource, alias: 't' })) {
    const { rows } = await sql`select from ${sql.table(tableName(resource.name))} t where t.id = ${id}::text::bigint
        and ${condition}`.execute(transaction)
    if (rows.length > 0) continue
    const name = scopeOf(resource)[dimension]?.split('.')[0]
    const field = name ? resource.fields[name] : undefined
    problems.push(field ? { field: name!, code: referenceError(field) } : { field: 'root', code: 'forbidden' })
  }
  return problems
}
