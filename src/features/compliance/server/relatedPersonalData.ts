import { type Kysely, sql } from 'kysely'
import { selfActorKind } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'

/** Rows of a table that is no resource's, as far as they tell of somebody: never what opens or proves anything. */
interface Beside {
  readonly table: string
  /** The column that names whose they are. */
  readonly of: string
  /** The column that names the resource, where rows are of several. */
  readonly for?: string
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
    { table: 'digest_subscription', of: 'user_id', columns: ['repeats', 'done_day', 'told_until'] },
    {
      table: 'live_sheet',
      of: 'user_id',
      columns: ['report', 'name', 'query', 'language', 'created_at', 'expires_at', 'last_used_at', 'ended_at'],
    },
    { table: 'authorship', of: 'object_id', for: 'object', columns: ['object_name', 'what', 'author_name', 'at'] },
  ],
  partner: [
    {
      table: 'session',
      of: 'partner_id',
      columns: ['created_at', 'last_seen_at', 'expires_at', 'ended_at', 'end_reason', 'user_agent', 'address'],
    },
  ],
  affiliateUser: [
    {
      table: 'session',
      of: 'affiliate_user_id',
      columns: ['created_at', 'last_seen_at', 'expires_at', 'ended_at', 'end_reason', 'user_agent', 'address'],
    },
    { table: 'digest_subscription', of: 'affiliate_user', columns: ['repeats', 'done_day', 'told_until'] },
    {
      table: 'live_sheet',
      of: 'affiliate_user',
      columns: ['report', 'name', 'query', 'language', 'created_at', 'expires_at', 'last_used_at', 'ended_at'],
    },
    { table: 'affiliate_invitation', of: 'affiliate_user', columns: ['made_at', 'expires_at', 'used_at', 'ended_at'] },
    { table: 'authorship', of: 'object_id', for: 'object', columns: ['object_name', 'what', 'author_name', 'at'] },
  ],
  affiliateSite: [{ table: 'authorship', of: 'object_id', for: 'object', columns: ['what', 'author_name', 'at'] }],
  affiliate: [
    {
      table: 'access_change',
      of: 'affiliate',
      columns: ['kind', 'label', 'before', 'at', 'author_name', 'addresses', 'mailed_at', 'stopped_at'],
    },
    {
      table: 'site_decision',
      of: 'affiliate',
      columns: ['site', 'declaration', 'digest', 'declared_by', 'decision', 'decided_at', 'reason'],
    },
    {
      table: 'session',
      of: 'affiliate_id',
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
export async function keptBeside(
  { database }: Pick<AppContext, 'database'>,
  name: string,
  id: string,
): Promise<KeptBeside[]> {
  const tables = beside[name] ?? []
  const notes = await notesAbout(database.db, name, id)
  const kept = await Promise.all(
    tables.map(async ({ table, of, for: resource, columns }) => {
      const { rows } = await sql`select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.table(table)}
        where ${sql.id(of)} = ${id}::text::bigint
          and ${resource ? sql`${sql.id(resource)} = ${name}::text` : sql`true`}`.execute(database.db)
      return { table, rows }
    }),
  )
  return [...kept, ...notes]
}

/** What colleagues wrote about the person; of somebody who signs in, what they wrote and where they are mentioned. */
async function notesAbout(db: Kysely<any>, name: string, id: string): Promise<KeptBeside[]> {
  const person =
    name === 'user'
      ? sql`note.author = ${id}::text::bigint or note.task_for = ${id}::text::bigint
      or exists (select from note_mention mention where mention.note = note.id and mention.user_id = ${id}::text::bigint)`
      : name === selfActorKind
        ? sql`note.shared_with = ${id}::text::bigint`
        : sql`false`
  const { rows } = await sql`select note.object, note.record, note.text, note.author_name, note.created_at,
      note.task_for_name, note.due::text as due, note.done_at, note.done_by_name,
      array(select file.name from note_file file where file.note = note.id order by file.id) as files
    from note where (note.object = ${name}::text and note.record = ${id}::text::bigint) or ${person}
    order by note.id`.execute(db)
  return rows.length === 0 ? [] : [{ table: 'note', rows }]
}
