import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ArrayType, unnested } from './arrays.ts'

/** A column of computed rows: the values of all rows, in the order of the rows. */
export interface ComputedColumn {
  readonly name: string
  readonly type: ArrayType
  readonly values: readonly (string | number | null)[]
}

/** What a part of a table is to hold. */
export interface Replacement {
  readonly table: string
  /** The columns of the table's key, in its order. */
  readonly key: readonly ComputedColumn[]
  readonly rest: readonly ComputedColumn[]
  /** Which rows of the table were computed anew: of those, what was not computed again goes. */
  readonly within: RawBuilder<unknown>
}

/**
 * Makes a part of a table what was computed. Rows that are right already are neither written nor locked, so that
 * computing the same again costs reading only. The caller holds the locks that keep
 * others from computing the same part.
 */
export async function replaceRows(db: Kysely<any>, { table, key, rest, within }: Replacement): Promise<void> {
  const columns = [...key, ...rest]
  const names = sql.join(columns.map(({ name }) => sql.id(name)))
  const keys = sql.join(key.map(({ name }) => sql.id(name)))
  await sql`
    with computed as materialized (select * from ${unnested(columns)} as computed (${names})),
    kept as materialized (select ${names} from ${sql.table(table)} where ${within}),
    gone as (
      delete from ${sql.table(table)} standing using (select ${keys} from kept except select ${keys}
        from computed) wrong
      where ${sql.join(
        key.map(({ name }) => sql`standing.${sql.id(name)} = wrong.${sql.id(name)}`),
        sql` and `,
      )}
    )
    insert into ${sql.table(table)} (${names}) select ${names} from computed except select ${names} from kept
      order by ${sql.join(key.map((_, index) => sql.lit(index + 1)))}
    on conflict (${keys}) do update
      set ${sql.join(
        rest.map(
          ({ name }) => sql`${sql.id(name)} =
      excluded.${sql.id(name)}`,
        ),
      )}`.execute(db)
}
