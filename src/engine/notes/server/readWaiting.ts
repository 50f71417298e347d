import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Notification, WaitingAnswer } from '../answers/notes.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { readableTable } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { seenRecords } from './visibleRecord.ts'

/** So many of each kind are answered; their number is always whole. */
const shownMax = 20

interface Row {
  readonly object: string
  readonly record: number
  readonly name: string | null
  readonly note: number | null
  readonly text: string | null
  readonly by: string | null
  readonly at: Date
  readonly due: string | null
  readonly value: string | null
  readonly currency: string | null
  readonly total: number
}

const waitingOf = (kind: Notification['kind'], row: Row): Notification => ({
  kind,
  object: row.object,
  record: row.record,
  name: row.name ?? `#${row.record}`,
  by: row.by,
  at: row.at.toISOString(),
  ...(row.note === null ? {} : { note: row.note, text: row.text ?? '' }),
  ...(kind === 'task' ? { due: row.due } : {}),
  ...(row.value === null ? {} : { value: Number(row.value), currency: row.currency ?? undefined! }),
})

type Asked = Actor & { readonly userId: number }

/** Notes that mention this person and that they have not seen, on records that they see. */
async function mentions(db: Kysely<any>, actor: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`select note.object, note.record, seen.name, note.id as note, note.text,
      note.author_name as by, note.created_at as at, null as due, null as value, null as currency,
      count(*) over () as total
    from note_mention mention join note on note.id = mention.note
    join ${seenRecords(actor)} seen on seen.object = note.object and seen.record = note.record
    where mention.user_id = ${actor.userId}::bigint and mention.seen_at is null
    order by note.id limit ${sql.lit(shownMax)}`.execute(db)
  return rows
}

/** What this person is to do, the earliest day first. */
async function tasks(db: Kysely<any>, actor: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`select note.object, note.record, seen.name, note.id as note, note.text,
      note.author_name as by, note.created_at as at, note.due::text as due, null as value, null as currency,
      count(*) over () as total
    from note join ${seenRecords(actor)} seen on seen.object = note.object and seen.record = note.record
    where note.task_for = ${actor.userId}::bigint and note.done_at is null
    order by note.due nulls last, note.id limit ${sql.lit(shownMax)}`.execute(db)
  return rows
}

/** What those in sessions of their own asked and nobody has answered, a record a line. */
async function questions(db: Kysely<any>, actor: Asked): Promise<Row[]> {
  const { rows } = await sql<Row>`select open.object, open.record, seen.name, open.note, open.text, open.by, open.at,
      null as due, null as value, null as currency, count(*) over () as total
    from (select note.object, note.record, max(note.id) as note, min(note.created_at) as at,
        (array_agg(note.text order by note.id desc))[1] as text,
        (array_agg(note.author_name order by note.id desc))[1] as by
      from note where note.asked and note.answered_at is null group by note.object, note.record) open
    join ${seenRecords(actor)} seen on seen.object = open.object and seen.record = open.record
    order by open.at, open.note limit ${sql.lit(shownMax)}`.execute(db)
  return rows
}

/** Payments and adjustments that another person asked for and this one may approve. */
async function approvals(db: Kysely<any>, actor: Asked): Promise<Row[]> {
  if (!can({ actor, resource: resources.payment, operation: 'list' })) return []
  const seesEntries = can({ actor, resource: resources.entry, operation: 'list' })
  const of = (resource: 'payment' | 'entry', isWaiting: ReturnType<typeof sql>) => sql`
    select ${resource}::text as object, asked.id as record, coalesce(affiliate.name, partner.name) as name,
      null::bigint as note, null as text, asked.requested_by as by, asked.created_at as at, null as due,
      asked.value, asked.currency
    from ${readableTable(resources[resource], actor)} asked left join affiliate on affiliate.id = asked.affiliate
    left join partner on partner.id = asked.partner
    left join ${sql.table(`${resource}_request`)} request on request.${sql.ref(resource)} = asked.id
    where ${isWaiting} and request.requested_by is distinct from ${actor.userId}::bigint
      and ${scopeCondition({ actor, resource: resources[resource], alias: 'asked' })}`
  const { rows } = await sql<Row>`select waiting.*, count(*) over () as total from (
      ${of('payment', sql`asked.awaits_approval and asked.state = 'created'`)}
      ${seesEntries ? sql`union all ${of('entry', sql`asked.status = 'awaiting_approval'`)}` : sql``}) waiting
    order by at, object, record limit ${sql.lit(shownMax)}`.execute(db)
  return rows
}

/** What waits for this person: what mentions them, what they are to do, what they may approve, and what affiliates ask. */
export async function readWaiting(db: Kysely<any>, actor: Asked): Promise<WaitingAnswer> {
  const found = {
    mention: await mentions(db, actor),
    task: await tasks(db, actor),
    approval: await approvals(db, actor),
    question: await questions(db, actor),
  }
  const kinds = ['approval', 'question', 'task', 'mention'] as const
  const count = (kind: Notification['kind']) => Number(found[kind][0]?.total ?? 0)
  return {
    counts: {
      mention: count('mention'),
      task: count('task'),
      approval: count('approval'),
      question: count('question'),
    },
    items: kinds.flatMap((kind) => found[kind].map((row) => waitingOf(kind, row))),
  }
}

/** Says that this person has seen what mentions them: on one record, or everywhere. */
export async function markSeen(
  db: Kysely<any>,
  { actor, at, object, record }: { actor: Asked; at: Date; object?: string; record?: number },
): Promise<void> {
  const where =
    object === undefined
      ? sql`true`
      : sql`exists (select from note where note.id = note_mention.note
    and note.object = ${object}::text and note.record = ${String(record)}::text::bigint)`
  await sql`update note_mention set seen_at = ${at.toISOString()}::text::timestamptz
    where user_id = ${actor.userId}::bigint and seen_at is null and ${where}`.execute(db)
}
