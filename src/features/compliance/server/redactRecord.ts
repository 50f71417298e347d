import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { selfActorKind } from '#engine/declaration/actor.ts'
import { personalFields, redactedValue, toldOf } from '#engine/declaration/derive/personal.ts'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { runChecks } from '#app/server/effects.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { LoggedChange } from '#engine/activityLog/server/lines/lineProof.ts'
import { redactLine } from '#engine/activityLog/server/redaction/redactLine.ts'
import { redactedWord, redactOperation } from '#engine/activityLog/server/redaction/redactionLookup.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { RecordRequest } from '#engine/records/server/recordRequest.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import { storedValues } from '#engine/records/server/write/storedValues.ts'
import { redactBeside } from './redactRelated.ts'
import { redactRemoved, redactTrash } from './redactTrash.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { todayOf } from '#engine/records/server/change.ts'

/** What is to be taken out of a record, and why. */
export interface RecordRedaction extends RecordRequest {
  readonly transaction: Kysely<any>
  readonly http?: LogOrigin | undefined
  readonly id: string
  /** All personal fields where nothing is said. */
  readonly fields?: readonly string[]
  readonly reason: string
  /** Of a record that is redacted with that of its person: the name under which they wrote. */
  readonly personName?: string
}

/** What was taken out. */
export interface RedactedRecord {
  /** The fields of the record that hold nothing of the person any more. */
  readonly fields: readonly string[]
  /** Lines of the activity log of which values were taken out. */
  readonly lines: number
}

interface ToldLine {
  readonly id: string
  /** Done by the person themselves, under a name, from an address. */
  readonly isOwn: boolean
  /** Says what was done to the record. */
  readonly isAbout: boolean
  readonly actor: string | null
  readonly address: string | null
  readonly changes: readonly (LoggedChange & { readonly redacted?: boolean })[]
}

/** The fields of a line that tell what is taken out of the record, and are not redacted yet. */
function toldIn({ changes, isOwn, isAbout, actor, address }: ToldLine, fields: readonly string[]): string[] {
  const isValue = (value: unknown) => value !== null && value !== redactedWord
  const told = changes
    .filter(({ field, redacted }) => isAbout && fields.includes(field) && redacted !== true)
    .filter(({ before, after }) => isValue(before) || isValue(after))
  const own = isOwn ? [...(actor === null ? [] : ['actor']), ...(address === null ? [] : ['address'])] : []
  return [...new Set([...told.map(({ field }) => `changes.${field}`), ...own])]
}

/** Takes the values out of what the activity log says of the record; a line that has no proof yet waits for one. */
async function redactLines(redaction: RecordRedaction, fields: readonly string[], name: string): Promise<number> {
  const { transaction, resource, actor, http, id, reason, context } = redaction
  const isAbout = sql`(object = ${resource.name}::text and object_id = ${id}::text)`
  // Who is no user wrote under the name of their record, after which it may say by which key or person.
  const isOwn =
    resources.activityLog.fields.user.target === (resource.name as string)
      ? sql`coalesce("user" = ${id}::text::bigint, false)`
      : sql`(${isAbout} and "user" is null and (actor = ${name}::text
          or starts_with(actor, ${name}::text || ' (')))`
  const { rows } = await sql<ToldLine>`select id::text as id, ${isOwn} as "isOwn", ${isAbout} as "isAbout", actor,
      address, changes
    from activity_log where (${isAbout} or ${isOwn}) and (sys_seed is not null or sys_redacted is not null)
    order by id`.execute(transaction)
  const lines = rows
    .map((line) => ({ id: line.id, names: toldIn(line, fields) }))
    .filter(({ names }) => names.length > 0)
  for (const { id: line, names } of lines) {
    const wanted = { actor, request: http, at: context.now(), id: line, fields: names, reason }
    await redactLine(transaction, wanted)
  }
  return lines.length
}

/**
 * Takes what was written about the person, with its files, and the name under which they wrote themselves; that there
 * was a note, and when, stays.
 */
async function redactNotes({ transaction, resource, id }: RecordRedaction, name: string): Promise<void> {
  const own = resource.name === selfActorKind ? sql`note.shared_with = ${id}::text::bigint` : sql`false`
  const isAbout = sql`((note.object = ${resource.name}::text and note.record = ${id}::text::bigint) or ${own})`
  await sql`delete from note_file using note where note.id = note_file.note and ${isAbout}`.execute(transaction)
  await sql`update note set text = ${redactedWord}::text where ${isAbout}`.execute(transaction)
  await sql`update note set author_name = '#' || ${id}::text where asked and ${own}`.execute(transaction)
  if (resources.activityLog.fields.user.target !== (resource.name as string)) return
  await redactTrash(transaction, { id, name })
  const number = sql`'#' || ${id}::text`
  await sql`update note set text = replace(text, '@' || ${name}::text, '@' || ${number}) from note_mention mention
    where mention.note = note.id and mention.user_id = ${id}::text::bigint`.execute(transaction)
  await sql`update note set author_name = case when author = ${id}::text::bigint then ${number} else author_name end,
      task_for_name = case when task_for = ${id}::text::bigint then ${number} else task_for_name end
    where author = ${id}::text::bigint or task_for = ${id}::text::bigint`.execute(transaction)
  await sql`update note_mention set name = ${number} where user_id = ${id}::text::bigint`.execute(transaction)
}

/** The records that named a person's by a field, those that were removed as well, as far as the log tells. */
async function everNamed(
  transaction: Kysely<any>,
  { resource, field, id }: { resource: AnyResource; field: string; id: string },
): Promise<{ readonly id: string; readonly isThere: boolean }[]> {
  const named = (when: 'before' | 'after') => sql`${JSON.stringify([{ field, [when]: Number(id) }])}::text::jsonb`
  const { rows } = await sql<{
    id: string
    isThere: boolean
  }>`select found.id::text as id, bool_or(is_there) as "isThere"
    from (select id, true as is_there from ${sql.table(tableName(resource.name))}
        where ${sql.id(columnName(field))} = ${id}::text::bigint
      union all select object_id::bigint, false from activity_log where object = ${resource.name}::text
        and (changes @> ${named('after')} or changes @> ${named('before')})) found
    group by found.id order by found.id`.execute(transaction)
  return rows
}

/** Takes out what other records tell of the person, by their declarations, those that were removed as well. */
async function redactTogether(redaction: RecordRedaction, personName: string): Promise<number> {
  const { resource: person, transaction } = redaction
  let lines = 0
  for (const { resource, field } of toldOf(person, Object.values(resources) as unknown as AnyResource[])) {
    for (const { id, isThere } of await everNamed(transaction, { resource, field, id: redaction.id })) {
      const { fields: _, ...asked } = { ...redaction, resource, id, personName }
      if (isThere) lines += (await redactRecord(asked)).lines
      else {
        await redactBeside(transaction, { object: resource.name, id, name: personName })
        lines += await redactLines(asked, personalFields(resource), personName)
      }
    }
    await redactRemoved(transaction, { resource, field, id: redaction.id, personName })
  }
  return lines
}

/**
 * Takes what tells of the person out of a record and out of what the log says of it, in the caller's transaction, with a
 * line that says who did it and why, never what. Amounts, days, references and proofs stay; where people know the record
 * by a name, its number stands for it.
 * @throws ApiError 404 where there is no such record, or the problem where it is still in use
 */
export async function redactRecord(redaction: RecordRedaction): Promise<RedactedRecord> {
  const { context, actor, resource, transaction, id, reason, http } = redaction
  const today = todayOf(context, actor)
  const before = await lockRecord({ ...redaction, today }, { id, version: undefined })
  const fields = redaction.fields ?? personalFields(resource)
  if (fields.length === 0) throw new ApiError('not_found')
  const values: AnyRecord = Object.fromEntries(fields.map((name) => [name, redactedValue(resource, name, id)]))
  const changed = fields.filter((name) => !sameValue(values[name], before[name]))
  const after = { ...before, ...values }
  const step: WriteStep = { ...redaction, today, operation: 'redact', id, before, after, changed }
  const problems = await runChecks(step)
  if (problems.length > 0) throw validationError(problems)
  if (changed.length > 0) {
    const given = Object.fromEntries(changed.map((name) => [name, values[name]]))
    const stored = storedValues({ resource, values: given }).map(({ column, value }) => sql`${column} = ${value}`)
    const at = sql`${context.now().toISOString()}::text::timestamptz`
    // What was known before says it no more either (docs/decisions/0012-explanations-and-as-of-reads.md).
    await sql`select set_config('office.redacts', 'true', true)`.execute(transaction)
    await sql`update ${sql.table(tableName(resource.name))} set ${sql.join(stored)}, version = version + 1,
      updated_at = ${at} where id = ${id}::text::bigint`.execute(transaction)
    await sql`select set_config('office.redacts', '', true)`.execute(transaction)
    const taken = changed.map((field) => ({ field, before: null, after: redactedWord }))
    await logActivity(transaction, {
      actor,
      request: http,
      operation: redactOperation,
      object: resource.name,
      objectId: id,
      changes: [...taken, { field: 'reason', before: null, after: reason }],
      at: context.now(),
    })
  }
  const name = redaction.personName ?? String(before[resource.title])
  const isWhole = fields.length === personalFields(resource).length
  if (isWhole) {
    await redactNotes(redaction, name)
    await redactBeside(transaction, { object: resource.name, id, name })
  }
  const lines = await redactLines(redaction, fields, name)
  return { fields: changed, lines: lines + (isWhole ? await redactTogether(redaction, name) : 0) }
}
