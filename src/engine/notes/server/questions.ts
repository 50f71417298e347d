import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { QuestionsAnswer, QuestionThread } from '../answers/notes.ts'
import { isShownTo } from './readNotes.ts'
import { seenRecords } from './visibleRecord.ts'

/** So many of the newest are answered; the number of unseen ones is whole. */
const shownMax = 200

interface Row {
  readonly object: string
  readonly record: number
  readonly name: string | null
  readonly text: string
  readonly at: Date
  readonly is_asked: boolean
  readonly is_open: boolean
  readonly is_new: boolean
  readonly unseen: number
}

const threadOf = (row: Row): QuestionThread => ({
  object: row.object,
  record: row.record,
  name: row.name ?? `#${row.record}`,
  text: row.text,
  at: row.at.toISOString(),
  isAsked: row.is_asked,
  isOpen: row.is_open,
  isNew: row.is_new,
})

/** What somebody in a session of their own asked or was told about their records, a record a line. */
export async function readQuestions(db: Kysely<any>, actor: Actor): Promise<QuestionsAnswer> {
  const { rows } = await sql<Row>`select thread.*, seen.name, sum(thread.is_new::integer) over ()::integer as unseen
    from (select note.object, note.record, max(note.id) as last,
        (array_agg(note.text order by note.id desc))[1] as text, max(note.created_at) as at,
        (array_agg(note.asked order by note.id desc))[1] as is_asked,
        bool_or(note.asked and note.answered_at is null) as is_open,
        bool_or(not note.asked and note.seen_at is null) as is_new
      from note where note.shared_with is not null and ${isShownTo(actor)} group by note.object, note.record) thread
    join ${seenRecords(actor)} seen on seen.object = thread.object and seen.record = thread.record
    order by thread.last desc limit ${sql.lit(shownMax)}`.execute(db)
  return { unseen: rows[0]?.unseen ?? 0, threads: rows.map(threadOf) }
}

/** Says that somebody in a session of their own has read what they were answered about a record. */
export async function markAnswersSeen(
  db: Kysely<any>,
  { actor, at, object, record }: { actor: Actor; at: Date; object: string; record: number },
): Promise<void> {
  await sql`update note set seen_at = ${at.toISOString()}::text::timestamptz
    where object = ${object}::text and record = ${String(record)}::text::bigint and not asked and seen_at is null
      and shared_with is not null and ${isShownTo(actor)}`.execute(db)
}
