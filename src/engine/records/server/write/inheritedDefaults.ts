import { type Kysely, sql } from 'kysely'
import { type Actor, ownerFor } from '#engine/declaration/actor.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { type AnyResource, scopeOf } from '#engine/declaration/resource.ts'
import { firstRow } from '#engine/server/database/rows.ts'

/**
 * What is sent to make a record, with what it leaves out of a field that is taken from another record (`defaultOf`): of
 * the one that its reference names, else of the caller's own.
 */
export async function withInheritedDefaults(
  db: Kysely<any>,
  { resource, actor, input }: { resource: AnyResource; actor: Actor; input: unknown },
): Promise<unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const given = input as Readonly<Record<string, unknown>>
  // What somebody makes who sees their own affiliates alone is theirs.
  const { manager: way } = scopeOf(resource)
  const isOwn = actor.manager !== undefined && way !== undefined && !way.includes('.') && given[way] === undefined
  const inherited: Record<string, unknown> = isOwn ? { [way]: actor.manager } : {}
  for (const [name, { defaultOf }] of Object.entries(resource.fields)) {
    const reference = defaultOf === undefined ? undefined : resource.fields[defaultOf]
    if (!reference?.target || given[name] !== undefined) continue
    const id = given[defaultOf!] ?? (reference.own ? ownerFor(actor) : null)
    if (!/^[1-9]\d{0,14}$/.test(String(id))) continue
    const found = await firstRow(
      db,
      sql<{
        value: unknown
      }>`select ${sql.ref(columnName(name))} as value from ${sql.table(tableName(reference.target))}
        where id = ${String(id)}::text::bigint`,
    )
    if (found && found.value !== null) inherited[name] = found.value
  }
  return Object.keys(inherited).length === 0 ? input : { ...given, ...inherited }
}
