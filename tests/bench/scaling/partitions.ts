import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'

const eventsAMonth = 50_000

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * What the months of the event table bring against the same events in one table with the same indexes: reading a month,
 * and forgetting one. Events are of a year that nothing else of the trial touches,
 * and are gone afterwards.
 */
export async function measurePartitions({ db }: Database, print: (line: string) => void): Promise<void> {
  await sql`select make_event_partition(month::date) from generate_series(date '2024-01-01', date '2024-12-01',
    interval '1 month') month`.execute(db)
  await sql`create table event_in_one (like event including defaults including constraints including indexes)`.execute(
    db,
  )
  await sql`insert into event (brand, event_id, type, occurred_at, day, player, action, affiliate, product, amount,
    currency)
    select 1, 'month-' || n, 'bet', day + interval '12 hours', day::date, n % 5000, 1, 1 + n % 2000, 'bets', n % 90,
      'BRL'
    from (select n, date '2024-01-01' + (n % 366) as day
      from generate_series(1, ${12 * eventsAMonth}::integer) n) made`.execute(db)
  await sql`insert into event_in_one select * from event where day between '2024-01-01' and '2024-12-31'`.execute(db)
  for (const table of ['event', 'event_in_one']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  const read = (table: string) =>
    millisecondsOf(() =>
      sql`select affiliate, day, sum(amount) from ${sql.table(table)} where day between '2024-06-01' and '2024-06-30'
        and affiliate is not null group by 1, 2`.execute(db),
    )
  const times: Record<string, number[]> = { event: [], event_in_one: [] }
  for (let round = 0; round < 5; round += 1)
    for (const table of ['event', 'event_in_one']) times[table]!.push(await read(table))
  const middle = (table: string) => times[table]!.toSorted((one, other) => one - other)[2]!
  print(
    `  adding up a month of twelve                ${middle('event').toFixed(0)} ms with months, ${middle('event_in_one').toFixed(0)} ms in one table: ${(middle('event_in_one') / middle('event')).toFixed(1)} times as fast`,
  )
  const dropped = await millisecondsOf(() => sql`drop table event_2024_01`.execute(db))
  const deleted = await millisecondsOf(async () => {
    await sql`delete from event_in_one where day < '2024-02-01'`.execute(db)
    await sql`vacuum event_in_one`.execute(db)
  })
  print(
    `  forgetting a month                         ${dropped.toFixed(0)} ms with months, ${deleted.toFixed(0)} ms in one table: ${(deleted / dropped).toFixed(0)} times as fast`,
  )
  await sql`drop table event_in_one`.execute(db)
  for (let month = 2; month <= 12; month += 1)
    await sql`drop table ${sql.table(`event_2024_${String(month).padStart(2, '0')}`)}`.execute(db)
}
