import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { affiliateTotalColumns } from '#features/activity/server/rollUp/columns.ts'
import { wideCommissionColumns } from '#features/commission/server/close/writeCommission.ts'

/*
 * How many rows a report has whose rows are affiliates' days: on each day, of how many affiliates there is something,
 * by the products they have it of. Of all brands together (0) and of each: an affiliate of two brands has one row.
 */

/** The brand under which the days of all brands together stand. */
export const allBrands = 0
/** Days whose counts are made in a transaction. */
const daysAtOnce = 31

interface Source {
  readonly table: 'movement_wide' | 'commission_wide'
  readonly columns: readonly { readonly name: string; readonly product: string }[]
}
const moved: Source = { table: 'movement_wide', columns: affiliateTotalColumns }
const earned: Source = { table: 'commission_wide', columns: wideCommissionColumns }

/** Of a roll-up: which products there is something of, of each affiliate and day, by brand and of all brands. */
function productsOf({ table, columns }: Source, days: RawBuilder<unknown>): RawBuilder<unknown> {
  const named = [...new Set(columns.map(({ product }) => product))]
  const isThere = named.map((product) => {
    const own = columns.filter((column) => column.product === product)
    const any = own.map(({ name }) => sql`minor_sum(${sql.ref(`own.${name}`)}) <> 0`)
    return sql`case when ${sql.join(any, sql` or `)} then ${product}::text end`
  })
  return sql`select own.day, coalesce(own.brand, ${allBrands}::bigint) as brand, own.affiliate,
      array_remove(array[${sql.join(isThere)}], null) as products
    from ${sql.table(table)} own where own.day ${days}
    group by grouping sets ((own.day, own.affiliate), (own.day, own.affiliate, own.brand))`
}

/** The counts of days: `day, brand, moved, earned, affiliates`. */
export function rowCountsOf(days: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select day, brand, moved.products as moved, earned.products as earned, count(*) as affiliates
    from (${productsOf(moved, days)}) moved full join (${productsOf(earned, days)}) earned
      using (day, brand, affiliate) group by 1, 2, 3, 4`
}

/** A day's totals without its counts: another version's server made them, or nobody made counts yet. */
const isWithout = sql`not exists (select from total_row own where own.day = total.day and own.brand = total.brand)`

/**
 * Makes them for days that have totals and none of them, a month of days at most: those whose totals were made again
 * have none left.
 * @returns whether there may be more
 */
export async function makeRowCounts(db: Kysely<any>): Promise<boolean> {
  const { rows } = await sql<{ day: Day }>`select distinct total.day::text as day from total_day total
    where ${isWithout} order by 1 limit ${daysAtOnce}::integer`.execute(db)
  if (rows.length === 0) return false
  const days = arrayOf(
    'date',
    rows.map(({ day }) => day),
  )
  await sql`insert into total_row (day, brand, moved, earned, affiliates) ${rowCountsOf(sql`= any(${days})`)}`.execute(
    db,
  )
  return rows.length === daysAtOnce
}
