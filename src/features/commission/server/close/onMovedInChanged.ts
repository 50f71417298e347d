import { sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { Check } from '#engine/records/server/write/effect.ts'
import type { WriteStep } from '#engine/records/server/write/writeRequest.ts'
import { beginningOfTime } from '../calculation/ruleSet.ts'
import { isPaidOrHeldSql, withdrawSettled } from './withdrawSettled.ts'

const dayOf = (record: WriteStep['after']) => (record?.movedInOn as Day | null | undefined) ?? beginningOfTime

/** What is being paid here, or was, is not settled elsewhere: a company pays here no later than that. */
export const movedInBeforePaid: Check = async ({ transaction, id, before, after }) => {
  const day = dayOf(after)
  if (id === null || day <= dayOf(before)) return []
  const paid = await firstRow(
    transaction,
    sql<{ day: Day }>`select min(entry.day)::text as day from entry join affiliate on affiliate.id = entry.affiliate
      where affiliate.company = ${id}::text::bigint and entry.kind in ('commission', 'referral')
        and entry.day < ${day}::text::date and ${isPaidOrHeldSql} having min(entry.day) is not null`,
  )
  return paid ? [{ field: 'movedInOn', code: 'paid_here_before', values: { day: paid.day } }] : []
}

/** Follows a change of the day from which a company pays here. */
export async function recomputeMovedIn({ transaction, id, before, after, actor, http }: WriteStep): Promise<void> {
  const affiliates = sql`affiliate.company = ${id}::text::bigint`
  await withdrawSettled(transaction, { affiliates, since: dayOf(after), formerly: dayOf(before), actor, http })
}
