import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { keptFields, redactedValue } from '#engine/declaration/derive/personal.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import { boolean } from '#engine/declaration/fields/index.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { momentBefore } from '#engine/values/retentionPeriod.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { redactRecord } from './redactRecord.ts'

/** Records looked for at a time. */
const batchSize = 500
/** For how long it is known who read personal data. */
const readsKept = 'P2Y'
const actor = systemActor('retention')

/** What of a resource is kept too long. */
export interface OverdueFields {
  readonly resource: AnyResource
  readonly fields: readonly string[]
  readonly keep: string
}

/** What the declarations say is kept for a time. */
export function keptForATime(
  all: readonly AnyResource[] = Object.values(resources) as unknown as AnyResource[],
): OverdueFields[] {
  return all.flatMap((resource) => [...keptFields(resource)].map(([keep, fields]) => ({ resource, fields, keep })))
}

/** Something stands in one of the fields that is not what stands there after a redaction. */
function isFilled({ resource, fields }: OverdueFields): RawBuilder<boolean> {
  const filled = fields.map((name) => {
    const column = sql.ref(`t.${columnName(name)}`)
    if (name === resource.title) return sql`${column} is distinct from '#' || t.id`
    const empty = redactedValue(resource, name, '')
    if (empty === null) return sql`${column} is not null`
    return sql`to_jsonb(${column}) is distinct from ${JSON.stringify(empty)}::text::jsonb`
  })
  return sql<boolean>`(${sql.join(filled, sql` or `)})`
}

/** Nothing that refers to the record changed since then: it was last used before. */
function isUnused(resource: AnyResource, before: RawBuilder<unknown>): RawBuilder<boolean> {
  const others = (Object.values(resources) as unknown as AnyResource[]).flatMap((other) =>
    Object.entries(other.fields).flatMap(([name, field]) => {
      if (field.target !== resource.name || field.heldBy !== undefined) return []
      const column = sql.ref(`o.${columnName(name)}`)
      const refers = field.kind === 'references' ? sql`${column} @> array[t.id]` : sql`${column} = t.id`
      return [
        sql`not exists (select from ${sql.table(tableName(other.name))} o
          where ${refers} and o.updated_at >= ${before})`,
      ]
    }),
  )
  return sql<boolean>`(${sql.join([sql`t.updated_at < ${before}`, ...others], sql` and `)})`
}

/** The records of which something is kept too long, by id, after one of them. */
async function overdueIds(
  { database, now }: Pick<AppContext, 'database' | 'now'>,
  { due, after, limit }: { due: OverdueFields; after: string; limit: number },
): Promise<string[]> {
  const { resource, keep } = due
  const before = sql`${momentBefore(now(), keep).toISOString()}::text::timestamptz`
  const { rows } = await sql<{ id: string }>`select t.id::text as id from ${sql.table(tableName(resource.name))} t
    where t.id > ${after}::text::bigint and ${isFilled(due)} and ${isUnused(resource, before)}
    order by t.id limit ${limit}::integer`.execute(database.db)
  return rows.map(({ id }) => id)
}

/** Goes through what is overdue, some at a time. */
async function* overdue(context: AppContext, due: OverdueFields): AsyncGenerator<string> {
  for (let after = '0'; ;) {
    const ids = await overdueIds(context, { due, after, limit: batchSize })
    yield* ids
    if (ids.length < batchSize) return
    after = ids.at(-1)!
  }
}

async function collected(ids: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = []
  for await (const id of ids) all.push(id)
  return all
}

/** What the next run would redact; changes nothing. */
export async function planRetention(context: AppContext): Promise<(OverdueFields & { readonly ids: string[] })[]> {
  return Promise.all(keptForATime().map(async (due) => ({ ...due, ids: await collected(overdue(context, due)) })))
}

/** @returns whether it was redacted; who is still in use is left for another day */
async function redactOne(context: AppContext, due: OverdueFields, id: string): Promise<boolean> {
  const reason = `kept for ${due.keep} after the last use`
  const { resource, fields } = due
  try {
    await inTransaction(context.database.db, (transaction) =>
      redactRecord({ context, actor, resource, origin: '', transaction, id, fields, reason }),
    )
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return false
  }
}

function readInput(body: unknown): object {
  const validated = validateInput({ fields: { dryRun: boolean() }, input: body ?? {} })
  if (!validated.ok) throw validationError(validated.problems)
  return validated.values
}

/** Redacts what is kept longer than its declaration says (`keep`); `{dryRun: true}` says how much that would be. */
export const retention: JobTask = {
  readInput,
  async run({ context, signal, input, progress }) {
    const plan = await planRetention(context)
    const total = plan.reduce((sum, { ids }) => sum + ids.length, 0)
    if ((input as { dryRun?: boolean }).dryRun) return [{ code: 'wouldRedact', values: { count: total } }]
    let [redacted, left] = [0, 0]
    for (const due of plan) {
      for (const id of due.ids) {
        signal.throwIfAborted()
        if (await redactOne(context, due, id)) redacted += 1
        else left += 1
        progress({ done: redacted + left, total })
      }
    }
    const before = momentBefore(context.now(), readsKept).toISOString()
    const { numAffectedRows } = await sql`delete from personal_read where at < ${before}::text::timestamptz`.execute(
      context.database.db,
    )
    return [{ code: 'retained', values: { redacted, left, reads: Number(numAffectedRows ?? 0) } }]
  },
}
