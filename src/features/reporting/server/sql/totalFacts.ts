import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { type RunningSource, cumulativeSources } from '../cumulativeSums/columns.ts'
import type { SettledDays } from '../cumulativeSums/readSettled.ts'
import { type Reading, readByDay } from './settledFacts.ts'

/**
 * The rows of the wide roll-ups in a period by day and brand, of days that nothing is noted of as what they come to, of
 * the others one an affiliate. Who asks for them asks for no affiliate.
 */
export function totalFacts(
  { from, to, through, noted }: SettledDays & { readonly from: Day; readonly to: Day },
  tables: readonly RunningSource['table'][],
  columns: readonly string[],
): RawBuilder<unknown> {
  const reading: Reading = { sources: cumulativeSources.filter(({ table }) => tables.includes(table)), columns }
  const isNoted = sql`any(${arrayOf('date', noted)})`
  const hasAny = sql.join(
    reading.sources.map(({ count }) => sql`${sql.ref(`own.${count}`)} > 0`),
    sql` or `,
  )
  const values = reading.columns.map((name) => sql.ref(`own.${name}`))
  const parts = [
    sql`select ${sql.join([sql`own.day`, sql`own.brand`, sql`null::bigint as affiliate`, ...values])} from total_day own
      where own.day between ${from}::date and ${through}::date and (${hasAny})
      ${noted.length === 0 ? sql`` : sql`and own.day <> all(${arrayOf('date', noted)})`}`,
    ...(noted.length === 0 ? [] : readByDay(reading, sql`own.day = ${isNoted}`)),
    ...(through < to ? readByDay(reading, sql`own.day between ${addDays(through, 1)}::date and ${to}::date`) : []),
  ]
  return sql`(${sql.join(parts, sql` union all `)})`
}
