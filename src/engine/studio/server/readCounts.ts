import { type Kysely, sql } from 'kysely'
import { takesFields } from '#engine/declaration/checks/overlay.ts'
import { columnName, tableName } from '#engine/declaration/derive/names.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { resources } from '#resources/index.ts'

/** How many records each entity has that takes fields (`affiliate`), and how many hold a value (`affiliate.alias`). */
export async function readCounts(db: Kysely<any>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const resource of Object.values(resources as Readonly<Record<string, AnyResource>>).filter(takesFields)) {
    const names = Object.keys(resource.fields).filter((name) => {
      const field = resource.fields[name]!
      return field.kind !== 'computed' && kinds[field.kind].column(field) !== null
    })
    const held = names.map((name) => sql`, count(${sql.ref(columnName(name))})::int as ${sql.ref(name)}`)
    const { rows } = await sql<Record<string, number>>`select count(*)::int as "*"${sql.join(held, sql``)}
      from ${sql.table(tableName(resource.name))}`.execute(db)
    for (const [name, count] of Object.entries(rows[0]!))
      counts[name === '*' ? resource.name : `${resource.name}.${name}`] = count
  }
  return counts
}
