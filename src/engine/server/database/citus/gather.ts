import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnyTables } from '../connect.ts'
import { isDistributed } from './isDistributed.ts'

/** What of a table a statement may ask for, as selects of its rows; no row may stand in two of them. */
export type Gathered = Readonly<Record<string, readonly RawBuilder<unknown>[]>>

/**
 * A statement that workers could not answer (it looks up each row of the coordinator's by itself, or goes up the
 * hierarchy), as one of the coordinator's alone: by the name of a table it reads the rows that were gathered for it.
 * Where nothing lies on workers, the statement itself. Only for the owner: what policies look up for a reader is lost in
 * a statement that workers have a part in.
 */
export async function gathered<Row>(
  db: Kysely<AnyTables>,
  statement: RawBuilder<Row>,
  from: Gathered,
): Promise<RawBuilder<Row>> {
  if (!(await isDistributed(db))) return statement
  const tables = Object.entries(from).map(
    ([name, parts]) => sql`${sql.id(name)} as materialized (${sql.join(parts, sql` union all `)})`,
  )
  // By itself the statement is one of tables of the coordinator and of what was gathered, and is planned as such.
  return sql<Row>`with ${sql.join(tables)}, answered as materialized (${statement}) select * from answered`
}

/** Whether a table of this transaction's own can be made. */
async function mayMakeTables(db: Kysely<AnyTables>): Promise<boolean> {
  if (!db.isTransaction) return false
  const { rows } = await sql<{ may: boolean }>`select current_setting('transaction_read_only') = 'off'
    and has_database_privilege(current_database(), 'temporary') as may`.execute(db)
  return rows[0]!.may
}

/**
 * The same of many events, each of which is looked up by its player or affiliate: gathered into a table with indexes,
 * where the transaction may make one. What only stands in a statement would be read through for every look.
 * @param events selects of `event.*`; none for a statement that asks for no event
 */
export async function gatheredMany<Row>(
  db: Kysely<AnyTables>,
  statement: RawBuilder<Row>,
  events: readonly RawBuilder<unknown>[],
): Promise<RawBuilder<Row>> {
  if (events.length === 0 || !(await isDistributed(db))) return statement
  if (!(await mayMakeTables(db))) return gathered(db, statement, { event: events })
  await sql`drop table if exists pg_temp.gathered_event`.execute(db)
  await sql`create temp table gathered_event (like event) on commit drop`.execute(db)
  await sql`insert into gathered_event select * from (${sql.join(events, sql` union all `)}) event`.execute(db)
  await sql`create index on gathered_event (player, day)`.execute(db)
  await sql`create index on gathered_event (affiliate, day)`.execute(db)
  await sql`analyze gathered_event`.execute(db)
  return sql<Row>`with event as not materialized (select * from gathered_event),
    answered as materialized (${statement}) select * from answered`
}

const columns = new WeakMap<object, Promise<readonly string[]>>()

/** The columns of events, asked once for each pool. */
function columnsOfEvents(db: Kysely<AnyTables>): Promise<readonly string[]> {
  const { adapter } = db.getExecutor()
  let known = columns.get(adapter)
  if (!known) {
    known = sql<{ name: string }>`select attname::text as name from pg_attribute
      where attrelid = 'event'::regclass and attnum > 0 and not attisdropped order by attnum`
      .execute(db)
      .then(({ rows }) => rows.map(({ name }) => name))
    columns.set(adapter, known)
    known.catch(() => columns.delete(adapter))
  }
  return known
}

/**
 * A statement that reads few events beside tables of the coordinator, under the policies of whoever reads: where events
 * lie on workers they are read first, by themselves, and given to it by the name of their table.
 * @param events what it may ask for, as selects of `event.*`; no row may stand in two of them
 */
export async function withEvents<Row>(
  db: Kysely<AnyTables>,
  statement: RawBuilder<Row>,
  events: readonly RawBuilder<unknown>[],
): Promise<RawBuilder<Row>> {
  if (!(await isDistributed(db))) return statement
  const names = await columnsOfEvents(db)
  const pairs = names.flatMap((name) => [sql`${sql.lit(name)}`, sql`told.${sql.id(name)}`])
  const found: string[] = []
  for (const part of events) {
    const { rows } = await sql<{ told: string }>`select jsonb_build_object(${sql.join(pairs)})::text as told
      from (${part}) told`.execute(db)
    for (const { told } of rows) found.push(told)
  }
  // As text: numbers come back as they were.
  return sql<Row>`with event as materialized (
      select * from jsonb_populate_recordset(null::event, ${`[${found.join(',')}]`}::text::jsonb)
    ), answered as materialized (${statement}) select * from answered`
}
