import { type Kysely, sql } from 'kysely'
import { notices as declared } from '#resources/operatorWebhooks.ts'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import type { NoticeDefinition, OperatorWebhooks } from '#engine/declaration/operatorWebhook.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'

/** Lines of the log that are looked through at a time. */
const batchSize = 1_000
const notices: OperatorWebhooks = declared

/** A line of the log as far as notices look at it. */
interface Line {
  readonly position: string
  readonly operation: string
  readonly object: string
  readonly changes: readonly FieldChange[]
}

/** Does a line say what a notice is about? */
function isAbout({ of, on, created, removed }: NoticeDefinition, { operation, object, changes }: Line): boolean {
  if (of !== object) return false
  if (operation === 'create') return created === true
  if (operation === 'remove') return removed === true
  return changes.some(({ field }) => on?.includes(field) === true)
}

async function noteBatch(db: Kysely<any>, now: Date): Promise<boolean> {
  const { rows: heads } = await sql<{ position: string }>`select position::text as position from notice_head
    for update`.execute(db)
  const { rows: lines } = await sql<Line>`select sys_position::text as position, operation, object, changes
    from activity_log where sys_position > ${heads[0]!.position}::text::bigint order by sys_position
    limit ${sql.lit(batchSize)}`.execute(db)
  if (lines.length === 0) return false
  const found = lines.flatMap((line) =>
    notices.filter((notice) => isAbout(notice, line)).map(({ type }) => ({ position: line.position, type })),
  )
  await sql`insert into notice (position, type, due_at, made_at)
    select found.position, found.type, ${timestamp(now)}, ${timestamp(now)}
    from jsonb_to_recordset(${JSON.stringify(found)}::text::jsonb) as found (position bigint, type text)
    on conflict do nothing`.execute(db)
  await sql`update notice_head set position = ${lines.at(-1)!.position}::text::bigint`.execute(db)
  return lines.length === batchSize
}

/**
 * Notes what the sealed log says that somebody is to be told of. The log is sealed in one order, in which nothing comes
 * late: what was looked through once is never looked for again.
 */
export async function enqueueNotices({ db }: Database, now: Date): Promise<void> {
  while (await inTransaction(db, (transaction) => noteBatch(transaction, now)));
}

/** Passes over what happened while nobody was to be told. */
export async function skipNotice({ db }: Database): Promise<void> {
  await sql`update notice_head set position = sealed.position
    from (select coalesce(max(sys_position), 0) as position from activity_log) sealed
    where sealed.position > notice_head.position`.execute(db)
}
