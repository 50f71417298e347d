import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { scopeOf } from '#engine/declaration/resource.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources

/** An id that another system has for a record. */
export interface ExternalId {
  readonly source: string
  readonly value: string
}

/**
 * The company of a record of a resource, as SQL: its own, or that of what it hangs on; null where it is nobody's.
 * @param id of the record
 */
export function companyOfSql(resource: AnyResource, id: RawBuilder<unknown>): RawBuilder<number | null> {
  if (resource.name === 'company') return sql`${id}`
  const table = sql.table(tableName(resource.name))
  const { company, ...others } = scopeOf(resource)
  const path = company ?? Object.values(others).find((each) => each !== undefined && each !== 'self')
  if (path === undefined) return sql`null::bigint`
  const [first] = path.split('.') as [string]
  const field = resource.fields[first]!
  if (field.target === 'company') return sql`(select ${sql.ref(columnName(first))} from ${table} where id = ${id})`
  const held = sql.ref(columnName(first))
  const one = field.kind === 'references' ? sql`${held}[1]` : held
  return companyOfSql(resources[field.target!]!, sql`(select ${one} from ${table} where id = ${id})`)
}

/**
 * Sets the id that a system has for a record; null takes it away.
 * @returns what it was before, and whether no other record of the company has the new one
 */
export async function setExternalId(
  db: Kysely<any>,
  {
    resource,
    record,
    source,
    value,
    now,
  }: { resource: AnyResource; record: string; source: string; value: string | null; now: Date },
): Promise<{ before: string | null; isFree: boolean }> {
  const ofRecord = sql`object = ${resource.name}::text and record = ${record}::text::bigint and source = ${source}::text`
  const held = await firstRow(db, sql<{ value: string }>`select value from external_id where ${ofRecord} for update`)
  const before = held?.value ?? null
  if (before === value) return { before, isFree: true }
  if (held) await sql`delete from external_id where ${ofRecord}`.execute(db)
  if (value === null) return { before, isFree: true }
  const made = await firstRow(
    db,
    sql`insert into external_id (object, record, company, source, value, created_at)
      values (${resource.name}::text, ${record}::text::bigint, ${companyOfSql(resource, sql`${record}::text::bigint`)},
        ${source}::text, ${value}::text, ${timestamp(now)}) on conflict do nothing returning id`,
  )
  return { before, isFree: made !== undefined }
}
