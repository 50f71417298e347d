import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnyTables } from '../connect.ts'
import { isDistributed } from './isDistributed.ts'

/** What of a table a statement may ask for, as selects of its rows; no row may stand in two of them. */
export type Gathered = Readonly<Record<string, readonly RawBuilder<unknown>[]>>

/**
 * A statement that workers could not answer (it looks up each row of the coordinator's by itself, or goes up the
 * hierarchy), as one of the coordinator's alone: by the name of a table it reads the rows that were gathered for it.
 * Where nothing lies on workers, the statement itself.
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
