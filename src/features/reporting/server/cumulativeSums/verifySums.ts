import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { cumulativeColumns, cumulativeSources } from './columns.ts'
import { firstDaysOf, totalsOf } from './foldTotals.ts'
import { verifyCohorts } from '../cohorts/verifyCohorts.ts'
import { rowCountsOf } from './totalRows.ts'

/** A running sum that is not what the roll-ups add up to, or that is not there: a defect, or somebody wrote by hand. */
export interface RunningDifference {
  readonly table: 'running_day' | 'total_day' | 'total_first_day' | 'total_row' | 'cohort_month' | 'cohort_total'
  /** `day/brand/affiliate`, `day/brand`, `day`, `day/brand`, the key of a sum by cohort. */
  readonly key: string
  readonly column: string
  readonly stored: string
  readonly summed: string
}

const differencesMax = 100

const isNoted = (alias: string) =>
  sql.raw(`exists (select from running_mark mark where mark.day <= ${alias}.day and mark.brand = ${alias}.brand
    and ${alias}.affiliate = any(mark.affiliates))`)

const columnList = sql.join(cumulativeColumns.map((name) => sql.id(name)))

const movedRows = sql.join(
  cumulativeSources.map(({ table, count, columns }) => {
    const values = cumulativeColumns.map((name) =>
      name === count ? sql`1::bigint` : columns.includes(name) ? sql.ref(`own.${name}`) : sql`null::bigint`,
    )
    return sql`select own.day, own.brand, own.affiliate, false, ${sql.join(values)} from ${sql.table(table)} own`
  }),
  sql` union all `,
)

/**
 * Holds every running sum against the roll-ups, but for those that a noted change makes stale: these nobody reads.
 * Reads both as a whole.
 * @returns the first hundred differences; none where all is well
 */
export async function verifyCumulativeTotals(db: Kysely<AnyTables>): Promise<RunningDifference[]> {
  const pairs = cumulativeColumns.map(
    (name) => sql`(${name}::text, ${sql.ref(`stored.${name}`)}, ${sql.ref(`summed.${name}`)})`,
  )
  const { rows } = await sql<Omit<RunningDifference, 'table'>>`
    with step as (${movedRows} union all
      select day, brand, affiliate, true, ${sql.join(cumulativeColumns.map(() => sql`null::bigint`))} from running_day),
    summed as (select day, brand, affiliate, is_running,
        ${sql.join(cumulativeColumns.map((name) => sql`minor_sum(${sql.id(name)}) over so_far as ${sql.id(name)}`))}
      from step own (day, brand, affiliate, is_running, ${columnList})
      window so_far as (partition by brand, affiliate order by day, is_running rows unbounded preceding)),
    wrong as (select summed.day, summed.brand, summed.affiliate, pair.name, pair.stored::text, pair.summed::text
      from summed join running_day stored using (day, brand, affiliate)
      cross join lateral (values ${sql.join(pairs)}) as pair (name, stored, summed)
      where summed.is_running and pair.stored <> pair.summed),
    -- A day with movement has a row, and what has one has another at the end of the next month.
    due as (select day, brand, affiliate from movement_wide union select day, brand, affiliate from commission_wide
      union select (date_trunc('month', day::timestamp) + interval '2 months')::date - 1, brand, affiliate
        from running_day where extract(day from day + 1) = 1),
    missing as (select due.day, due.brand, due.affiliate, 'movement_days' as name, 'none' as stored, 'a row' as summed
      from due join running_state on due.day <= running_state.through
      where not exists (select from running_day standing where standing.day = due.day
        and standing.affiliate = due.affiliate and standing.brand = due.brand))
    select concat_ws('/', day, brand, affiliate) as key, name as column, stored, summed
      from (select * from wrong union all select * from missing) different
      where not ${isNoted('different')} order by 1, 2 limit ${differencesMax}::integer`.execute(db)
  const running = rows.map((row): RunningDifference => ({ table: 'running_day', ...row }))
  return [
    ...running,
    ...(await verifyTotals(db)),
    ...(await verifyFirstDays(db)),
    ...(await verifyRowCounts(db)),
    ...(await verifyCohorts(db)),
  ].slice(0, differencesMax)
}

/** What brands come to a day that the roll-ups do not come to, but for days of which a change is noted. */
async function verifyTotals(db: Kysely<AnyTables>): Promise<RunningDifference[]> {
  const pairs = cumulativeColumns.map(
    (name) => sql`(${name}::text, ${sql.ref(`stored.${name}`)}, ${sql.ref(`summed.${name}`)})`,
  )
  const { rows } = await sql<Omit<RunningDifference, 'table'>>`
    with summed as (${totalsOf(sql`<= (select totals_through from running_state)`)})
    select concat_ws('/', day, brand) as key, pair.name as column, coalesce(pair.stored::text, 'none') as stored,
      coalesce(pair.summed::text, 'none') as summed
    from total_day stored full join summed using (day, brand)
    cross join lateral (values ${sql.join(pairs)}) as pair (name, stored, summed)
    where pair.stored is distinct from pair.summed
      and not exists (select from running_mark where running_mark.day = coalesce(stored.day, summed.day))
    order by 1, 2 limit ${differencesMax}::integer`.execute(db)
  return rows.map((row) => ({ table: 'total_day', ...row }))
}

/** Days that are not the first of a month for as many affiliates as is kept, but in months of which a change is noted. */
async function verifyFirstDays(db: Kysely<AnyTables>): Promise<RunningDifference[]> {
  const { rows } = await sql<Omit<RunningDifference, 'table' | 'column'>>`
    with summed as (${firstDaysOf(
      sql`(select day from movement_wide where day <= (select totals_through from running_state))`,
      sql`(select totals_through from running_state)`,
    )})
    select day::text as key, coalesce(stored.affiliates::text, 'none') as stored,
      coalesce(summed.affiliates::text, 'none') as summed
    from total_first_day stored full join summed using (day)
    where stored.affiliates is distinct from summed.affiliates and not exists (select from running_mark
      where date_trunc('month', running_mark.day::timestamp) = date_trunc('month', day::timestamp))
    order by 1 limit ${differencesMax}::integer`.execute(db)
  return rows.map((row) => ({ table: 'total_first_day', column: 'affiliates', ...row }))
}

/** Counts of rows that are others, but of days whose totals are stale or that have none: these are made again. */
async function verifyRowCounts(db: Kysely<AnyTables>): Promise<RunningDifference[]> {
  const { rows } = await sql<Omit<RunningDifference, 'table' | 'column'>>`
    with summed as (${rowCountsOf(sql`in (select day from total_row)`)}),
    different as ((select * from total_row except all select * from summed)
      union all (select * from summed except all select * from total_row))
    select concat_ws('/', different.day, different.brand) as key,
      coalesce((select sum(affiliates)::text from total_row own where own.day = different.day
        and own.brand = different.brand), 'none') as stored,
      coalesce((select sum(affiliates)::text from summed own where own.day = different.day
        and own.brand = different.brand), 'none') as summed
    from different where not exists (select from running_mark where running_mark.day = different.day)
    group by different.day, different.brand order by 1 limit ${differencesMax}::integer`.execute(db)
  return rows.map((row) => ({ table: 'total_row', column: 'affiliates', ...row }))
}
