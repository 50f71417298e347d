import { sql } from 'kysely'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { type PeriodPreset, presetPeriod } from '#engine/values/periodPresets.ts'
import { lastDueDay, type Repetition } from '#engine/values/repetition.ts'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { momentOf } from '#engine/jobs/server/schedule.ts'
import { momentSql } from './downloads.ts'
import { filesMadeFrom } from './limits.ts'
import { todayOf } from './reportRequest.ts'

/** The last day whose files are due by now: the day itself from {@link filesMadeFrom} on. */
function lastDayBegun(context: AppContext): Day {
  const today = todayOf(context)
  return momentOf({ day: today, time: filesMadeFrom, zone: context.environment.businessTimeZone }) <= context.now()
    ? today
    : addDays(today, -1)
}

/** The last day, up to now, on which something so repeated was due. */
export function lastDayWithFiles(context: AppContext, repetition: Repetition): Day {
  return lastDueDay(repetition, lastDayBegun(context))
}

interface Schedule extends Repetition {
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
  const { rows } =
    await sql<Schedule>`select id, repeats, weekday, month_day as "monthDay", period, planned_day as "plannedDay"
      from report_schedule where not is_paused and planned_day < ${lastDayBegun(context)}::text::date
      order by id`.execute(context.database.db)
  let planned = 0
  for (const schedule of rows) {
    const day = lastDayWithFiles(context, schedule)
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
