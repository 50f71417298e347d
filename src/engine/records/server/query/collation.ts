import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'

const collation = 'und-x-icu'
const known = new WeakMap<Database, Promise<boolean>>()

async function hasCollation({ readDb }: Database): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{
    is_there: boolean
  }>`select exists (select from pg_collation where collname = ${collation}::text) as is_there`.execute(readDb)
  return row!.is_there
}

/**
 * How people expect words in order: `abelha, Água, azul, Zebra`, whatever the case and the accents. A PostgreSQL built
 * without ICU sorts as
 * its database does. Asked once a process.
 */
export async function naturalCollation(database: Database): Promise<RawBuilder<unknown>> {
  let isThere = known.get(database)
  if (!isThere) {
    isThere = hasCollation(database)
    known.set(database, isThere)
    // A database that could not be asked now is asked again the next time.
    isThere.catch(() => known.delete(database))
  }
  return (await isThere) ? sql`collate ${sql.id(collation)}` : sql``
}
