import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, type Day, earliestDay, endOfMonth } from '../../../domain/calendar.ts'
import { runningColumns, runningSources } from './columns.ts'

/*
 * What whole brands come to a day, for reports whose rows are days or months. Made under the lock of the running sums and
 * by their rule: notes are removed first, or stay, and the roll-ups are read by a later statement.
 */

const columnList = sql.join(runningColumns.map((name) => sql.id(name)))

/** What days come to, by brand: `day, brand` and the columns of a running sum. */
export function totalsOf(days: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = runningSources.map(({ table, count, columns }) => {
    const values = runningColumns.map((name) =>
      name === count ? sql`1::bigint` : columns.includes(name) ? sql.ref(`own.${name}`) : sql`null::bigint`,
    )
    return sql`select own.day, own.brand, ${sql.join(values)} from ${sql.table(table)} own where own.day ${days}`
  })
  const sums = runningColumns.map((name) => sql`minor_sum(${sql.ref(`own.${name}`)}) as ${sql.id(name)}`)
  return sql`select own.day, own.brand, ${sql.join(sums)} from (${sql.join(rows, sql` union all `)})
    own (day, brand, ${columnList}) group by 1, 2`
}

async function makeTotals(db: Kysely<any>, days: RawBuilder<unknown>): Promise<void> {
  await sql`delete from total_day where day ${days}`.execute(db)
  await sql`insert into total_day (day, brand, ${columnList}) ${totalsOf(days)}`.execute(db)
}

/** Makes again what days come to whose notes were removed. */
export async function remakeTotals(db: Kysely<any>, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  await makeTotals(
    db,
    sql`in (select day from unnest(${`{${days.join(',')}}`}::date[]) day, running_state where day <= totals_through)`,
  )
}

/** Forgets what days come to from one on. */
export async function forgetTotals(db: Kysely<any>, since: Day): Promise<void> {
  await sql`delete from total_day where day >= ${since}::date`.execute(db)
  await sql`update running_state set totals_through = least(totals_through, ${addDays(since, -1)}::date)`.execute(db)
}

/**
 * Goes on with the days that follow, to the end of their month at most, as far as there are running sums.
 * @returns whether there are more
 */
export async function foldNextTotals(db: Kysely<any>): Promise<boolean> {
  const {
    rows: [state],
  } = await sql<{ next: Day | null; through: Day }>`select through::text as through,
    coalesce(totals_through + 1, (select min(day) from running_day))::text as next from running_state`.execute(db)
  if (!state || state.next === null || state.next > state.through) return false
  const through = earliestDay(state.through, endOfMonth(state.next))
  await makeTotals(db, sql`between ${state.next}::date and ${through}::date`)
  await sql`update running_state set totals_through = ${through}::date`.execute(db)
  return through < state.through
}
