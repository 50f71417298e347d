import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Columns, columnNames, rowsAs } from './arrays.ts'

/** What a part of a table is to hold. */
export interface Replacement<Row> {
  readonly table: string
  readonly rows: readonly Row[]
  /** The columns of the table's key, in its order. */
  readonly key: Columns<Row>
  readonly rest: Columns<Row>
  /** Which rows of the table were computed anew: of those, what was not computed again goes. */
  readonly within: RawBuilder<unknown>
}

/**
 * Makes a part of a table what was computed. Rows that are right already are neither written nor locked, so that
 * computing the same again costs reading only. The caller holds the locks that keep others from computing the same
 * part.
 */
export async function replaceRows<Row>(db: Kysely<any>, replacement: Replacement<Row>): Promise<void> {
  const { rows, key, rest, within } = replacement
  const columns = { ...key, ...rest }
  const [table, names, keys] = [sql.table(replacement.table), columnNames(columns), columnNames(key)]
  const isSame = Object.keys(key).map((name) => sql`standing.${sql.id(name)} = wrong.${sql.id(name)}`)
  const changed = Object.keys(rest).map((name) => sql`${sql.id(name)} = excluded.${sql.id(name)}`)
  await sql`
    with computed as materialized (select * from ${rowsAs('computed', rows, columns)}),
    kept as materialized (select ${names} from ${table} where ${within}),
    gone as (
      delete from ${table} standing using (select ${keys} from kept except select ${keys} from computed) wrong
      where ${sql.join(isSame, sql` and `)}
    )
    insert into ${table} (${names}) select ${names} from computed except select ${names} from kept order by ${keys}
    on conflict (${keys}) do update set ${sql.join(changed)}`.execute(db)
}
