import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../config/actor.ts'
import type { Note } from '../../config/answers/notes.ts'
import type { AnyResource } from '../../config/resource.ts'

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
})

/** The notes on a record that this person sees, the newest first. */
export async function readNotes(
  db: Kysely<any>,
  { actor, resource, id }: { actor: Actor; resource: AnyResource; id: number },
): Promise<Note[]> {
  const { rows } = await sql<Row>`select note.id, note.text, note.author, note.author_name, note.created_at,
      note.task_for, note.task_for_name, note.due::text as due, note.done_at, note.done_by_name,
      (select coalesce(json_agg(json_build_object('id', mention.user_id, 'name', mention.name) order by mention.user_id),
        '[]') from note_mention mention where mention.note = note.id) as mentions,
      (select coalesce(json_agg(json_build_object('id', file.id, 'name', file.name) order by file.id), '[]')
        from note_file file where file.note = note.id) as files
    from note where note.object = ${resource.name}::text and note.record = ${String(id)}::text::bigint
    order by note.id desc limit ${sql.lit(notesMax)}`.execute(db)
  return rows.map((row) => noteOf(row, actor))
}
