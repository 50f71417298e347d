import { type Kysely, sql } from 'kysely'
import { systemActor } from '#engine/declaration/actor.ts'
import { missingPeriods, type PeriodCalendar } from '#rules/accountingPeriods.ts'
import { type Day, daysBetween } from '#engine/values/calendar.ts'
import { firstMoneyDay } from '#rules/payouts/payments.ts'
import type { Period } from '#engine/values/periodPresets.ts'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import type { Check } from '#engine/records/server/write/effect.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { newValues, todayOf } from '#engine/records/server/change.ts'

const actor = systemActor('close')

interface Company {
  readonly id: number
  readonly calendar: PeriodCalendar | null
  readonly timeZone: string | null
  /** The first day with movement; null where nothing moved yet. */
  readonly first: Day | null
}

const days = sql`select "from"::text as "from", "to"::text as "to" from period`

async function planCompany(
  db: Kysely<any>,
  { id, calendar, first }: Company,
  { today, at }: { today: Day; at: Date },
): Promise<number> {
  const { rows: existing } = await sql<Period>`${days} where company = ${id} order by period."from"`.execute(db)
  const begin = first !== null && first < today ? first : today
  const missing = missingPeriods({ calendar: calendar ?? 'month', first: begin, last: today, existing })
  for (const { from, to } of missing) {
    const inserted = sql<{ id: number }>`insert into period (company, "from", "to", state, created_at, updated_at)
      values (${id}, ${from}::text::date, ${to}::text::date, 'open', ${timestamp(at)}, ${timestamp(at)}) returning id`
    const made = await firstRow(db, inserted)
    const changes = newValues({ company: id, from, to, state: 'open' })
    await logActivity(db, { actor, operation: 'create', object: 'period', objectId: made!.id, changes, at })
  }
  return missing.length
}

/** Lets periods of a company be made one after the other, until the transaction ends. */
async function lockPeriods(db: Kysely<any>, company: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('period of a company'),
    ${String(company)}::text::bigint::integer)`.execute(db)
}

/**
 * Makes the periods that each company's calendar asks for, from the first day with movement to that in which its today
 * lies. Those that are there stay, of whatever calendar they were made.
 * @returns how many it made
 */
export async function planPeriods(context: Pick<AppContext, 'database' | 'environment' | 'now'>): Promise<number> {
  const { database, now } = context
  const { rows } = await sql<Company>`select company.id, company.calendar, company.time_zone as "timeZone", (
      select min(moved.day)::text from affiliate cross join lateral (
        select movement_wide.day from movement_wide where movement_wide.affiliate = affiliate.id
          order by movement_wide.day limit 1) moved
      where affiliate.company = company.id) as first
    from company order by company.id`.execute(database.db)
  let made = 0
  for (const company of rows) {
    made += await inTransaction(database.db, async (db) => {
      // Somebody may make a period by hand at this moment.
      await lockPeriods(db, company.id)
      return planCompany(db, company, { today: todayOf(context, company), at: now() })
    })
  }
  return made
}

/** A year, leap or not: its checklist looks at each day. */
const periodDaysMax = 366

/** A period ends after it begins, and no day is in two of a company. */
export const newPeriod: Check = async ({ transaction, operation, after }) => {
  if (operation !== 'create') return []
  const { company, from, to } = after as { company: number; from: string; to: string }
  if (to < from) return [{ field: 'to', code: 'before_begin' }]
  if (from < firstMoneyDay) return [{ field: 'from', code: 'before_first_entry', values: { day: firstMoneyDay } }]
  if (daysBetween({ from, to }) >= periodDaysMax)
    return [{ field: 'to', code: 'too_many_days', values: { days: periodDaysMax } }]
  await lockPeriods(transaction, company)
  const shared = sql<Period>`${days} where company = ${String(company)}::text::bigint
    and period."from" <= ${to}::text::date and period."to" >= ${from}::text::date order by period."from" limit 1`
  const other = await firstRow(transaction, shared)
  return other ? [{ field: 'from', code: 'period_overlaps', values: { from: other.from, to: other.to } }] : []
}
