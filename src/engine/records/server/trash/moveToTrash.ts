import { type Kysely, sql } from 'kysely'
import { datedFields, historyTableName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { resources } from '#resources/index.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import type { WriteStep } from '../write/writeRequest.ts'

/** A row as it was, and where it stood. */
export interface TrashedRow {
  readonly table: string
  readonly row: AnyRecord
}

const logs = Object.values<AnyResource>(resources).filter(({ nature }) => nature === 'log')
/** What goes with a record and does not come back: sessions are over, files that wait for an import are large, logs. */
const leftOut: ReadonlySet<string> = new Set([
  'session',
  'download',
  'feed_upload',
  ...logs.map(({ name }) => tableName(name)),
])

interface Child {
  readonly table: string
  readonly column: string
  readonly parent: string
}

/** The tables whose rows go with a row of this one, by the database's own word. */
async function childrenOf(db: Kysely<any>, table: string): Promise<Child[]> {
  const { rows } = await sql<Child>`select child.relname as table, held.attname as column, holding.attname as parent
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    join pg_attribute held on held.attrelid = conrelid and held.attnum = conkey[1]
    join pg_attribute holding on holding.attrelid = confrelid and holding.attnum = confkey[1]
    where contype = 'f' and confdeltype = 'c' and cardinality(conkey) = 1 and parent.relname = ${table}::text
      and parent.relnamespace = current_schema()::regnamespace order by 1, 2`.execute(db)
  return rows.filter((child) => !leftOut.has(child.table))
}

async function rowsWhere(db: Kysely<any>, table: string, column: string, value: unknown): Promise<TrashedRow[]> {
  const { rows } = await sql<{ row: AnyRecord }>`select to_jsonb(kept) as row from ${sql.table(table)} kept
    where ${sql.ref(`kept.${column}`)}::text = ${String(value)}::text`.execute(db)
  return rows.map(({ row }) => ({ table, row }))
}

/** Rows and all that would go with them, those first without which the others cannot be. */
async function withChildren(db: Kysely<any>, kept: readonly TrashedRow[]): Promise<TrashedRow[]> {
  const found: TrashedRow[] = [...kept]
  for (const { table, row } of kept) {
    for (const child of await childrenOf(db, table)) {
      const rows = await rowsWhere(db, child.table, child.column, row[child.parent])
      found.push(...(await withChildren(db, rows)))
    }
  }
  return found
}

const keyOf = ({ table, row }: TrashedRow) => `${table} ${JSON.stringify(row)}`

/** Keeps a record that is about to be removed, with its history, its notes and all that goes with it. */
export async function moveToTrash({ transaction, resource, id, actor, context, before }: WriteStep): Promise<void> {
  const table = tableName(resource.name)
  const own = await rowsWhere(transaction, table, 'id', id)
  const history =
    datedFields(resource).length > 0 ? await rowsWhere(transaction, historyTableName(resource.name), 'record', id) : []
  const notes = await sql<{ row: AnyRecord }>`select to_jsonb(note) as row from note
    where object = ${resource.name}::text and record = ${id}::text::bigint order by id`.execute(transaction)
  const externalIds = await sql<{ row: AnyRecord }>`select to_jsonb(kept) as row from external_id kept
    where object = ${resource.name}::text and record = ${id}::text::bigint order by id`.execute(transaction)
  const all = [
    ...(await withChildren(transaction, own)),
    ...history,
    ...externalIds.rows.map(({ row }) => ({ table: 'external_id', row })),
    ...(await withChildren(
      transaction,
      notes.rows.map(({ row }) => ({ table: 'note', row })),
    )),
  ]
  const once = [...new Map(all.map((kept) => [keyOf(kept), kept])).values()]
  const title = before?.[resource.title]
  await firstRow(
    transaction,
    sql`insert into trash (object, record, name, rows, removed_at, removed_by, removed_by_name)
      values (${resource.name}::text, ${id}::text::bigint, ${typeof title === 'string' ? title : null}::text,
        ${JSON.stringify(once)}::text::jsonb, ${timestamp(context.now())}, ${actor.userId}::bigint, ${actor.name}::text)`,
  )
}
