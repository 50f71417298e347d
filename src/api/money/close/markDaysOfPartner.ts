import { sql } from 'kysely'
import type { Day } from '../../../domain/calendar.ts'
import type { WriteStep } from '../../records/write/writeRequest.ts'
import { bucketOf, markPartnerDays } from './closeDays.ts'

/**
 * Follows a change of an affiliate's partner: the days it holds for that had activity are due for partners, and the
 * next close computes them.
 */
export async function markDaysOfPartner({ transaction, id }: WriteStep): Promise<void> {
  const affiliate = Number(id)
  const { rows } = await sql<{
    day: Day
  }>`select distinct day::text as day from movement_wide where affiliate = ${affiliate}
    and day >= (select valid_from from affiliate_history where record = ${affiliate} and valid_to is null)
      order by day`.execute(transaction)
  await markPartnerDays(transaction, { days: rows.map(({ day }) => day), bucket: bucketOf(affiliate) })
}
