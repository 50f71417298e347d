import { type Kysely, sql } from 'kysely'
import { scheduleChange, scheduleRequest } from '#resources/reportFiles.ts'
import type { ShownSchedule } from '../../answers/downloads.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { FieldMap } from '#engine/declaration/fields/index.ts'
import type { Day } from '#engine/values/calendar.ts'
import { type PeriodPreset, presetPeriod } from '#engine/values/periodPresets.ts'
import { nextDueDay, type Repetition } from '#engine/values/repetition.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { momentOf } from '#engine/jobs/server/schedule.ts'
import { filesMadeFrom, schedulesMax } from './limits.ts'
import type { Owner } from './owner.ts'
import { lastDayWithFiles } from './planSchedules.ts'
import { questionOf } from './reportRequest.ts'
import { type Clocked, todayOf, zoneOf } from '#engine/records/server/change.ts'

/** One schedule of one user: nobody else's is ever found. */
export interface ScheduleName extends Clocked {
  readonly userId: number
  readonly id: number
}

interface ScheduleValues extends Repetition {
  readonly period: PeriodPreset
  readonly format: string
  readonly language: string
}

interface Row extends Omit<ShownSchedule, 'nextAt'> {
  readonly plannedDay: Day
}

const selected = sql`select schedule.id, schedule.view, saved_view.report, saved_view.name, schedule.repeats,
  schedule.weekday, schedule.month_day as "monthDay", schedule.period, schedule.format, schedule.language,
  schedule.is_paused as "isPaused", schedule.planned_day as "plannedDay" from report_schedule schedule
    join saved_view on saved_view.id = schedule.view`

function shown({ plannedDay, ...row }: Row, context: AppContext, whose: Clocked): ShownSchedule {
  const nextAt = row.isPaused
    ? null
    : momentOf({ day: nextDueDay(row, plannedDay), time: filesMadeFrom, zone: zoneOf(context, whose) }).toISOString()
  return { ...row, nextAt }
}

/** One's own schedules, by report and name. */
export async function listSchedules(context: AppContext, owner: Owner): Promise<ShownSchedule[]> {
  const { rows } =
    await sql<Row>`${selected} where schedule.user_id = ${owner.userId} order by saved_view.report, saved_view.name,
      schedule.id`.execute(context.database.db)
  return rows.map((row) => shown(row, context, owner))
}

async function requireSchedule(
  context: AppContext,
  db: Kysely<AnyTables>,
  { userId, id, timeZone }: ScheduleName,
): Promise<ShownSchedule> {
  const {
    rows: [row],
  } = await sql<Row>`${selected} where schedule.id = ${id} and schedule.user_id = ${userId}`.execute(db)
  if (!row) throw new ApiError('not_found')
  return shown(row, context, { timeZone })
}

/** Reads what somebody gave; a day is needed for what is weekly or monthly, and has no place otherwise. */
function readValues(fields: FieldMap, input: unknown): ScheduleValues & { readonly view?: number } {
  const read = validateInput({ fields, input })
  if (!read.ok) throw validationError(read.problems)
  const values = read.values as unknown as ScheduleValues
  const days = { weekday: values.repeats === 'weekly', monthDay: values.repeats === 'monthly' } as const
  const problems = Object.entries(days).flatMap(([field, isNeeded]): Problem[] => {
    const isGiven = values[field as keyof typeof days] !== null
    return isGiven === isNeeded ? [] : [{ field, code: isNeeded ? 'required' : 'not_applicable' }]
  })
  if (problems.length > 0) throw validationError(problems)
  return values
}

/** What is planned from now on begins with the next day it is due. */
function beginning(context: AppContext, values: Repetition, whose: Clocked): Day {
  return lastDayWithFiles(context, values, whose)
}

/**
 * Has files made of a saved view from its next day on.
 * @throws ApiError of the input, `not_found` where the view is not one's own, what the report API would answer,
 * `too_many_schedules`
 */
export async function addSchedule(context: AppContext, owner: Owner, body: unknown): Promise<ShownSchedule> {
  const values = readValues(scheduleRequest, body)
  const {
    rows: [view],
  } = await sql<{
    id: number
    report: string
    query: string
  }>`select id, report, query from saved_view where id = ${values.view!} and report is not null
    and user_id = ${owner.userId}`.execute(context.database.db)
  if (!view) throw new ApiError('not_found')
  await questionOf(context, owner, { ...view, period: presetPeriod(values.period, todayOf(context, owner)) })
  return inTransaction(context.database.db, async (db) => {
    // Under a lock of the user, so that two requests at once do not both fit.
    await sql`select from "user" where id = ${owner.userId} for no key update`.execute(db)
    const {
      rows: [row],
    } = await sql<{
      id: number
    }>`insert into report_schedule (user_id, view, repeats, weekday, month_day, period, format, language, planned_day,
      created_at)
      select ${owner.userId}::bigint, id, ${values.repeats}::text, ${values.weekday}::text, ${values.monthDay}::integer,
        ${values.period}::text, ${values.format}::text, ${values.language}::text,
        ${beginning(context, values, owner)}::text::date, ${context.now().toISOString()}::text::timestamptz
      from saved_view where id = ${view.id} and (select count(*) from report_schedule
        where user_id = ${owner.userId}) < ${sql.lit(schedulesMax)} returning id`.execute(db)
    if (!row) throw new ApiError('too_many_schedules', { values: { max: schedulesMax } })
    return requireSchedule(context, db, { userId: owner.userId, id: row.id, timeZone: owner.timeZone })
  })
}

/** Changes a schedule from its next day on. @throws ApiError of the input, `not_found` */
export async function changeSchedule(context: AppContext, name: ScheduleName, body: unknown): Promise<ShownSchedule> {
  const values = readValues(scheduleChange, body)
  const { db } = context.database
  await sql`update report_schedule set repeats = ${values.repeats}::text, weekday = ${values.weekday}::text,
    month_day = ${values.monthDay}::integer, period = ${values.period}::text, format = ${values.format}::text,
    language = ${values.language}::text, planned_day = greatest(planned_day, ${beginning(context, values, name)}::text::date)
      where id = ${name.id} and user_id = ${name.userId}`.execute(db)
  return requireSchedule(context, db, name)
}

/**
 * Pauses a schedule, or lets it go on with its next day: what was due meanwhile is not made up for.
 * @throws ApiError `not_found`
 */
export async function pauseSchedule(
  context: AppContext,
  name: ScheduleName,
  isPaused: boolean,
): Promise<ShownSchedule> {
  const { db } = context.database
  const before = await requireSchedule(context, db, name)
  if (before.isPaused !== isPaused) {
    await sql`update report_schedule set is_paused = ${isPaused}::boolean, planned_day = greatest(planned_day,
      ${beginning(context, before, name)}::text::date) where id = ${name.id} and user_id = ${name.userId}`.execute(db)
  }
  return requireSchedule(context, db, name)
}

/** Ends a schedule; the files it made stay. @throws ApiError `not_found` */
export async function removeSchedule({ database }: AppContext, { userId, id }: ScheduleName): Promise<void> {
  const { rows } = await sql`delete from report_schedule where id = ${id} and user_id = ${userId} returning id`.execute(
    database.db,
  )
  if (rows.length === 0) throw new ApiError('not_found')
}
