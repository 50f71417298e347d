import { type Kysely, sql } from 'kysely'
import { ownerFor } from '#engine/declaration/actor.ts'
import { externalIdColumn, isExternalIdColumn, sourceOfColumn } from '#engine/declaration/derive/exportColumns.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { isUnique, uniqueWithin } from '#engine/declaration/derive/unique.ts'
import { withStoredBlocks } from '#engine/declaration/derive/flatFields.ts'
import { kinds } from '#engine/declaration/kinds/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { recordColumns, tableAs } from '#engine/records/server/query/columns.ts'
import type { RecordRequest } from '#engine/records/server/recordRequest.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { idColumn } from './mapping.ts'

/** What may tell that a row is about a record that is there: a column, and its value as it is stored. */
export interface RowKey {
  readonly field: string
  readonly value: string
}

/** A record that a key names, before it is known whether this person sees it. */
interface Holder {
  readonly id: string
  /** What the value is unique within, where it is not unique among all. */
  readonly within: string | null
}

const keyOf = ({ field, value }: RowKey) => `${field}\n${value}`

/** The fields by which a record is known. */
export function keyFields({ fields }: AnyResource): string[] {
  return [idColumn, externalIdColumn, ...Object.keys(fields).filter((name) => isUnique(fields[name]!))]
}

/**
 * The key that a value of a unique field is; null where it is no value of its kind, which is said when it is written.
 * @param record the row's other values, for kinds that depend on them
 */
export function keyFor(resource: AnyResource, name: string, value: unknown, record: AnyRecord): RowKey | null {
  const field = resource.fields[name]
  if (!field) return { field: name, value: String(value).trim() }
  const parsed = kinds[field.kind].parse(value, field, record)
  return parsed.ok && parsed.value !== null ? { field: name, value: String(parsed.value) } : null
}

/** The records that some rows are about, as far as this person sees them: read at once for many rows. */
export class ExistingRecords {
  readonly #request: RecordRequest
  readonly #source: string
  readonly #holders = new Map<string, readonly Holder[]>()
  readonly #records = new Map<string, AnyRecord>()

  constructor(request: RecordRequest, source: string) {
    this.#request = request
    this.#source = source
  }

  async load(db: Kysely<any>, keys: readonly RowKey[]): Promise<void> {
    const { resource, actor } = this.#request
    for (const field of new Set(keys.map((key) => key.field))) {
      const values = [...new Set(keys.filter((key) => key.field === field).map(({ value }) => value))]
      const found = await this.#holdersOf(db, field, values)
      for (const value of values) this.#holders.set(keyOf({ field, value }), found.get(value) ?? [])
    }
    const ids = [...new Set([...this.#holders.values()].flat().map(({ id }) => id))].filter(
      (id) => !this.#records.has(id),
    )
    if (ids.length === 0) return
    const { rows } = await sql<{ record: string }>`select row_to_json(stored)::text as record from
      (select ${recordColumns({ resource })} from ${tableAs(resource)} where t.id = any(${`{${ids.join(',')}}`}::text::bigint[])
        and ${scopeCondition({ actor, resource, alias: 't' })}) stored`.execute(db)
    for (const { record } of rows) {
      const read = JSON.parse(record) as AnyRecord
      this.#records.set(String(read.id), withStoredBlocks(resource, read))
    }
  }

  async #holdersOf(db: Kysely<any>, field: string, values: readonly string[]): Promise<Map<string, Holder[]>> {
    const { resource } = this.#request
    const table = sql.table(tableName(resource.name))
    const texts = sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::text::jsonb))`
    const statement =
      field === idColumn
        ? sql<Holder & { value: string }>`select id::text as id, null::text as within, id::text as value from ${table}
            where id::text = any(${texts})`
        : isExternalIdColumn(field)
          ? sql<Holder & { value: string }>`select record::text as id, company::text as within, value from external_id
              where object = ${resource.name}::text and source = ${sourceOfColumn(field) ?? this.#source}::text and value = any(${texts})`
          : sql<Holder & { value: string }>`select id::text as id, ${this.#withinSql(field)} as within,
              ${sql.ref(columnName(field))}::text as value from ${table} where ${sql.ref(columnName(field))} = any(${texts})`
    const { rows } = await statement.execute(db)
    return Map.groupBy(rows, ({ value }) => value)
  }

  #withinSql(field: string) {
    const within = uniqueWithin(this.#request.resource.fields[field]!)
    return within === null ? sql`null::text` : sql`${sql.ref(columnName(within))}::text`
  }

  /**
   * The record that a key names; `hidden` where there is one that this person does not see.
   * @param row the row's values: what a key is unique within
   */
  find(key: RowKey, row: AnyRecord): AnyRecord | 'hidden' | null {
    const holders = (this.#holders.get(keyOf(key)) ?? []).filter(({ within }) => this.#isWithin(key, within, row))
    if (holders.length === 0) return null
    const seen = holders.flatMap(({ id }): AnyRecord[] => [this.#records.get(id) ?? []].flat() as AnyRecord[])
    return seen.length === 1 ? (seen[0] as AnyRecord) : 'hidden'
  }

  #isWithin({ field }: RowKey, within: string | null, row: AnyRecord): boolean {
    if (within === null) return true
    const { resource, actor } = this.#request
    const isExternal = isExternalIdColumn(field)
    const said = isExternal ? 'company' : uniqueWithin(resource.fields[field]!)!
    const wanted = row[said] ?? (resource.fields[said]?.own || isExternal ? ownerFor(actor) : null)
    return wanted === null || String(wanted) === within
  }

  /**
   * The records this person sees that hold these values, the oldest first.
   * @param withoutIdOf leaves out those that one of these systems has an id for
   */
  async alike(db: Kysely<any>, values: AnyRecord, withoutIdOf: readonly string[]): Promise<AnyRecord[]> {
    const { resource, actor } = this.#request
    const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [columnName(name), value]))
    const columns = (alias: string) => sql.join(Object.keys(given).map((name) => sql.ref(`${alias}.${name}`)))
    const { rows } = await sql<{ record: string }>`select row_to_json(stored)::text as record from
      (select ${recordColumns({ resource })} from ${tableAs(resource)}
        where (${columns('t')}) = (select ${columns('given')}
            from jsonb_populate_record(null::${sql.table(tableName(resource.name))}, ${JSON.stringify(given)}::text::jsonb) given)
          and ${scopeCondition({ actor, resource, alias: 't' })}
          and not exists (select from external_id named where named.object = ${resource.name}::text and named.record = t.id
            and named.source = any(${arrayOf('text', withoutIdOf)}))
        order by t.id) stored`.execute(db)
    return rows.map(({ record }) => withStoredBlocks(resource, JSON.parse(record) as AnyRecord))
  }

  /** Forgets what is known of keys: a write may have changed it. */
  forget(keys: readonly RowKey[]): void {
    for (const key of keys) {
      for (const { id } of this.#holders.get(keyOf(key)) ?? []) this.#records.delete(id)
      this.#holders.delete(keyOf(key))
    }
  }
}
