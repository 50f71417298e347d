import { type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { type Actor, selfActorKind, type ScopeDimension, scopeDimensions } from '#engine/declaration/actor.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { type AnyResource, fieldOf, scopeOf } from '#engine/declaration/resource.ts'

/*
 * Who sees which records. Root and the system see all. Everybody else sees the records of their company, of these the
 * ones of their
 * allowed brands, where they are tied to a partner, of these the ones below that partner, and, where they see their own
 * affiliates alone, of these and of what is theirs those that they manage, and no partners. Each resource names in
 * `access.scope`
 * by which of its fields it belongs to a company, brand or partner; this file turns that into SQL, and every query
 * carries it.
 *
 * - An affiliate in its own session sees itself and what names it, of resources that are declared for it
 * (`access.affiliate`), and of brands and what hangs on them those it works for; of everything else nothing.
 * - Whoever signs in with a partner's token sees the partner's company, and of its brands those of the affiliates below
 * that partner.
 * - A record that names several brands (an affiliate) is visible to whoever sees one of them.
 * - A partner names no brand. It is hidden from staff when an affiliate below it, or a sub brand that names it, works
 * for no brand they see:
 * its rates are somebody else's too, and only who sees all of it may look at them. A partner with nothing below it is
 * visible.
 * - An entry or payment that has no affiliate belongs to its partner, and is visible to whoever sees that partner.
 */

type Condition = RawBuilder<boolean>
type Dimension = ScopeDimension
const resources: Readonly<Record<string, AnyResource>> = allResources

/** Does this actor see every record there is? */
export function seesAll(actor: Actor): boolean {
  return actor.root || actor.kind === 'system'
}

/** The tables that scope conditions look at beside the resource's own. */
export const scopeTables = ['brand', 'affiliate', 'campaign', 'partner', 'sub_brand'] as const

const idArray = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::text::bigint[]`

/** The ids of the brands this actor sees, as a subquery of one column: brands of the own company that are allowed. */
export function visibleBrands(actor: Actor): RawBuilder<unknown> {
  if (seesAll(actor)) return sql`select visible_brand.id from brand visible_brand`
  if (actor.kind === 'partner') {
    // An affiliate that companies shared before rules belonged to one may name a brand of another.
    return sql`select visible_brand.id from brand visible_brand where visible_brand.company = ${visibleCompany(actor)}
      and visible_brand.id in (select unnest(below.brands) from affiliate below
        where below.partner in (${partnerSubtree(actor.partner ?? 0)}))`
  }
  return sql`select visible_brand.id from brand visible_brand
    where visible_brand.company = ${actor.company}::text::bigint
      and visible_brand.id = any(${idArray(actor.allowedBrands)})`
}

/** The id of the company whose records this actor sees, as SQL: its own, or that of the partner whose key it holds. */
function visibleCompany(actor: Actor): RawBuilder<unknown> {
  if (actor.kind !== 'partner') return sql`${actor.company}::text::bigint`
  return sql`(select key_holder.company from partner key_holder
    where key_holder.id = ${actor.partner ?? 0}::text::bigint)`
}

/** The ids of a partner and all partners below it, as a subquery of one column. */
export function partnerSubtree(partner: number): RawBuilder<unknown> {
  return sql`with recursive subtree as (
    select id from partner where id = ${partner}::text::bigint
    union select below.id from partner below join subtree on below.parent = subtree.id
  ) select subtree.id from subtree`
}

/**
 * The condition that an affiliate hangs below the partner that this actor is tied to, on a day or today; true for
 * whoever is tied to none. What is nobody's is below no partner.
 */
export function isBelowReader(
  actor: Actor,
  { affiliate, day = sql`'infinity'::date` }: { affiliate: RawBuilder<unknown>; day?: RawBuilder<unknown> },
): Condition {
  if (seesAll(actor)) return sql`true`
  return sql`${isManagedByReader(actor, affiliate)} and ${isBelowReadersPartner(actor, { affiliate, day })}`
}

/** SQL condition: this actor manages the affiliate; true for actors who see all. */
export function isManagedByReader(actor: Pick<Actor, 'manager'>, affiliate: RawBuilder<unknown>): Condition {
  if (actor.manager === undefined) return sql`true`
  return sql`${affiliate} in (select managed.id from affiliate managed
    where managed.manager = ${actor.manager}::text::bigint)`
}

function isBelowReadersPartner(
  actor: Actor,
  { affiliate, day }: { affiliate: RawBuilder<unknown>; day: RawBuilder<unknown> },
): Condition {
  if (actor.partner === null) return sql`true`
  return sql`exists (select from partner_affiliate_span below where below.partner = ${actor.partner}::text::bigint
    and below.affiliate = ${affiliate} and below.valid_from <= ${day}
    and (below.valid_until > ${day} or below.valid_until = 'infinity'))`
}

/** The ids of the partners with something below them that this actor does not see. */
function foreignPartners(actor: Actor): RawBuilder<unknown> {
  return sql`with recursive seen as (select coalesce(array_agg(id), '{}') as brands
    from (${visibleBrands(actor)}) brand_seen (id)),
  foreign_partner as (
    select whose_partner.partner as id from whose_partner, seen where not whose_partner.brands && seen.brands
    union select above.parent from partner above join foreign_partner on above.id = foreign_partner.id
      where above.parent is not null
  ) select foreign_partner.id from foreign_partner`
}

/** The condition that what stands in a column, or one of what stands in an array column, is in a subquery of ids. */
function holdsOneOf(column: RawBuilder<unknown>, isArray: boolean, ids: RawBuilder<unknown>): Condition {
  return isArray ? sql`${column} && array(${ids})` : sql`${column} in (${ids})`
}

function pathCondition({
  resource,
  path,
  ids,
  alias,
}: {
  resource: AnyResource
  path: string
  ids: RawBuilder<unknown>
  alias: string
}): Condition {
  if (path === 'self') return holdsOneOf(sql.ref(`${alias}.id`), false, ids)
  const [first, second] = path.split('.') as [string, string | undefined]
  const column = sql.ref(`${alias}.${columnName(first)}`)
  const field = fieldOf(resource, first)
  if (second === undefined) return holdsOneOf(column, field.kind === 'references', ids)
  const target = resources[field.target!]!
  const inner = holdsOneOf(sql.ref(`reached.${columnName(second)}`), fieldOf(target, second).kind === 'references', ids)
  return sql`${column} in (select reached.id from ${sql.table(tableName(target.name))} reached where ${inner})`
}

/**
 * A record reached through a reference that is empty belongs to its partner, where it names one: entries and payments
 * of partners.
 */
function orOwningPartner(
  resource: AnyResource,
  path: string,
  alias: string,
  condition: Condition,
  actor: Actor,
): Condition {
  const [first, second] = path.split('.')
  if (second === undefined || resource.fields.partner?.target !== 'partner') return condition
  const partner = sql.ref(`${alias}.partner`)
  const visible = sql`exists (select from partner owner
    where owner.id = ${partner} and ${scopeCondition({ actor, resource: resources.partner!, alias: 'owner' })})`
  return sql`(${condition} or (${sql.ref(`${alias}.${columnName(first!)}`)} is null and ${visible}))`
}

/** SQL condition: the record is, or belongs to, an affiliate that this actor manages; null for actors who see all. */
function managerCondition(
  actor: Actor,
  resource: AnyResource,
  { path, alias }: { path: string; alias: string },
): Condition | null {
  if (actor.manager === undefined) return null
  return pathCondition({ resource, path, ids: sql`select ${actor.manager}::text::bigint`, alias })
}

function dimensionCondition(
  actor: Actor,
  resource: AnyResource,
  dimension: Dimension,
  alias: string,
): Condition | null {
  const path = scopeOf(resource)[dimension]
  if (path === undefined || (dimension === 'partner' && actor.partner === null)) return null
  if (dimension === 'manager') return managerCondition(actor, resource, { path, alias })
  if (dimension === 'company' && !path.includes('.'))
    return sql`${sql.ref(`${alias}.${path === 'self' ? 'id' : columnName(path)}`)} = ${visibleCompany(actor)}`
  const ids =
    dimension === 'company'
      ? sql`select ${visibleCompany(actor)}`
      : dimension === 'brand'
        ? visibleBrands(actor)
        : partnerSubtree(actor.partner!)
  return orOwningPartner(resource, path, alias, pathCondition({ resource, path, ids, alias }), actor)
}

/** The column that says whose record it is, of those that are open to sessions of their own. */
export const ownerColumn = ({ name }: AnyResource): string => (name === selfActorKind ? 'id' : selfActorKind)

/** The condition that a record is the affiliate whose session it is, or names it. */
function isOwnOf(actor: Actor, resource: AnyResource, alias: string): Condition {
  return sql`${sql.ref(`${alias}.${ownerColumn(resource)}`)} = ${actor.affiliate ?? 0}::text::bigint`
}

/** The condition of each dimension in which this actor's view of a resource is narrowed. */
export function scopeParts({
  actor,
  resource,
  alias,
}: {
  actor: Actor
  resource: AnyResource
  alias: string
}): { dimension: Dimension; condition: Condition }[] {
  if (seesAll(actor)) return []
  const { affiliate } = resource.access
  if (actor.kind === 'affiliate' && affiliate !== 'names')
    return [{ dimension: 'company', condition: affiliate ? isOwnOf(actor, resource, alias) : sql`false` }]
  const parts = scopeDimensions.flatMap((dimension) => {
    const condition = dimensionCondition(actor, resource, dimension, alias)
    return condition ? [{ dimension, condition }] : []
  })
  if (resource.name !== 'partner' || actor.kind === 'partner') return parts
  // A partner's rates and money are of all the affiliates below it.
  if (actor.manager !== undefined) return [...parts, { dimension: 'manager', condition: sql`false` }]
  return [
    ...parts,
    { dimension: 'brand', condition: sql`${sql.ref(`${alias}.id`)} not in (${foreignPartners(actor)})` },
  ]
}

/**
 * The condition under which this actor sees a record. Every query of records, options, reports and entries carries it.
 * @param alias the name under which the resource's table stands in the query.
 * @returns `true` where nothing is narrowed.
 */
export function scopeCondition({
  actor,
  resource,
  alias,
}: {
  actor: Actor
  resource: AnyResource
  alias: string
}): Condition {
  const parts = scopeParts({ actor, resource, alias })
  return parts.length === 0
    ? sql`true`
    : sql`(${sql.join(
        parts.map(({ condition }) => condition),
        sql` and `,
      )})`
}
