import { sql } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import type { AnyResource } from '../../config/resource.ts'
import type { AppContext } from '../context.ts'
import { arrayOf } from '../database/arrays.ts'
import { readPrimaryAs } from '../database/fence/openFence.ts'
import { firstRow, timestamp } from '../database/rows.ts'
import { inTransaction } from '../database/transaction.ts'
import { ApiError, problemsError } from '../errors.ts'
import { type LogOrigin, logActivity } from '../log/activityLog.ts'
import type { WrittenNote } from './noteInput.ts'
import { readColleagues } from './readColleagues.ts'

/** Who does something to the notes on which record, and where that came from. */
export interface NoteWrite {
  readonly context: AppContext
  readonly actor: Actor & { readonly userId: number }
  readonly resource: AnyResource
  readonly id: number
  readonly origin: LogOrigin
}

/** The log says that there was a note, and whose; what it said is in the note alone, so that it can be taken out. */
function log(
  { context, actor, resource, id, origin }: NoteWrite,
  db: Parameters<typeof logActivity>[0],
  operation: string,
  note: number,
) {
  return logActivity(db, {
    actor,
    request: origin,
    operation,
    object: resource.name,
    objectId: id,
    changes: [{ field: 'note', before: null, after: note }],
    at: context.now(),
  })
}

/**
 * Writes a note on a record.
 * @returns its id
 * @throws ApiError 400 where somebody is named who may not read the record
 */
export async function addNote(write: NoteWrite, written: WrittenNote): Promise<number> {
  const { context, actor, resource, id } = write
  // As whoever writes: a name that they do not hear of is not told by mentioning its number.
  const colleagues = await readColleagues(readPrimaryAs(context.database, actor), { actor, resource, id })
  const nameOf = new Map(colleagues.map((each) => [each.id, each.name]))
  const isStrange = (user: number) => !nameOf.has(user)
  const problems = [
    ...(written.mentions.some(isStrange) ? [{ field: 'mentions', code: 'user_not_found' as const }] : []),
    ...(written.taskFor !== null && isStrange(written.taskFor)
      ? [{ field: 'taskFor', code: 'user_not_found' as const }]
      : []),
  ]
  if (problems.length > 0) throw problemsError(problems)
  return inTransaction(context.database.db, async (db) => {
    const row = await firstRow(
      db,
      sql<{ id: number }>`insert into note (object, record, text, author, author_name, created_at, task_for,
          task_for_name, due)
        values (${resource.name}::text, ${String(id)}::text::bigint, ${written.text}::text, ${actor.userId}::bigint,
          coalesce((select name from "user" where id = ${actor.userId}::bigint), ${actor.name}::text),
          ${timestamp(context.now())}, ${written.taskFor}::bigint,
          ${written.taskFor === null ? null : nameOf.get(written.taskFor)!}::text, ${written.due}::text::date)
        returning id`,
    )
    const note = row!.id
    if (written.mentions.length > 0) {
      const names = written.mentions.map((user) => nameOf.get(user)!)
      await sql`insert into note_mention (note, user_id, name) select ${note}::bigint, user_id, name
        from unnest(${arrayOf('bigint', written.mentions)}, ${arrayOf('text', names)}) named (user_id, name)`.execute(
        db,
      )
    }
    for (const { name, content } of written.files)
      await sql`insert into note_file (note, name, content)
        values (${note}::bigint, ${name}::text, ${content}::bytea)`.execute(db)
    await log(write, db, 'addNote', note)
    return note
  })
}

/** A note of this record, by its id. */
const noteOf = ({ resource, id }: NoteWrite, note: number) => sql`note.id = ${String(note)}::text::bigint
  and note.object = ${resource.name}::text and note.record = ${String(id)}::text::bigint`

/**
 * Says that a task is done, or that it is not.
 * @throws ApiError `not_found` where the record has no such task
 */
export function markTask(write: NoteWrite, note: number, isDone: boolean): Promise<void> {
  const { context, actor } = write
  return inTransaction(context.database.db, async (db) => {
    const done = isDone ? timestamp(context.now()) : sql`null`
    const marked = await firstRow(
      db,
      sql`update note set done_at = ${done},
          done_by_name = ${isDone ? sql`coalesce((select name from "user" where id = ${actor.userId}::bigint), ${actor.name}::text)` : sql`null`}
        where ${noteOf(write, note)} and task_for_name is not null returning id`,
    )
    if (!marked) throw new ApiError('not_found')
    await log(write, db, isDone ? 'finishTask' : 'reopenTask', note)
  })
}

/**
 * Takes a note away, with its files: whoever wrote it, and root.
 * @throws ApiError `not_found` where the record has no such note, `forbidden` where it is somebody else's
 */
export function removeNote(write: NoteWrite, note: number): Promise<void> {
  const { context, actor } = write
  return inTransaction(context.database.db, async (db) => {
    const found = await firstRow(
      db,
      sql<{ author: number | null }>`select note.author from note where ${noteOf(write, note)} for update`,
    )
    if (!found) throw new ApiError('not_found')
    if (!actor.root && found.author !== actor.userId) throw new ApiError('forbidden')
    await sql`delete from note where ${noteOf(write, note)}`.execute(db)
    await log(write, db, 'removeNote', note)
  })
}
