import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import type { RunningDifference } from '../cumulativeSums/verifySums.ts'
import { cohortColumns, cohortKey, cohortRows } from './cohortRows.ts'
import { byMonth, totalKey, totalsByMonth } from './foldCohorts.ts'

const differencesMax = 100

interface Comparison {
  readonly table: 'cohort_month' | 'cohort_total'
  readonly key: readonly string[]
  /** What its rows are sums of, with the same columns. */
  readonly summed: RawBuilder<unknown>
  /** Which rows of `different` a noted change makes stale. */
  readonly noted: string
}

async function compare(db: Kysely<AnyTables>, { table, key, summed, noted }: Comparison): Promise<RunningDifference[]> {
  const names = sql.join([...key, ...cohortColumns].map((name) => sql.id(name)))
  const keys = sql.join(key.map((name) => sql.id(name)))
  const sums = cohortColumns.flatMap((name) =>
    ['stored', 'summed'].map(
      (side) =>
        sql`coalesce(sum(${sql.id(name)}) filter (where side = ${sql.lit(side)}), 0) as ${sql.id(`${name}_${side}`)}`,
    ),
  )
  const pairs = cohortColumns.map(
    (name) => sql`(${name}::text, different.${sql.id(`${name}_stored`)}, different.${sql.id(`${name}_summed`)})`,
  )
  const { rows } = await sql<Omit<RunningDifference, 'table'>>`with different as (select ${keys}, ${sql.join(sums)}
      from (select 'stored' as side, ${names} from ${sql.table(table)}
        union all select 'summed', ${names} from (${summed}) summed) both_sides group by ${keys})
    select concat_ws('/', ${sql.join(key.map((name) => sql.ref(`different.${name}`)))}) as key, pair.name as column,
      pair.stored::text, pair.summed::text
    from different cross join lateral (values ${sql.join(pairs)}) as pair (name, stored, summed)
    where pair.stored <> pair.summed and not exists (select from
      (select day, affiliates from running_mark union all select day, affiliates from cohort_mark) mark
      where date_trunc('month', mark.day::timestamp) <= different.month ${sql.raw(noted)})
    order by 1, 2 limit ${differencesMax}::integer`.execute(db)
  return rows.map((row) => ({ table, ...row }))
}

/**
 * Holds the sums by cohort against the events, movement and commission, but for what a noted change makes stale. Reads
 * every event of the days that there are sums of.
 */
export async function verifyCohorts(db: Kysely<AnyTables>): Promise<RunningDifference[]> {
  const rows = cohortRows(
    (table, joins) => sql`${table} fact ${joins} where fact.day <= (select through from cohort_state)`,
  )
  const months = await compare(db, {
    table: 'cohort_month',
    key: cohortKey,
    summed: byMonth(rows),
    noted: 'and different.affiliate = any(mark.affiliates)',
  })
  const totals = await compare(db, {
    table: 'cohort_total',
    key: totalKey,
    summed: totalsByMonth(sql`is not null`),
    noted: 'and false',
  })
  return [...months, ...totals]
}
