import { sql } from 'kysely'
import { addDays, type Day, latestDay } from '#engine/values/calendar.ts'
import { type PeriodPreset, presetPeriod } from '#engine/values/periodPresets.ts'
import { lastDueDay, type Repetition } from '#engine/values/repetition.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { momentOf } from '#engine/jobs/server/schedule.ts'
import { momentSql } from './downloads.ts'
import { filesMadeFrom } from './limits.ts'
import { type Clocked, todayOf, zoneOf } from '#engine/records/server/change.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'

/** The last day whose files are due by now, by somebody's clock: the day itself from {@link filesMadeFrom} on. */
function lastDayBegun(context: AppContext, whose: Clocked): Day {
  const today = todayOf(context, whose)
  return momentOf({ day: today, time: filesMadeFrom, zone: zoneOf(context, whose) }) <= context.now()
    ? today
    : addDays(today, -1)
}

/** The last day, up to now, on which something so repeated was due. */
export function lastDayWithFiles(context: AppContext, repetition: Repetition, whose: Clocked): Day {
  return lastDueDay(repetition, lastDayBegun(context, whose))
}

interface Schedule extends Repetition, Clocked {
  readonly id: number
  readonly period: PeriodPreset
  readonly plannedDay: Day
}

/**
 * Asks for the file of each schedule's last due day, where it was not asked for yet. A day that was missed while no
 * server ran is made up for, the last one alone. Its period is looked up from
 * the day it was due, whenever it is made. Any number of servers may do so at once: a file for a day exists once.
 * @returns how many files were asked for.
 */
export async function planSchedules(context: AppContext): Promise<number> {
  const zones = await allZones(context.database.db, context)
  const latest = zones.map((timeZone) => lastDayBegun(context, { timeZone })).reduce(latestDay)
  const { rows } =
    await sql<Schedule>`select schedule.id, repeats, weekday, month_day as "monthDay", period, planned_day as "plannedDay",
        company.time_zone as "timeZone"
      from report_schedule schedule join "user" on "user".id = schedule.user_id
        left join company on company.id = "user".company
      where not is_paused and planned_day < ${latest}::text::date order by schedule.id`.execute(context.database.db)
  let planned = 0
  for (const schedule of rows) {
    const day = lastDayWithFiles(context, schedule, schedule)
    if (day > schedule.plannedDay && (await planOne(context, schedule, day))) planned += 1
  }
  return planned
}

async function planOne(context: AppContext, schedule: Schedule, day: Day): Promise<boolean> {
  const { from, to } = presetPeriod(schedule.period, day)
  const now = momentSql(context.now())
  return inTransaction(context.database.db, async (db) => {
    const { rows } = await sql`with planned as (
        update report_schedule set planned_day = ${day}::text::date
          where id = ${schedule.id} and planned_day < ${day}::text::date and not is_paused returning *)
      insert into download (user_id, schedule, due_day, report, name, query, from_day, to_day, format, language, due_at,
        created_at)
      select planned.user_id, planned.id, ${day}::text::date, saved_view.report, saved_view.name, saved_view.query,
        ${from}::text::date, ${to}::text::date, planned.format, planned.language, ${now}, ${now}
      from planned join saved_view on saved_view.id = planned.view on conflict (schedule, due_day) do nothing
        returning id`.execute(db)
    return rows.length > 0
  })
}
