import { type Kysely, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type TrashItem, trashDays } from '../../answers/trash.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { accountTables, signInTables, storeAuthor } from '#engine/auth/server/authorship.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { lockRecord } from '../write/storedRecord.ts'

import type { StepUpCredentials, WriteRequest, WriteStep } from '../write/writeRequest.ts'
import { inWrite, requireChecks } from '../writePipeline.ts'
import { type LogOrigin, logActivity } from '#engine/activityLog/server/activityLog.ts'
import { seesAll } from '../visibility/scope.ts'
import { selectRecord } from '../operations/read.ts'
import type { TrashedRow } from './moveToTrash.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources
const dayMs = 86_400_000
const shownMax = 200

/** What this person may bring back: root everything, others what they removed themselves and may remove still. */
const isOwn = (actor: Actor) => (seesAll(actor) ? sql`true` : sql`trash.removed_by = ${actor.userId}::bigint`)
const isKept = ({ now }: Pick<AppContext, 'now'>) =>
  sql`trash.removed_at > ${timestamp(new Date(now().getTime() - trashDays * dayMs))}`

function mayBringBack(actor: Actor, object: string): boolean {
  const resource = resources[object]
  return resource !== undefined && can({ actor, resource, operation: 'remove' })
}

/** What was removed and can be brought back by this person, the newest first. */
export async function listTrash(context: AppContext, actor: Actor): Promise<TrashItem[]> {
  const { rows } = await sql<{
    id: number
    object: string
    record: number
    name: string | null
    removed_at: Date
    removed_by_name: string | null
  }>`select id, object, record, name, removed_at, removed_by_name from trash
    where ${isKept(context)} and ${isOwn(actor)} order by id desc limit ${sql.lit(shownMax)}`.execute(
    context.database.db,
  )
  return rows
    .filter(({ object }) => mayBringBack(actor, object))
    .map(({ removed_at: at, removed_by_name: removedBy, ...item }) => ({
      ...item,
      removedAt: at.toISOString(),
      removedBy,
      goneAt: new Date(at.getTime() + trashDays * dayMs).toISOString(),
    }))
}

/** Puts a row back where it stood: the columns it had that the table still has. */
async function putBack(db: Kysely<any>, { table, row }: TrashedRow): Promise<void> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  const columns = sql.join(rows.filter(({ name }) => Object.hasOwn(row, name)).map(({ name }) => sql.id(name)))
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::text::jsonb)`.execute(
    db,
  )
}

/** Puts rows back, each once those are there that it refers to. */
async function putAllBack(db: Kysely<any>, rows: readonly TrashedRow[]): Promise<void> {
  const waiting: TrashedRow[] = []
  let refused: unknown
  for (const row of rows) {
    await sql`savepoint row_put_back`.execute(db)
    try {
      await putBack(db, row)
      await sql`release savepoint row_put_back`.execute(db)
    } catch (error) {
      if ((error as { code?: string }).code !== '23503') throw error
      await sql`rollback to savepoint row_put_back`.execute(db)
      refused = error
      waiting.push(row)
    }
  }
  if (waiting.length === rows.length && rows.length > 0) throw refused
  if (waiting.length > 0) await putAllBack(db, waiting)
}

/** What the database says where something took its place, or what it named is gone. */
function refusalOf(error: unknown): ApiError | null {
  const { code } = error as { code?: string }
  if (code === '23505') return new ApiError('trash_place_taken')
  return code === '23503' ? new ApiError('trash_reference_gone') : null
}

/** References of a record that name nothing any more; the database holds new tables' references alone. */
async function requireReferences(db: Kysely<any>, resource: AnyResource, row: Readonly<Record<string, unknown>>) {
  for (const [name, field] of Object.entries(resource.fields)) {
    const target = resources[field.target ?? '']
    const ids = [row[columnName(name)] ?? []].flat()
    if (!target || ids.length === 0) continue
    const there = await sql`select from ${sql.table(tableName(target.name))} where id in (${sql.join(
      ids.map((id) => sql`${String(id)}::text::bigint`),
    )})`.execute(db)
    if (there.rows.length < new Set(ids).size) throw new ApiError('trash_reference_gone')
  }
}

/** People who sign in come back suspended: what they could do is given to them anew, or not. */
const asSuspended = ({ table, row }: TrashedRow): TrashedRow =>
  signInTables.includes(table)
    ? { table, row: { ...row, suspended: true, version: Number(row['version']) + 1 } }
    : { table, row }

/** Stores that whoever restores accounts had them in hand. */
async function storeRestorer({ transaction, actor, context }: WriteRequest, rows: readonly TrashedRow[]) {
  const at = context.now()
  for (const { table, row } of rows) {
    const object = accountTables[table]
    if (object === undefined) continue
    const name = (row['email'] ?? row['label']) as string | undefined
    const authored = { object, id: Number(row['id']), what: 'restored', author: actor, at }
    await storeAuthor(transaction, { ...authored, name: name ?? null })
  }
}

/** Restores an item the way of every write: scope, checks, guards, the rows, the log. @returns the record's id */
async function restoreInWrite(write: WriteRequest, item: TrashItemRow): Promise<string> {
  const { transaction, actor, context, resource, http } = write
  const id = String(item.record)
  const rows = item.rows.map(asSuspended)
  await requireReferences(transaction, resource, rows[0]!.row)
  await putAllBack(transaction, rows).catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
  const after = await lockRecord(write, { id, version: undefined })
  const step: WriteStep = {
    ...write,
    operation: 'restore',
    id,
    before: null,
    after,
    changed: givenFields(resource, after),
  }
  await requireChecks(step)
  await sql`delete from trash where id = ${String(item.id)}::text::bigint`.execute(transaction)
  await storeRestorer(write, rows)
  const isSuspended = signInTables.includes(tableName(resource.name))
  await logActivity(transaction, {
    actor,
    request: http,
    operation: 'restore',
    object: item.object,
    objectId: id,
    changes: isSuspended ? [{ field: 'suspended', before: null, after: true }] : [],
    at: context.now(),
  })
  return id
}

/** The fields of a record that say something. */
const givenFields = ({ fields }: AnyResource, record: AnyRecord) =>
  Object.keys(fields).filter((name) => record[name] !== null && record[name] !== undefined)

interface TrashItemRow {
  readonly id: number
  readonly object: string
  readonly record: number
  readonly rows: readonly TrashedRow[]
}

/**
 * Brings back what was removed, as it was: the same id, version, moments, history and notes, under the same names; only
 * people who sign in are suspended. Nobody brings back rights beyond their own.
 * @returns the record as this person reads it, as JSON text
 * @throws ApiError `not_found`, `trash_place_taken`, `trash_reference_gone`; what the checks and guards of the record say
 */
export async function restoreRemoved(
  context: AppContext,
  {
    actor,
    id,
    origin,
    http,
    proof,
  }: { actor: Actor; id: number; origin: string; http: LogOrigin; proof?: StepUpCredentials },
): Promise<string> {
  const found = await firstRow(
    context.database.db,
    sql<{ object: string }>`select object from trash
      where id = ${String(id)}::text::bigint and ${isKept(context)} and ${isOwn(actor)}`,
  )
  if (!found || !mayBringBack(actor, found.object)) throw new ApiError('not_found')
  const resource = resources[found.object]!
  const request = { context, actor, resource, origin, http, ...(proof ? { proof } : {}) }
  return inWrite(request, async (write) => {
    const item = await firstRow(
      write.transaction,
      sql<TrashItemRow>`select id, object, record, rows from trash where id = ${String(id)}::text::bigint for update`,
    )
    if (!item) throw new ApiError('not_found')
    const restored = await restoreInWrite(write, item)
    const record = await selectRecord(request, restored, write.transaction)
    if (record === null) throw new ApiError('not_found')
    return record
  })
}
