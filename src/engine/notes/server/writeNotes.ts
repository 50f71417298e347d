import { type Kysely, sql } from 'kysely'
import { type Actor, isSelfServiceActor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { readPrimaryAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { Attachment } from '#engine/server/http/attachment.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { WrittenNote } from './noteInput.ts'
import { readColleagues } from './readColleagues.ts'
import { readSharedWith } from './readNotes.ts'

/** Who does something to the notes on which record, and where that came from. */
export interface NoteWrite {
  readonly context: AppContext
  readonly actor: Actor
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

/** The names of those whom a note names. @throws ApiError 400 where one of them may not read the record */
async function namesIn(
  { context, actor, resource, id }: NoteWrite,
  written: WrittenNote,
): Promise<Map<number, string>> {
  if (written.mentions.length === 0 && written.taskFor === null) return new Map()
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
  if (problems.length > 0) throw validationError(problems)
  return nameOf
}

/** With whom a note is shared. @throws ApiError 400 where the record is nobody's who could read it */
async function sharedWith(write: NoteWrite, { isShared }: WrittenNote): Promise<{ id: number; name: string } | null> {
  if (!isShared) return null
  const owner = await readSharedWith(readPrimaryAs(write.context.database, write.actor), write)
  if (owner === null) throw validationError([{ field: 'shared', code: 'not_applicable' }])
  return owner
}

/** What is said to whom the record belongs to answers what they asked. */
const answerQuestions = (
  { context, resource, id }: NoteWrite,
  db: Parameters<typeof logActivity>[0],
): Promise<unknown> =>
  sql`update note set answered_at = ${timestamp(context.now())} where asked and answered_at is null
    and object = ${resource.name}::text and record = ${String(id)}::text::bigint`.execute(db)

/** Keeps the files of a note, in the caller's transaction. */
export async function keepFiles(db: Kysely<any>, note: number, files: readonly Attachment[]): Promise<void> {
  for (const { name, content } of files)
    await sql`insert into note_file (note, name, content)
      values (${note}::bigint, ${name}::text, ${content}::bytea)`.execute(db)
}

/**
 * Writes a note on a record; in a session of one's own it is a question.
 * @returns its id
 * @throws ApiError 400 where somebody is named who may not read the record, or it is shared with nobody
 */
export async function addNote(write: NoteWrite, written: WrittenNote): Promise<number> {
  const { context, actor, resource, id } = write
  const nameOf = await namesIn(write, written)
  const shared = await sharedWith(write, written)
  const isAsked = isSelfServiceActor(actor)
  return inTransaction(context.database.db, async (db) => {
    if (shared !== null && !isAsked) await answerQuestions(write, db)
    const row = await firstRow(
      db,
      sql<{ id: number }>`insert into note (object, record, text, author, author_name, created_at, task_for,
          task_for_name, due, shared_with, asked)
        values (${resource.name}::text, ${String(id)}::text::bigint, ${written.text}::text, ${actor.userId}::bigint,
          coalesce((select name from "user" where id = ${actor.userId}::bigint), ${isAsked ? shared!.name : actor.name}::text),
          ${timestamp(context.now())}, ${written.taskFor}::bigint,
          ${written.taskFor === null ? null : nameOf.get(written.taskFor)!}::text, ${written.due}::text::date,
          ${shared?.id ?? null}::bigint, ${isAsked}::boolean)
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
    await keepFiles(db, note, written.files)
    await log(write, db, shared === null ? 'addNote' : isAsked ? 'askQuestion' : 'shareNote', note)
    return note
  })
}

/** A note of this record, by its id. */
const noteOf = ({ resource, id }: NoteWrite, note: number) => sql`note.id = ${String(note)}::text::bigint
  and note.object = ${resource.name}::text and note.record = ${String(id)}::text::bigint`

/**
 * Says that a task is done or a question needs no answer, or that it is not so.
 * @throws ApiError `not_found` where the record has neither of that number
 */
export function markTask(write: NoteWrite, note: number, isDone: boolean): Promise<void> {
  const { context, actor } = write
  return inTransaction(context.database.db, async (db) => {
    const done = isDone ? timestamp(context.now()) : sql`null::timestamptz`
    const marked = await firstRow(
      db,
      sql<{
        asked: boolean
      }>`update note set answered_at = case when asked then ${done} end, done_at = case when not asked then ${done} end,
          done_by_name = case when not asked then ${isDone ? sql`coalesce((select name from "user" where id = ${actor.userId}::bigint), ${actor.name}::text)` : sql`null`} end
        where ${noteOf(write, note)} and (task_for_name is not null or asked) returning asked`,
    )
    if (!marked) throw new ApiError('not_found')
    if (marked.asked && isDone) await answerQuestions(write, db)
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
