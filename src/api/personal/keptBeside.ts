import { sql } from 'kysely'
import type { AppContext } from '../context.ts'

/** Rows of a table that is no resource's, as far as they tell of somebody: never what opens or proves anything. */
interface Beside {
  readonly table: string
  /** The column that names whose they are. */
  readonly of: string
  readonly columns: readonly string[]
}

/** What is kept about somebody beside records, by the resource of their record. */
const beside: Readonly<Record<string, readonly Beside[]>> = {
  user: [
    {
      table: 'session',
      of: 'user_id',
      columns: ['created_at', 'last_seen_at', 'expires_at', 'ended_at', 'end_reason', 'user_agent', 'address'],
    },
    { table: 'user_preference', of: 'user_id', columns: ['layout', 'lists', 'updated_at'] },
    { table: 'saved_view', of: 'user_id', columns: ['report', 'list', 'name', 'query', 'created_at'] },
    {
      table: 'report_schedule',
      of: 'user_id',
      columns: ['view', 'repeats', 'weekday', 'month_day', 'period', 'format', 'language', 'is_paused', 'created_at'],
    },
    {
      table: 'download',
      of: 'user_id',
      columns: ['report', 'name', 'query', 'from_day', 'to_day', 'format', 'language', 'state'],
    },
    { table: 'user_author', of: 'user_id', columns: ['user_name', 'what', 'author_name', 'at'] },
  ],
  partner: [
    {
      table: 'session',
      of: 'partner_id',
      columns: ['created_at', 'last_seen_at', 'expires_at', 'ended_at', 'end_reason', 'user_agent', 'address'],
    },
  ],
}

/** A table with the rows of it that tell of somebody. */
export interface KeptBeside {
  readonly table: string
  readonly rows: readonly unknown[]
}

/** What is kept about the person of a record beside records. */
export function keptBeside(
  { database }: Pick<AppContext, 'database'>,
  name: string,
  id: string,
): Promise<KeptBeside[]> {
  const tables = beside[name] ?? []
  return Promise.all(
    tables.map(async ({ table, of, columns }) => {
      const { rows } = await sql`select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.table(table)}
        where ${sql.id(of)} = ${id}::text::bigint`.execute(database.db)
      return { table, rows }
    }),
  )
}
