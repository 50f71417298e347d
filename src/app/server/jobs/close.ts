import { type Kysely, sql } from 'kysely'
import { addDays, businessDay, daysBetween, type Day, isDay, latestDay, earliestDay } from '#engine/values/calendar.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { OutcomeCode, CodedMessage } from '#engine/declaration/messageCodes.ts'
import type { AppContext } from '#engine/server/context.ts'
import { rangesByMonth } from '#rules/accountingPeriods.ts'
import { firstMoneyDay } from '#rules/payouts/payments.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { isObject, requireEmptyBody } from '#engine/server/http/bodies.ts'
import { type CloseResult, closeDays } from '#features/commission/server/close/closeDays.ts'
import { beginDue } from '#features/deals/server/scheduledVersions/beginDue.ts'
import { planPeriods } from '#features/commission/server/periods/makePeriods.ts'
import type { JobTask, JobWork } from '#engine/jobs/server/job.ts'
import { todayOf } from '#engine/records/server/change.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'

/** How far back days are closed that were missed while no server ran. */
const missedDaysMax = 30
/** How many stopped entries the outcome names; the rest are counted. */
const namedProblemsMax = 3

/** The first and the last of the days that it is now for somebody. */
async function todays(context: AppContext): Promise<{ from: Day; to: Day }> {
  const zones = await allZones(context.database.db, context)
  const days = zones.map((timeZone) => todayOf(context, { timeZone }))
  return { from: days.reduce(earliestDay), to: days.reduce(latestDay) }
}

async function close(
  { context, signal, progress, log }: JobWork,
  { from, to }: { from: Day; to: Day },
): Promise<CodedMessage<OutcomeCode>[]> {
  const { database, environment, now } = context
  await beginDue(context)
  const result = await closeDays({
    database,
    environment,
    from,
    to,
    now,
    log,
    onProgress(done) {
      // Thrown where it stops the close between two buckets; each is a transaction of its own.
      signal.throwIfAborted()
      progress(done)
    },
  })
  const count = result.affiliateEntries
  const closed: CodedMessage<OutcomeCode> =
    daysBetween({ from, to }) === 0
      ? { code: 'closed', values: { from, count } }
      : { code: 'closedDays', values: { from, to, count } }
  const stopped = result.problems
    .slice(0, namedProblemsMax)
    .map(({ ownerKind, owner, day, message }) => `${ownerKind} ${owner} on ${day}: ${message}`)
  const remarks = [closed, changesRemark(result)]
  if (stopped.length === 0) return remarks
  return [
    ...remarks,
    {
      code: 'stopped',
      values: {
        count: result.problems.length,
        problems: `${stopped.join('; ')}${result.problems.length > namedProblemsMax ? '; …' : ''}`,
      },
    },
  ]
}

/** What a close wrote and what it left. */
export function changesRemark({
  newDays,
  changes,
}: Pick<CloseResult, 'newDays' | 'changes'>): CodedMessage<OutcomeCode> {
  const { unchanged, ...written } = changes
  if (Object.values(written).every((count) => count === 0))
    return { code: 'entriesLeft', values: { newDays, unchanged } }
  return { code: 'entriesWritten', values: { newDays, ...changes } }
}

/** The days somebody asked for: both, in their order, none of them still to come. */
function readDays(
  body: unknown,
  { environment, now }: Pick<AppContext, 'environment' | 'now'>,
): { from: Day; to: Day } | Record<never, never> {
  if (!isObject(body)) {
    requireEmptyBody(body)
    return {}
  }
  const given = body
  if (Object.keys(given).length === 0) return {}
  const problems: Problem[] = Object.keys(given)
    .filter((name) => name !== 'from' && name !== 'to')
    .map((name) => ({ field: name.slice(0, 60), code: 'unknown_property' }))
  const today = businessDay({ at: now(), zone: environment.businessTimeZone })
  for (const field of ['from', 'to'] as const) {
    const day = given[field]
    if (day === undefined || day === null) problems.push({ field, code: 'required' })
    else if (!isDay(day)) problems.push({ field, code: 'invalid_date' })
    else if (day > today)
      problems.push({ field, code: 'in_future', values: { today, zone: environment.businessTimeZone } })
    else if (day < firstMoneyDay) problems.push({ field, code: 'before_first_entry', values: { day: firstMoneyDay } })
  }
  const { from, to } = given as { from: Day; to: Day }
  if (problems.length === 0 && to < from) problems.push({ field: 'to', code: 'before_begin' })
  if (problems.length > 0) throw validationError(problems)
  return { from, to }
}

/**
 * The days before another with movement that were never closed: of imports, and of closes that passed them over. From
 * day to day by the index, whatever lies on each.
 */
async function neverClosed(db: Kysely<any>, before: Day): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`with recursive moved as (
      select min(day) as day from movement_wide
      union all select (select min(later.day) from movement_wide later where later.day > moved.day) from moved
        where moved.day is not null)
    select day::text as day from moved where day < ${before}::text::date and not exists (select from closed_day
      where closed_day.day = moved.day) order by moved.day`.execute(db)
  return rows.map(({ day }) => day)
}

/**
 * Closes yesterday shortly after midnight of each zone in which somebody's business is, days before it that were missed, and any with movement
 * that never were; any other days when somebody asks. Then it makes the periods that are due.
 */
export const dailyClose: JobTask = {
  readInput: readDays,
  async run(work) {
    const { from, to } = work.input as Partial<{ from: Day; to: Day }>
    if (from && to) return close(work, { from, to })
    const present = await todays(work.context)
    // Of who is furthest behind: for those ahead of them one day more is over.
    const [yesterday, lastOver] = [addDays(present.from, -1), addDays(present.to, -1)]
    const {
      rows: [row],
    } = await sql<{
      day: Day | null
    }>`select max(day)::text as day from closed_day where day < ${yesterday}::text::date`.execute(
      work.context.database.db,
    )
    const missed = row?.day ? latestDay(addDays(row.day, 1), addDays(yesterday, -missedDaysMax)) : yesterday
    const last = { from: missed < yesterday ? missed : yesterday, to: lastOver }
    const remarks: CodedMessage<OutcomeCode>[] = []
    for (const days of [...rangesByMonth(await neverClosed(work.context.database.db, last.from)), last])
      remarks.push(...(await close(work, days)))
    await planPeriods(work.context)
    return remarks
  },
}

/**
 * Closes the present day while it runs, so that its entries can be looked at; where nothing moved there is nothing to
 * do.
 */
export const closeToday: JobTask = {
  async run(work) {
    const {
      rows: [row],
    } = await sql<{
      is_dirty: boolean
    }>`select exists (select from dirty_day) or exists (select from partner_dirty_day) as is_dirty`.execute(
      work.context.database.db,
    )
    if (!row!.is_dirty) return [{ code: 'nothingMoved' }]
    return close(work, await todays(work.context))
  },
}
