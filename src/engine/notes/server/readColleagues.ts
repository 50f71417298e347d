import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Colleague } from '../answers/notes.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { type AnyResource, fieldOf, scopeOf } from '#engine/declaration/resource.ts'
import { scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

/** A record on which notes are written. */
interface Noted {
  readonly resource: AnyResource
  readonly id: number
}

/** What a record says by a path of its scope (`brands`, `campaign.brand`), as a list of ids; null where it says nothing. */
function idsAt({ resource, id }: Noted, path: string): RawBuilder<unknown> {
  const table = sql.table(tableName(resource.name))
  if (path === 'self') return sql`array[${id}::bigint]`
  const [first, second] = path.split('.') as [string, string | undefined]
  const field = fieldOf(resource, first)
  const from = (column: RawBuilder<unknown>, isList: boolean) =>
    isList ? column : sql`array_remove(array[${column}], null)`
  if (second === undefined)
    return sql`(select ${from(sql.ref(`noted.${columnName(first)}`), field.kind === 'references')}
      from ${table} noted where noted.id = ${id}::bigint)`
  const target = resources[field.target!]!
  return sql`(select ${from(sql.ref(`reached.${columnName(second)}`), fieldOf(target, second).kind === 'references')}
    from ${table} noted join ${sql.table(tableName(target.name))} reached
      on reached.id = noted.${sql.ref(columnName(first))} where noted.id = ${id}::bigint)`
}

/** Those of the company who see one of a record's brands; of one without brands, who shares one with whoever asks. */
function seesBrands(actor: Actor, noted: Noted): RawBuilder<boolean> {
  const path = scopeOf(noted.resource).brand
  const shared = sql`${`{${actor.allowedBrands.join(',')}}`}::text::bigint[]`
  if (path === undefined) return seesAll(actor) ? sql`true` : sql`colleague.allowed_brands && ${shared}`
  const otherwise = seesAll(actor) ? sql`colleague.allowed_brands` : shared
  return sql`colleague.allowed_brands && coalesce(${idsAt(noted, path)}, ${otherwise})`
}

/** Those who are tied to no partner, or to one above the record. */
function isAbove(noted: Noted): RawBuilder<boolean> {
  const path = scopeOf(noted.resource).partner
  if (path === undefined) return sql`colleague.partner is null`
  const own = noted.resource.fields['partner'] && path !== 'partner' ? idsAt(noted, 'partner') : sql`null`
  return sql`(colleague.partner is null or colleague.partner in (with recursive above as (
    select partner.id, partner.parent from partner
      where partner.id = any(coalesce(nullif(${idsAt(noted, path)}, '{}'), ${own}))
    union select higher.id, higher.parent from partner higher join above on above.parent = higher.id)
    select above.id from above))`
}

/** SQL condition: users who see all affiliates, or manage the one that the record is or belongs to. */
function managesIt(noted: Noted): RawBuilder<boolean> {
  const path = scopeOf(noted.resource).manager
  if (path === undefined && noted.resource.name !== 'partner') return sql`true`
  const managers = path === undefined ? sql`null` : idsAt(noted, path)
  return sql`(not colleague.own_affiliates or colleague.id = any(${managers}::bigint[]))`
}

/**
 * The people with whom somebody can talk about a record: those of their company who may read and see it, and root.
 * Whoever is tied to a partner hears of those alone who are tied there or below.
 */
export async function readColleagues(
  db: Kysely<any>,
  { actor, ...noted }: Noted & { actor: Actor },
): Promise<Colleague[]> {
  const { resource } = noted
  const role = resource.access.read ?? resource.access.role
  const isTied = !seesAll(actor) && actor.partner !== null
  const { rows } = await sql<Colleague>`select colleague.id, colleague.name from "user" colleague
    where not colleague.suspended and ((colleague.root and not ${isTied}::boolean)
      or (${role}::text = any(colleague.roles) and ${seesBrands(actor, noted)} and ${isAbove(noted)}
        and ${managesIt(noted)}
        and ${scopeCondition({ actor, resource: allResources.user, alias: 'colleague' })}))
    order by colleague.name, colleague.id limit 500`.execute(db)
  return rows
}
