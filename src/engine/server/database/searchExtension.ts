import pg from 'pg'
import { withClient } from './client.ts'
import { hasOperators } from './schemaDifference.ts'

/**
 * The extension behind the indexes of searched fields; it comes with PostgreSQL (Debian: `postgresql-contrib`), and
 * whoever may create in the database may create it.
 */
const extension = 'pg_trgm'

/**
 * Creates the extension that searches use, where it is missing. A database that does not allow it works all the same:
 * searching reads more.
 * @param log takes one line where it cannot be created, saying what to do.
 */
export async function ensureSearchExtension({ url, log }: { url: string; log: (line: string) => void }): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query(hasOperators('gin_trgm_ops'))
    if (rowCount) return
    try {
      await client.query(`create extension if not exists ${extension}`)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      log(
        `Searching long lists is slower than it could be: the database extension ${extension} cannot be created (${error.message}). ` +
          `Ask whoever runs the database for \`CREATE EXTENSION ${extension};\` in it; the indexes are made at the next start.`,
      )
    }
  })
}
