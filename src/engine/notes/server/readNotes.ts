import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Actor, isSelfServiceActor, selfActorKind } from '#engine/declaration/actor.ts'
import type { Note } from '../answers/notes.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import { ownerColumn } from '#engine/records/server/visibility/scope.ts'
import { firstRow } from '#engine/server/database/rows.ts'

/** So many of the newest are read; nobody reads more. */
const notesMax = 200

interface Row {
  readonly id: number
  readonly text: string
  readonly author: number | null
  readonly author_name: string
  readonly created_at: Date
  readonly task_for: number | null
  readonly task_for_name: string | null
  readonly due: string | null
  readonly done_at: Date | null
  readonly done_by_name: string | null
  readonly mentions: Note['mentions']
  readonly files: Note['files']
  readonly is_shared: boolean
  readonly asked: boolean
  readonly answered_at: Date | null
}

const noteOf = (row: Row, { root, userId }: Actor): Note => ({
  id: row.id,
  text: row.text,
  author: row.author_name,
  at: row.created_at.toISOString(),
  isOwn: root || (row.author !== null && row.author === userId),
  mentions: row.mentions,
  files: row.files,
  task:
    row.task_for_name === null
      ? null
      : {
          for: row.task_for,
          name: row.task_for_name,
          due: row.due,
          doneAt: row.done_at?.toISOString() ?? null,
          doneBy: row.done_by_name,
        },
  shared: row.is_shared,
  question: row.asked ? { answeredAt: row.answered_at?.toISOString() ?? null } : null,
})

interface Asked {
  readonly actor: Actor
  readonly resource: AnyResource
  readonly id: number
}

/** What is read of a note in a session of one's own: nothing of colleagues, and the company for who wrote it. */
function asShared(note: Note, { resource, company }: Pick<Asked, 'resource'> & { company: string }): Note {
  const isSigned = note.question !== null || (resource.notes !== true && resource.notes?.shared === 'signed')
  return { ...note, isOwn: false, mentions: [], task: null, author: isSigned ? note.author : company }
}

/** What the company of somebody in a session of their own is called. */
async function companyName(db: Kysely<any>, { company }: Actor): Promise<string> {
  const row = await firstRow(
    db,
    sql<{ name: string }>`select name from company where id = ${String(company ?? 0)}::text::bigint`,
  )
  return row?.name ?? ''
}

/** The notes that are shared with somebody in a session of their own, the newest first. */
export async function readSharedNotes(
  { db, ownerDb }: { db: Kysely<any>; ownerDb: Kysely<any> },
  asked: Asked,
): Promise<Note[]> {
  const company = await companyName(ownerDb, asked.actor)
  return (await readNotes(db, asked)).map((note) => asShared(note, { ...asked, company }))
}

/** Of a record on which notes can be shared: with whom. */
export async function readSharedWith(
  db: Kysely<any>,
  { resource, id }: Pick<Asked, 'resource' | 'id'>,
): Promise<{ id: number; name: string } | null> {
  if (resource.notes === true || resource.notes === undefined) return null
  return (
    (await firstRow(
      db,
      sql<{ id: number; name: string }>`select owner.id, owner.name from ${sql.table(tableName(resource.name))} noted
        join ${sql.table(selfActorKind)} owner on owner.id = noted.${sql.ref(ownerColumn(resource))}
        where noted.id = ${String(id)}::text::bigint`,
    )) ?? null
  )
}

/** In a session of one's own nothing is read but what is shared with it. */
export const isShownTo = (actor: Actor): RawBuilder<boolean> =>
  isSelfServiceActor(actor) ? sql`note.shared_with = ${String(actor[selfActorKind] ?? 0)}::text::bigint` : sql`true`

/** The notes on a record that this person sees, the newest first. */
export async function readNotes(db: Kysely<any>, { actor, resource, id }: Asked): Promise<Note[]> {
  const { rows } = await sql<Row>`select note.id, note.text, note.author, note.author_name, note.created_at,
      note.shared_with is not null as is_shared, note.asked, note.answered_at, note.task_for, note.task_for_name, note.due::text as due, note.done_at, note.done_by_name,
      (select coalesce(json_agg(json_build_object('id', mention.user_id, 'name', mention.name) order by mention.user_id),
        '[]') from note_mention mention where mention.note = note.id) as mentions,
      (select coalesce(json_agg(json_build_object('id', file.id, 'name', file.name) order by file.id), '[]')
        from note_file file where file.note = note.id) as files
    from note where note.object = ${resource.name}::text and note.record = ${String(id)}::text::bigint
      and ${isShownTo(actor)}
    order by note.id desc limit ${sql.lit(notesMax)}`.execute(db)
  return rows.map((row) => noteOf(row, actor))
}
