import { sql } from 'kysely'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'
import { inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import type { DailyTotal } from '../../answers/explanation.ts'
import { visibleAmountSql } from '../partialAmounts.ts'
import { timestampText } from './entryEvents.ts'
import type { EntryQuery } from './entrySources.ts'

/** What was told of an affiliate's day as daily totals, by product, of the brands this actor sees. */
export async function entryTotals({ db, actor, owner, day, book }: EntryQuery): Promise<DailyTotal[]> {
  if (owner.kind !== 'affiliate') return []
  const sums = sql.join(
    movementColumns.flatMap(({ name }) => [
      sql.lit(name),
      sql`coalesce(sum((measures ->> ${sql.lit(name)})::numeric), 0)`,
    ]),
  )
  const { rows } = await sql<DailyTotal>`select product, jsonb_build_object(${sums}) as measures,
      ${timestampText(sql`max(received_at)`)} as "receivedAt"
    from daily_total where affiliate = ${owner.id} and day = ${day}::text::date
      and ${inCurrencyGroup(sql`daily_total.brand`, book)} and ${visibleAmountSql(actor, sql`daily_total.brand`)}
    group by product order by product`.execute(db)
  return rows.map(({ measures, ...row }) => ({
    ...row,
    measures: Object.fromEntries(
      Object.entries(measures).flatMap(([name, sum]) => (Number(sum) === 0 ? [] : [[name, Number(sum)]])),
    ),
  }))
}
