import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, type Day, earliestDay, endOfMonth } from '#engine/values/calendar.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { cohortColumns, cohortKey, cohortRows } from './cohortRows.ts'

/*
 * What makes the sums by cohort (docs/decisions/0013-cumulative-totals.md), behind the running sums and by their rule:
 * notes are removed first, and what they are of is read by a later statement of the same transaction. The
 * database hands on the notes that the running sums take (`hand_on_running_marks`), so that ingest writes none of its own.
 */

/** How many affiliates are worked on by one statement. */
const affiliatesAtOnce = 2_000

const keyList = sql.join(cohortKey.map((name) => sql.id(name)))
const columnList = sql.join(cohortColumns.map((name) => sql.id(name)))
const month = (day: string) => sql.raw(`date_trunc('month', ${day}::timestamp)::date`)
const sumsOf = (alias: string) =>
  sql.join(cohortColumns.map((name) => sql`minor_sum(${sql.ref(`${alias}.${name}`)}) as ${sql.id(name)}`))
/** A row of nothing: what came and went again. */
const isAny = (alias: string) =>
  sql.join(
    cohortColumns.map((name) => sql`minor_sum(${sql.ref(`${alias}.${name}`)}) <> 0`),
    sql` or `,
  )

/** Rows by day as sums by month. */
export function byMonth(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${month('own.day')} as month, own.brand, own.affiliate, own.action, own.country, own.registered,
      own.deposited, ${sumsOf('own')}
    from ${rows} own group by 1, 2, 3, 4, 5, 6, 7 having ${isAny('own')}`
}

/** The key of a total of brands. */
export const totalKey = ['axis', 'month', 'brand', 'country', 'registered', 'deposited'] as const

/** What brands come to, of the months of some days: by country and both beginnings, and by each of these alone. */
export function totalsByMonth(within: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select case when grouping(own.country) = 0 then '' when grouping(own.registered) = 0 then 'registered'
      else 'deposited' end as axis,
      own.month, own.brand, coalesce(own.country, '') as country, own.registered, own.deposited, ${sumsOf('own')}
    from cohort_month own where own.month ${within}
    group by own.month, own.brand,
      grouping sets ((own.country, own.registered, own.deposited), (own.registered), (own.deposited))
    having ${isAny('own')}`
}

interface Stale {
  readonly affiliate: number
  /** The first day of the first month to be made again. */
  readonly since: Day
}

async function remakeTotals(db: Kysely<any>, within: RawBuilder<unknown>): Promise<void> {
  await sql`delete from cohort_total where month ${within}`.execute(db)
  await sql`insert into cohort_total (${sql.join(totalKey.map((name) => sql.id(name)))}, ${columnList})
    ${totalsByMonth(within)}`.execute(db)
}

async function readThrough(db: Kysely<any>): Promise<Day | null> {
  const {
    rows: [state],
  } = await sql<{ through: Day }>`select through::text as through from cohort_state`.execute(db)
  return state?.through ?? null
}

/** Works off what changed of the days that there are. The caller holds the lock. */
export async function foldCohortChanges(db: Kysely<any>): Promise<void> {
  const through = await readThrough(db)
  if (through === null) return
  const { rows: stale } = await sql<Stale>`with taken as (delete from cohort_mark returning day, affiliates)
    select affiliate, ${month('min(day)')}::text as since from taken cross join unnest(affiliates) affiliate
    group by 1 order by 1`.execute(db)
  for (let first = 0; first < stale.length; first += affiliatesAtOnce) {
    const keys = sql`${rowsAs('key', stale.slice(first, first + affiliatesAtOnce), { affiliate: 'bigint', since: 'date' })}`
    await sql`delete from cohort_month own using ${keys}
      where own.affiliate = key.affiliate and own.month >= key.since`.execute(db)
    const rows = cohortRows(
      (
        table,
        joins,
      ) => sql`${keys} join ${table} fact on fact.affiliate = key.affiliate and fact.day >= key.since ${joins}
        where fact.day <= ${through}::date`,
    )
    await sql`insert into cohort_month (${keyList}, ${columnList}) ${byMonth(rows)}`.execute(db)
  }
  const [oldest] = stale.map(({ since }) => since).toSorted()
  if (oldest !== undefined) await remakeTotals(db, sql`>= ${oldest}::date`)
}

/**
 * Goes on with the days that follow, to the end of their month at most, as far as there are running sums. The caller
 * holds the lock.
 * @returns whether there are more
 */
export async function foldNextCohorts(db: Kysely<any>): Promise<boolean> {
  const {
    rows: [state],
  } = await sql<{ since: Day | null; upTo: Day }>`select through::text as "upTo",
      coalesce((select through + 1 from cohort_state), (select min(day) from running_day))::text as since
    from running_state`.execute(db)
  if (!state || state.since === null || state.since > state.upTo) return false
  const { since } = state
  const through = earliestDay(state.upTo, endOfMonth(since))
  const within = sql`fact.day between ${since}::date and ${through}::date`
  await sql`delete from cohort_mark where day between ${since}::date and ${through}::date`.execute(db)
  const rows = cohortRows((table, joins) => sql`${table} fact ${joins} where ${within}`)
  // A month's days are added to those before: each is shared by itself.
  await sql`insert into cohort_month as own (${keyList}, ${columnList}) ${byMonth(rows)}
    on conflict (affiliate, month, brand, action, country, registered, deposited) do update set
    ${sql.join(cohortColumns.map((name) => sql`${sql.id(name)} = ${sql.ref(`own.${name}`)} + ${sql.ref(`excluded.${name}`)}`))}`.execute(
    db,
  )
  await remakeTotals(db, sql`= ${month(`'${since}'`)}`)
  await sql`insert into cohort_state (through) values (${through}::date)
    on conflict (is_only) do update set through = excluded.through`.execute(db)
  return addDays(through, 1) <= state.upTo
}
