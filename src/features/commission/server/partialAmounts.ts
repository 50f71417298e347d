import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { seesAll, visibleBrands } from '#engine/records/server/visibility/scope.ts'

/*
 * An entry of an affiliate or partner adds up what several brands owe it; a payment adds up entries. Whoever sees some
 * brands reads their parts of both (`entry_part`), and is told that there is more
 * by `isPartial`, without amounts. Every statement that reads amounts of entries or payments for somebody reads them
 * from here, so that filters, orders and sums know the part alone.
 * Whether there is more is asked of `whose_entry`: behind row-level security the parts themselves show one's own alone.
 * What no brand makes up is whole to whoever sees its owner. See docs/decisions/0005-who-sees-what.md.
 */

const resources: Readonly<Record<string, AnyResource>> = allResources
const parted = ['entry', 'payment']

/** Whether some read parts of a resource's records, and are told so. */
export const isParted = ({ name }: Pick<AnyResource, 'name'>): boolean => parted.includes(name)

/**
 * Does this actor see brands' parts of a resource's records, rather than whole ones? The own session of a
 * partner or affiliate sees what it earned whole.
 */
export function seesOnlyOwnBrands(actor: Actor, resource: Pick<AnyResource, 'name'>): boolean {
  return isParted(resource) && !seesAll(actor) && actor.kind === 'user'
}

/** The condition that a brand is one whose parts this actor sees. */
export function visibleAmountSql(actor: Actor, brand: RawBuilder<unknown>): RawBuilder<boolean> {
  return seesOnlyOwnBrands(actor, { name: 'entry' }) ? sql`${brand} = any(array(${visibleBrands(actor)}))` : sql`true`
}

const isReadable = (actor: Actor) => visibleAmountSql(actor, sql`part.brand`)

function otherColumns(resource: AnyResource): RawBuilder<unknown> {
  const stored = Object.keys(resource.fields).filter(
    (name) => resource.fields[name]!.kind !== 'computed' && name !== 'value',
  )
  return sql.join(
    ['id', 'version', 'createdAt', 'updatedAt', ...stored].map((name) => sql.ref(`whole.${columnName(name)}`)),
  )
}

function partedEntries(actor: Actor, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const isPartial = sql`exists (select from whose_entry part where part.entry = whole.id and not ${isReadable(actor)})`
  return sql`(select ${columns}, ${isPartial} as is_partial,
      case when ${isPartial} then (select coalesce(sum(part.value), 0)::numeric(18, 2) from entry_part part
        where part.entry = whole.id and ${isReadable(actor)}) else whole.value end as value
    from entry whole where exists (select from entry_part part where part.entry = whole.id and ${isReadable(actor)})
      or not exists (select from whose_entry part where part.entry = whole.id))`
}

function partedPayments(actor: Actor): RawBuilder<unknown> {
  const held = sql`from payment_entry held join whose_entry part on part.entry = held.entry
    where held.payment = whole.id`
  const amounts = sql`from payment_entry held join entry_part part on part.entry = held.entry
    where held.payment = whole.id`
  // Entries that a refused payment once held may be gone: what they came to is nobody's to say.
  const isPartial = sql`(exists (select ${held} and not ${isReadable(actor)}) or (select count(*)
    from payment_entry held where held.payment = whole.id) < cardinality(whole.entries))`
  const readable = sql`(select coalesce(sum(part.value), 0) ${amounts} and ${isReadable(actor)})
    + (select coalesce(sum(entry.value), 0) from payment_entry held join entry on entry.id = held.entry
      where held.payment = whole.id and not exists (select from whose_entry part where part.entry = entry.id))`
  return sql`(select ${otherColumns(resources.payment!)}, ${isPartial} as is_partial,
      case when ${isPartial} then (${readable})::numeric(18, 2) else whole.value end as value
    from payment whole where not exists (select ${held}) or exists (select ${held} and ${isReadable(actor)}))`
}

/**
 * Where a statement reads a resource's records from: its table, or for whoever sees parts of them a subquery with the
 * readable part as `value`, and `is_partial`.
 * @param only the columns of entries that are read beside those; all where nothing is said
 */
export function readableTable(
  resource: Pick<AnyResource, 'name'>,
  actor?: Actor,
  only?: readonly string[],
): RawBuilder<unknown> {
  if (!actor || !seesOnlyOwnBrands(actor, resource)) return sql.table(tableName(resource.name))
  if (resource.name !== 'entry') return partedPayments(actor)
  return partedEntries(
    actor,
    only ? sql.join(only.map((name) => sql.ref(`whole.${name}`))) : otherColumns(resources.entry!),
  )
}

/**
 * Refuses to do something to entries or payments of which this actor reads a part only.
 * @param which a condition; the records stand as `asked`.
 * @throws ApiError `partly_visible`
 */
export async function requireFullVisibility(
  db: Kysely<any>,
  { actor, resource, which }: { actor: Actor; resource: 'entry' | 'payment'; which: RawBuilder<unknown> },
): Promise<void> {
  if (!seesOnlyOwnBrands(actor, { name: resource })) return
  const { rows } = await sql`select from ${sql.table(resource)} asked where ${which}
    and not exists (select from ${readableTable({ name: resource }, actor)} seen
      where seen.id = asked.id and not seen.is_partial) limit 1`.execute(db)
  if (rows.length > 0) throw new ApiError('partly_visible')
}
