import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, type Day, earliestDay, endOfMonth } from '#engine/values/calendar.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { cumulativeColumns, cumulativeSources } from './columns.ts'

/*
 * What whole brands come to a day, for reports whose rows are days or months. Made under the lock of the running sums and
 * by their rule: notes are removed first, or stay, and the roll-ups are read by a later statement.
 */

const columnList = sql.join(cumulativeColumns.map((name) => sql.id(name)))

/** What days come to, by brand: `day, brand` and the columns of a running sum. */
export function totalsOf(days: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = cumulativeSources.map(({ table, count, columns }) => {
    const values = cumulativeColumns.map((name) =>
      name === count ? sql`1::bigint` : columns.includes(name) ? sql.ref(`own.${name}`) : sql`null::bigint`,
    )
    return sql`select own.day, own.brand, ${sql.join(values)} from ${sql.table(table)} own where own.day ${days}`
  })
  const sums = cumulativeColumns.map((name) => sql`minor_sum(${sql.ref(`own.${name}`)}) as ${sql.id(name)}`)
  return sql`select own.day, own.brand, ${sql.join(sums)} from (${sql.join(rows, sql` union all `)})
    own (day, brand, ${columnList}) group by 1, 2`
}

async function makeTotals(db: Kysely<any>, days: RawBuilder<unknown>): Promise<void> {
  await sql`delete from total_day where day ${days}`.execute(db)
  await sql`insert into total_day (day, brand, ${columnList}) ${totalsOf(days)}`.execute(db)
}

/** The first days of a month on which affiliates moved, and how many did, of the months of some days up to one. */
export function firstDaysOf(days: RawBuilder<unknown>, through: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select moved.day, count(*) as affiliates from (select min(own.day) as day
      from (select distinct date_trunc('month', day::timestamp)::date as first from ${days} day) month
      join movement_wide own on own.day between month.first
        and least((month.first + interval '1 month')::date - 1, ${through})
      group by month.first, own.affiliate) moved group by moved.day`
}

async function makeFirstDays(db: Kysely<any>, days: readonly Day[], through: Day): Promise<void> {
  const given = sql`unnest(${arrayOf('date', days)})`
  await sql`delete from total_first_day using ${given} gone (day)
    where date_trunc('month', total_first_day.day::timestamp) = date_trunc('month', gone.day::timestamp)`.execute(db)
  await sql`insert into total_first_day (day, affiliates) ${firstDaysOf(given, sql`${through}::date`)}`.execute(db)
}

/** Makes again what days come to whose notes were removed. */
export async function remakeTotals(db: Kysely<any>, days: readonly Day[]): Promise<void> {
  const {
    rows: [state],
  } = await sql<{ through: Day | null }>`select totals_through::text as through from running_state`.execute(db)
  const through = state?.through ?? null
  const made = through === null ? [] : days.filter((day) => day <= through)
  if (through === null || made.length === 0) return
  await makeTotals(db, sql`= any(${arrayOf('date', made)})`)
  await makeFirstDays(db, made, through)
}

/** Forgets what days come to from one on. */
export async function forgetTotals(db: Kysely<any>, since: Day): Promise<void> {
  await sql`delete from total_day where day >= ${since}::date`.execute(db)
  await sql`delete from total_first_day where day >= ${since}::date`.execute(db)
  await sql`update running_state set totals_through = least(totals_through, ${addDays(since, -1)}::date)`.execute(db)
}

/**
 * Goes on with the days that follow, to the end of their month at most, as far as there are running sums.
 * @returns whether there are more
 */
export async function buildNextBrandTotals(db: Kysely<any>): Promise<boolean> {
  const {
    rows: [state],
  } = await sql<{ next: Day | null; through: Day }>`select through::text as through,
    coalesce(totals_through + 1, (select min(day) from running_day))::text as next from running_state`.execute(db)
  if (!state || state.next === null || state.next > state.through) return false
  const through = earliestDay(state.through, endOfMonth(state.next))
  await makeTotals(db, sql`between ${state.next}::date and ${through}::date`)
  await makeFirstDays(db, [through], through)
  await sql`update running_state set totals_through = ${through}::date`.execute(db)
  return through < state.through
}
