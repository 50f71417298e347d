import { type Kysely, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { readRuleSet } from '../calculation/ruleSet.ts'
import { hasAdjustments } from './adjustEntry.ts'
import { closeAffiliates } from './closeAffiliates.ts'
import { bucketOf, lockBucket, markPartnerDays } from './closeDays.ts'
import { removeEntries } from './removeEntries.ts'

async function pendingEntries(db: Kysely<any>, affiliate: number, day: Day): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from entry where affiliate = ${affiliate} and day = ${day}::text::date and kind = 'commission'
    and status = 'pending'
    and not exists (select from payment_entry where payment_entry.entry = entry.id and payment_entry.holds)
    and not ${hasAdjustments} order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

async function isClosed(db: Kysely<any>, day: Day): Promise<boolean> {
  const { rows } = await sql`select from closed_day where day = ${day}::text::date`.execute(db)
  return rows.length > 0
}

/**
 * The first profile holds from the beginning of time: days that were closed while there was none are due, and the next
 * close computes them.
 */
async function markAllDays(db: Kysely<any>, affiliate: number): Promise<void> {
  await sql`insert into dirty_day (affiliate, day) select affiliate, day from movement_wide
    where affiliate = ${affiliate} group by affiliate, day order by day
    on conflict (affiliate, day) do update set changes = dirty_day.changes + 1, changed_at = now()`.execute(db)
}

/**
 * Follows a change of an affiliate's reward profile: pending entries dated today are deleted (the log keeps their whole
 * content) and today is computed anew under the new profile; one that
 * is complete or being paid stays, and the difference becomes an adjustment. Days before today keep the profile that
 * held then.
 */
export async function recomputeToday(step: WriteStep): Promise<void> {
  const { transaction: db, today, actor, http } = step
  const affiliate = Number(step.id)
  await lockBucket(db, bucketOf(affiliate))
  if (step.before?.rewardProfile === null) await markAllDays(db, affiliate)
  const pending = await pendingEntries(db, affiliate, today)
  await removeEntries(db, { ids: pending, actor, request: http })
  if (pending.length === 0 && !(await isClosed(db, today))) return
  const range = { from: today, to: today, isComputed: () => true }
  await closeAffiliates(db, { ...range, affiliates: [affiliate], book: await readRuleSet(db), today, actor })
  await markPartnerDays(db, { days: [today], bucket: bucketOf(affiliate) })
}

/**
 * Follows a change of an affiliate's partner: the days it holds for that had activity are due for partners, and the
 * next close computes them.
 */
export async function markDaysOfPartner({ transaction, id }: WriteStep): Promise<void> {
  const affiliate = Number(id)
  const { rows } = await sql<{ day: Day }>`select distinct day::text as day from movement_wide
    where affiliate = ${affiliate} and day >= (select valid_from from affiliate_history where record = ${affiliate} and valid_to is null)
      order by day`.execute(transaction)
  await markPartnerDays(transaction, { days: rows.map(({ day }) => day), bucket: bucketOf(affiliate) })
}
