import type pg from 'pg'
import { readDistributed } from './citus/tables.ts'

/** A table as it is in the database. */
export interface ExistingTable {
  name: string
  columns: ExistingColumn[]
  indexes: ExistingIndex[]
  /** Constraints on values, as PostgreSQL prints them. */
  checks: { readonly name: string; readonly text: string }[]
  /** Constraints with what is noted of them; null where nothing is. */
  constraints: { readonly name: string; readonly said: string | null }[]
  /** What is noted of the table. */
  said: string | null
  /** Whether it holds any row; taken to be so of what lies on workers, since a server starts while one is away, too. */
  isFilled: boolean
}

/** A column as it is in the database; `type` and `default` as PostgreSQL prints them. */
export interface ExistingColumn {
  name: string
  type: string
  nullable: boolean
  default: string | null
  /** Since when nothing reads it, `2026-11-28`, where that is noted of it. */
  unusedSince: string | null
  /** Since when it must be filled in though records are there that hold nothing, where that is noted of it. */
  requiredSince: string | null
  /** Of a column that shall have another type: the records whose value would say less in it. */
  losing?: { readonly count: number; readonly named: readonly string[] }
}

/** An index as it is in the database. */
export interface ExistingIndex {
  name: string
  columns: string[]
  unique: boolean
  method: string
}

/** Reads the tables of the schema that names resolve to (usually `public`). */
export async function readSchema(client: pg.ClientBase): Promise<ExistingTable[]> {
  const { rows: columns } = await client.query<ExistingColumn & { table: string }>(columnsQuery)
  const { rows: indexes } = await client.query<ExistingIndex & { table: string }>(indexesQuery)
  const tables = new Map<string, ExistingTable>()
  for (const { table, ...column } of columns) {
    if (!tables.has(table))
      tables.set(table, {
        name: table,
        columns: [],
        indexes: [],
        checks: [],
        constraints: [],
        said: null,
        isFilled: false,
      })
    tables.get(table)!.columns.push(column)
  }
  for (const { table, ...index } of indexes) tables.get(table)?.indexes.push(index)
  const { rows: constraints } = await client.query<ExistingConstraint>(constraintsQuery)
  for (const { table, name, text, said, isCheck } of constraints) {
    tables.get(table)?.constraints.push({ name, said })
    if (isCheck) tables.get(table)?.checks.push({ name, text })
  }
  const { rows: notes } = await client.query<{ name: string; said: string }>(notesQuery)
  for (const { name, said } of notes) if (tables.has(name)) tables.get(name)!.said = said
  for (const name of await filledTables(client, [...tables.keys()])) tables.get(name)!.isFilled = true
  return [...tables.values()]
}

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    not a.attnotnull as nullable, pg_get_expr(d.adbin, d.adrelid) as default,
    substring(col_description(c.oid, a.attnum) from '^Unused since (\\d{4}-\\d\\d-\\d\\d)') as "unusedSince",
    substring(col_description(c.oid, a.attnum) from '^Required since (\\d{4}-\\d\\d-\\d\\d)') as "requiredSince"
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`

const indexesQuery = `
  select t.relname as table, c.relname as name, i.indisunique as unique, m.amname as method,
    (select array_agg(pg_get_indexdef(i.indexrelid, part, true) order by part) from generate_series(1, i.indnkeyatts) part)::text[] as columns
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  join pg_class t on t.oid = i.indrelid
  join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
  join pg_am m on m.oid = c.relam
  order by t.relname, c.relname`

interface ExistingConstraint {
  table: string
  name: string
  text: string
  said: string | null
  isCheck: boolean
}

const constraintsQuery = `
  select t.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as text,
    obj_description(k.oid, 'pg_constraint') as said, k.contype = 'c' as "isCheck"
  from pg_constraint k
  join pg_class t on t.oid = k.conrelid
  join pg_namespace n on n.oid = t.relnamespace and n.nspname = current_schema()
  where k.contype in ('c', 'f') and not t.relispartition
  order by t.relname, k.conname`

const notesQuery = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as said
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
  where c.relkind in ('r', 'p') and not c.relispartition and obj_description(c.oid, 'pg_class') is not null`

async function filledTables(client: pg.ClientBase, all: readonly string[]): Promise<string[]> {
  const distributed = await readDistributed(client)
  const elsewhere = all.filter((name) => distributed.has(name))
  const names = all.filter((name) => !distributed.has(name))
  if (names.length === 0) return elsewhere
  const questions = names.map(
    (name) =>
      `select '${name.replaceAll("'", "''")}' as name where exists (select 1 from "${name.replaceAll('"', '""')}")`,
  )
  const { rows } = await client.query<{ name: string }>(questions.join(' union all '))
  return [...elsewhere, ...rows.map(({ name }) => name)]
}
