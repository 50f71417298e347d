import { type Kysely, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type TrashItem, trashDays } from '../../answers/trash.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { columnName, tableName } from '#engine/declaration/derive/table.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError } from '#engine/server/http/errors.ts'
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

/**
 * Brings back what was removed, as it was: the same id, version, moments, history and notes, under the same names.
 * @returns the record as this person reads it, as JSON text
 * @throws ApiError `not_found`, `trash_place_taken`, `trash_reference_gone`
 */
export async function restoreRemoved(
  context: AppContext,
  { actor, id, origin, http }: { actor: Actor; id: number; origin: string; http: LogOrigin },
): Promise<string> {
  try {
    return await inTransaction(context.database.db, async (db) => {
      const item = await firstRow(
        db,
        sql<{ object: string; record: number; rows: TrashedRow[] }>`select object, record, rows from trash
          where id = ${String(id)}::text::bigint and ${isKept(context)} and ${isOwn(actor)} for update`,
      )
      if (!item || !mayBringBack(actor, item.object)) throw new ApiError('not_found')
      const resource = resources[item.object]!
      await requireReferences(db, resource, item.rows[0]!.row)
      await putAllBack(db, item.rows)
      await sql`delete from trash where id = ${String(id)}::text::bigint`.execute(db)
      const record = await selectRecord({ context, actor, resource, origin }, String(item.record), db as Kysely<any>)
      if (record === null) throw new ApiError('not_found')
      await logActivity(db, {
        actor,
        request: http,
        operation: 'restore',
        object: item.object,
        objectId: item.record,
        changes: [],
        at: context.now(),
      })
      return record
    })
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}
