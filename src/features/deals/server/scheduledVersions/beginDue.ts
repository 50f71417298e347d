import { type Kysely, sql } from 'kysely'
import { resources as allResources } from '#resources/index.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { historyTableName, tableName } from '#engine/declaration/derive/names.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { type Day, latestDay } from '#engine/values/calendar.ts'
import { comingBack } from '#engine/values/schedules.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import type { WriteRequest } from '#engine/records/server/write/writeRequest.ts'
import { applyChange, inWrite } from '#engine/records/server/writePipeline.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { readConcerned } from '#features/commission/server/corrections/affectedPayees.ts'
import { scheduledColumns, type ScheduledRow } from './readScheduled.ts'
import { type Clocked, todayOf } from '#engine/records/server/change.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'

const actor = systemActor('schedule')
const resources: Readonly<Record<string, AnyResource>> = allResources

interface Due {
  readonly id: number
  readonly object: string
}

/** What is due, the earliest first; of one day what ends goes before what begins. */
async function readDue(db: Kysely<any>, today: Day): Promise<Due[]> {
  const { rows } = await sql<Due>`select id, object from (
      select id, object, valid_from as day, 1 as place from scheduled_version
        where state = 'waiting' and valid_from <= ${today}::text::date
      union all select id, object, valid_until, 0 from scheduled_version
        where state in ('waiting', 'begun') and valid_until <= ${today}::text::date
    ) due order by day, place, id`.execute(db)
  return rows
}

/** The day from which it holds: its own, unless somebody changed the record since, or it was refused on its own. */
async function dayOf(write: WriteRequest, row: ScheduledRow, day: Day): Promise<Day> {
  if (row.problem !== null) return write.today
  const history = sql.table(historyTableName(row.object))
  const last = sql<{ day: Day | null }>`select case when isfinite(valid_from) then valid_from::text end as day
    from ${history} where record = ${row.record}::text::bigint and valid_to is null`
  return latestDay(day, (await firstRow(write.transaction, last))?.day ?? day)
}

/** Days before today that it holds for: whatever was closed of them is due again. */
async function markDays(write: WriteRequest, row: ScheduledRow, from: Day): Promise<void> {
  const { transaction: db, today } = write
  if (from >= today) return
  const { affiliates, partners } = await readConcerned(db, { object: row.object, id: row.record })
  await sql`insert into dirty_day (affiliate, day) select affiliate, day from movement_wide
    where affiliate = any(${idArray(affiliates)}) and day >= ${from}::text::date group by affiliate, day order by 1, 2
    on conflict (affiliate, day) do update set changes = dirty_day.changes + 1, changed_at = now()`.execute(db)
  if (partners)
    await sql`insert into partner_dirty_day (day, bucket) select day, 0 from closed_day
      where day >= ${from}::text::date on conflict (day, bucket)
      do update set changes = partner_dirty_day.changes + 1`.execute(db)
}

async function begin(write: WriteRequest, row: ScheduledRow): Promise<void> {
  const before = await lockRecord(write, { id: row.record, version: undefined })
  const replaced = Object.fromEntries(Object.keys(row.values).map((name) => [name, before[name] ?? null]))
  const from = await dayOf(write, row, row.validFrom)
  await applyChange({ ...write, holdsFrom: from }, { id: row.record, before, values: row.values, operation: 'begin' })
  await markDays(write, row, from)
  await sql`update scheduled_version set state = 'begun', replaced = ${JSON.stringify(replaced)}::text::jsonb,
    problem = null where id = ${String(row.id)}::text::bigint`.execute(write.transaction)
}

async function end(write: WriteRequest, row: ScheduledRow): Promise<void> {
  const before = await lockRecord(write, { id: row.record, version: undefined })
  const from = await dayOf(write, row, row.validUntil!)
  const values = comingBack(row, before) as AnyRecord
  await applyChange({ ...write, holdsFrom: from }, { id: row.record, before, values, operation: 'end' })
  await markDays(write, row, from)
  await sql`update scheduled_version set state = 'ended', problem = null
    where id = ${String(row.id)}::text::bigint`.execute(write.transaction)
}

/** The clock of the company whose rule it is. */
async function clockOfRecord(db: Kysely<any>, { object, record }: ScheduledRow): Promise<Clocked> {
  const found = sql<Clocked>`select company.time_zone as "timeZone" from ${sql.table(tableName(object))} rule
    join company on company.id = rule.company where rule.id = ${record}::text::bigint`
  return (await firstRow(db, found)) ?? {}
}

/** Takes one step of a version; does nothing where another server took it. @returns whether it was taken */
async function step(context: AppContext, { id, object }: Due): Promise<boolean> {
  const write = { context, actor, resource: resources[object]!, origin: '' }
  try {
    return await inWrite(write, async (own) => {
      const locked = sql<ScheduledRow>`select ${scheduledColumns} from scheduled_version
        where id = ${String(id)}::text::bigint for update skip locked`
      const row = await firstRow(own.transaction, locked)
      if (!row) return false
      const clock = await clockOfRecord(own.transaction, row)
      const write = { ...own, clock, today: todayOf(context, clock) }
      if (row.state === 'waiting' && row.validFrom <= write.today) await begin(write, row)
      else if (row.state === 'begun' && row.validUntil !== null && row.validUntil <= write.today) await end(write, row)
      else return false
      return true
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await sql`update scheduled_version set problem = ${error.code}::text
      where id = ${String(id)}::text::bigint and state in ('waiting', 'begun')`.execute(context.database.db)
    return false
  }
}

/**
 * Has every scheduled version whose day has come begin or end: from its own day on, also where that is past. What
 * cannot begin yet (it is worse than what affiliates accepted by now) is tried again, and holds from the day on which it
 * does.
 * @returns how many steps were taken
 */
export async function beginDue(context: AppContext): Promise<number> {
  const { db } = context.database
  const today = (await allZones(db, context)).map((timeZone) => todayOf(context, { timeZone })).reduce(latestDay)
  let taken = 0
  for (const due of await readDue(db, today)) taken += (await step(context, due)) ? 1 : 0
  return taken
}
