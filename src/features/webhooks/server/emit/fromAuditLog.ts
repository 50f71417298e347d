import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { signals as declared } from '#resources/signals.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { type AnyResource, scopeOf } from '#engine/declaration/resource.ts'
import { type RecordTrigger, recordsOf, type Signals } from '#engine/declaration/webhook.ts'
import { subscribedSignals } from '../subscribed.ts'

/** A line of the log, as far as signals look at it. */
interface Line {
  readonly object: string
  readonly objectId: number | string
  readonly operation: string
  readonly changes: readonly FieldChange[]
  readonly at: string
}

interface OfRecords {
  readonly name: string
  readonly on: RecordTrigger
  readonly says: readonly string[]
}

const resources: Readonly<Record<string, AnyResource>> = allResources

/** Made at the first line: resources and signals name each other's lists while they are loaded. */
let known: ReadonlyMap<string, readonly OfRecords[]> | null = null
function byObject(): ReadonlyMap<string, readonly OfRecords[]> {
  const all = Object.entries(declared as Signals).flatMap(([name, signal]) =>
    recordsOf(signal).map((on) => ({ name, on, says: signal.says })),
  )
  known ??= Map.groupBy(all, ({ on }) => on.of)
  return known
}

function hasHappened({ changed, created, to = {} }: RecordTrigger, { operation, changes }: Line): boolean {
  const begins = operation === 'create' ? created === true : changes.some(({ field }) => changed?.includes(field))
  const isAt = ([field, values]: [string, readonly string[]]) =>
    changes.some((change) => change.field === field && values.includes(String(change.after)))
  return begins && Object.entries(to).every(isAt)
}

/** A field of the record, or of one that it names: `company`, `affiliate.company`; `self` is its own id. */
function at(resource: AnyResource, path: string): RawBuilder<unknown> {
  const [first, second] = path.split('.') as [string, string | undefined]
  if (first === 'self') return sql`record.id`
  const column = sql.ref(`record.${columnName(first)}`)
  if (second === undefined) return column
  const target = sql.table(tableName(resource.fields[first]!.target!))
  return sql`(select ${sql.ref(`reached.${columnName(second)}`)} from ${target} reached where reached.id = ${column})`
}

/** The brands by which the record is seen; empty where it belongs to a whole company. */
function brandsOf(resource: AnyResource): RawBuilder<unknown> {
  const path = scopeOf(resource).brand
  if (path === undefined) return sql`null::bigint[]`
  const [first, second] = path.split('.') as [string, string | undefined]
  const last = second ? resources[resource.fields[first]!.target!]!.fields[second] : resource.fields[first]
  return last?.kind === 'references' ? at(resource, path) : sql`array[${at(resource, path)}]`
}

function told({ name, on, says }: OfRecords, line: Line): RawBuilder<unknown> {
  const resource = resources[on.of]!
  const values = says.map((field) => sql`${sql.lit(field)}, ${sql.ref(`record.${columnName(field)}`)}`)
  const changes = line.changes.filter(({ field }) => says.includes(field))
  const owned = (way: string | undefined) => (way ? at(resource, way) : sql`null::bigint`)
  return sql`insert into signal (name, order_key, company, brands, affiliate, partner, at, data)
    select ${name}::text, ${`${on.of} ${line.objectId}`}::text, ${at(resource, on.within)}, ${brandsOf(resource)},
      ${owned(on.owner)}, ${owned(on.above)}, ${line.at}::text::timestamptz,
      jsonb_build_object('object', ${on.of}::text, 'id', record.id, 'operation', ${line.operation}::text,
        'changes', ${JSON.stringify(changes)}::text::jsonb, ${sql.join(values)})
    from ${sql.table(tableName(on.of))} record
    where record.id = ${String(line.objectId)}::text::bigint and ${at(resource, on.within)} is not null`
}

/**
 * Writes the signals of a change that is logged, in the same transaction. What no signal is about costs nothing.
 */
export async function emitFromAuditEntry(transaction: Kysely<any>, line: Line): Promise<void> {
  const about = byObject()
    .get(line.object)
    ?.filter(({ on }) => hasHappened(on, line))
  if (!about?.length) return
  const wanted = await subscribedSignals(transaction)
  for (const signal of about) if (wanted.has(signal.name)) await told(signal, line).execute(transaction)
}
