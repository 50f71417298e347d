import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The first row of a statement; nothing where it has none. */
export async function firstRow<Row>(db: Kysely<any>, statement: RawBuilder<Row>): Promise<Row | undefined> {
  return (await statement.execute(db)).rows[0]
}

/** A moment as a parameter of a statement. */
export function timestamp(at: Date): RawBuilder<Date> {
  return sql`${at.toISOString()}::text::timestamptz`
}
