import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { recordDifference } from '#engine/declaration/derive/difference.ts'
import { tableName } from '#engine/declaration/derive/table.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { beginHistory } from '#engine/records/server/write/history.ts'
import { storedValues } from '#engine/records/server/write/storedValues.ts'

/** Who makes records on behalf of an import, in which transaction, under which batch of the activity log. */
export interface Maker {
  readonly trx: Kysely<AnyTables>
  readonly actor: Actor
  readonly batch: string
  readonly today: Day
}

/**
 * Makes a record that a feed named, with what the feed knows of it: unlike a record that a person makes it may lack
 * required fields, and is then
 * shown as incomplete. History and log are kept as for every record.
 * @returns its id
 */
export async function makeRecord(
  { trx, actor, batch, today }: Maker,
  resource: AnyResource,
  values: AnyRecord,
): Promise<number> {
  const stored = storedValues({ resource, values })
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(tableName(resource.name))} (${sql.join(stored.map(({ column }) => column))})
      values (${sql.join(stored.map(({ value }) => value))})
    returning id`.execute(trx)
  const { id } = rows[0]!
  await beginHistory({ transaction: trx, resource, id: String(id), record: values, today })
  await logActivity(trx, {
    actor,
    operation: 'create',
    object: resource.name,
    objectId: id,
    changes: recordDifference({ resource, before: null, after: values }),
    batch,
  })
  return id
}
