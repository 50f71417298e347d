import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import { forgetBalances } from '../calculation/balances.ts'
import { hasAdjustments } from './adjustEntry.ts'
import { removeEntries } from './removeEntries.ts'

/** An entry is paid, or is being paid. */
export const isPaidOrHeldSql: RawBuilder<boolean> = sql`(entry.status = 'complete' or exists (
  select from payment_entry where payment_entry.entry = entry.id and payment_entry.holds))`

/** Whose days another system paid, and up to when. */
export interface SettledElsewhere {
  /** SQL: which rows of `affiliate`. */
  readonly affiliates: RawBuilder<unknown>
  /** The first day that is paid here. */
  readonly since: Day
  /** The first day that was paid here until now, where it was a later one. */
  readonly formerly?: Day
  readonly currency?: string
  readonly actor: Actor
  readonly http?: LogOrigin | undefined
}

/**
 * Removes pending commission of days that another system paid, forgets what they carried on, and marks all days that
 * turn, which the next close computes.
 */
export async function withdrawSettled(db: Kysely<any>, settled: SettledElsewhere): Promise<void> {
  const { affiliates, since, formerly = since, currency = null, actor, http } = settled
  const { rows } = await sql<{ id: number }>`select entry.id from entry join affiliate on affiliate.id = entry.affiliate
    where ${affiliates} and entry.kind in ('commission', 'referral') and entry.day < ${since}::text::date
      and (${currency}::text is null or entry.currency = ${currency}::text)
      and not ${isPaidOrHeldSql} and not ${hasAdjustments} order by entry.id for update of entry`.execute(db)
  await removeEntries(db, { ids: rows.map(({ id }) => id), actor, request: http })
  const until = since > formerly ? since : formerly
  const marked = await sql<{ affiliate: number; day: Day }>`insert into dirty_day (affiliate, day)
    select wide.affiliate, wide.day from movement_wide wide join affiliate on affiliate.id = wide.affiliate
      where ${affiliates} and wide.day < ${until}::text::date group by wide.affiliate, wide.day order by 1, 2
    on conflict (affiliate, day) do update set changes = dirty_day.changes + 1, changed_at = now()
    returning affiliate, day::text as day`.execute(db)
  await forgetBalances(db, marked.rows)
}
