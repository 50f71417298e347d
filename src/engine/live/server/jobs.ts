import { type Kysely, sql } from 'kysely'

/**
 * Says whether any job began, went on or ended since this was asked last: one line that changes whenever any of it does,
 * read by the indices of what is under way and of the newest.
 */
export function jobReader(db: Kysely<any>): () => Promise<boolean> {
  let before: string | null = null
  return async () => {
    const { rows } = await sql<{ line: string }>`select concat((select max(id) from job), ' ',
        string_agg(concat(id, ' ', state, ' ', progress::text), ',' order by id)) as line
      from job where state in ('waiting', 'running')`.execute(db)
    const [{ line }] = rows as [{ line: string }]
    const hasMoved = before !== null && before !== line
    before = line
    return hasMoved
  }
}
