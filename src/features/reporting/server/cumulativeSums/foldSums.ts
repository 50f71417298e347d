import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays, type Day, daysBetween, earliestDay, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import { rowsAs } from '#engine/server/database/arrays.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { cumulativeColumns, cumulativeSources } from './columns.ts'
import { makeRowCounts } from './totalRows.ts'
import { foldCohortChanges, foldNextCohorts } from '../cohorts/foldCohorts.ts'
import { buildNextBrandTotals, forgetTotals, remakeTotals } from './foldTotals.ts'

/*
 * What makes the running sums (docs/decisions/0013-cumulative-totals.md). Everything rests on one order: notes of changes are removed
 * first, and the roll-ups are read by a later statement of the same transaction. A change whose note was removed is
 * committed and so is read; one that commits in between keeps its note, and what it makes stale is not read by anybody.
 */

/** Only one server makes them at a time. */
export const foldLock = 7_205_030
/** How many affiliates are worked on by one statement: more would sort on the disk. */
const keysAtOnce = 2_000
/** With more rows to make again than this it goes on from the first of their days instead, a month in a transaction. */
const remadeMax = 3_000_000

/** From which day on the running sums of an affiliate and brand are made. */
interface Stale {
  readonly affiliate: number
  readonly brand: number
  readonly since: Day
}

const columnList = sql.join(cumulativeColumns.map((name) => sql.id(name)))
const sumsOf = (table: string) =>
  sql.join(cumulativeColumns.map((name) => sql`minor_sum(${sql.ref(`${table}.${name}`)}) as ${sql.id(name)}`))

const keysOf = (keys: readonly Stale[]) =>
  sql`${rowsAs('key', keys, { affiliate: 'bigint', brand: 'bigint', since: 'date' })}`

const daysOf = (since: RawBuilder<unknown>, through: Day) =>
  sql`generate_series(${since}::timestamp, ${through}::date::timestamp, interval '1 day')`

/** The rows of both roll-ups from the day on from which they are read again. */
const movedRows = (through: Day) =>
  sql.join(
    cumulativeSources.map(({ table, count, columns }) => {
      const values = cumulativeColumns.map((name) =>
        name === count ? sql`1::bigint` : columns.includes(name) ? sql.ref(`own.${name}`) : sql`null::bigint`,
      )
      return sql`select own.day, own.affiliate, own.brand, ${sql.join(values)}
        from stale join ${sql.table(table)} own on own.affiliate = stale.affiliate and own.brand = stale.brand
          and own.day between stale.since and ${through}::date`
    }),
    sql` union all `,
  )

/** Makes the running sums of some affiliates from a day of each on; those that are there already are gone before. */
async function makeSums(db: Kysely<any>, keys: readonly Stale[], through: Day): Promise<void> {
  const sums = cumulativeColumns.map(
    (name) => sql`coalesce(${sql.ref(`base.${name}`)}, 0) + minor_sum(${sql.ref(`moved.${name}`)}) over so_far
      as ${sql.id(name)}`,
  )
  const month = (day: string) => sql`date_trunc('month', ${sql.ref(day)}::timestamp)`
  // Written day by day, as they are read: those of a day stand side by side on the disk.
  // What stood before is the row of the day before, or of the last day of the month before: both are right, or noted.
  await sql`
    with stale as materialized (select * from ${keysOf(keys)}),
    base as materialized (select distinct on (own.affiliate, own.brand) own.* from stale
      join running_day own on own.affiliate = stale.affiliate and own.brand = stale.brand
        and own.day in (stale.since - 1, ${month('stale.since')}::date - 1)
      order by own.affiliate, own.brand, own.day desc),
    moved as (select own.day, own.affiliate, own.brand, ${sumsOf('own')}
      from (${movedRows(through)}) own (day, affiliate, brand, ${columnList}) group by 1, 2, 3),
    dense as (select stale.affiliate, stale.brand, day::date as day
      from stale cross join lateral ${daysOf(sql`stale.since`, through)} day),
    summed as (select dense.day, dense.affiliate, dense.brand, ${sql.join(sums)},
        coalesce(${month('base.day')} = ${month('dense.day')}, false) or count(moved.day) over of_month > 0 as has_moved
      from dense left join base on base.affiliate = dense.affiliate and base.brand = dense.brand
        left join moved on moved.day = dense.day and moved.affiliate = dense.affiliate and moved.brand = dense.brand
      window so_far as (partition by dense.affiliate, dense.brand order by dense.day rows unbounded preceding),
        of_month as (partition by dense.affiliate, dense.brand, ${month('dense.day')} order by dense.day
          rows unbounded preceding))
    insert into running_day (day, affiliate, brand, ${columnList}) select day, affiliate, brand, ${columnList} from summed
      where movement_days + commission_days > 0 and (has_moved or extract(day from summed.day + 1) = 1)
      order by day, affiliate, brand`.execute(db)
}

async function removeSums(db: Kysely<any>, keys: readonly Stale[], through: Day): Promise<void> {
  await sql`delete from running_day using (select key.affiliate, key.brand, day::date as day
      from ${keysOf(keys)} cross join lateral ${daysOf(sql`key.since`, through)} day) gone
    where running_day.day = gone.day and running_day.affiliate = gone.affiliate
      and running_day.brand = gone.brand`.execute(db)
}

async function inSlices(keys: readonly Stale[], work: (slice: readonly Stale[]) => Promise<void>): Promise<void> {
  for (let first = 0; first < keys.length; first += keysAtOnce) await work(keys.slice(first, first + keysAtOnce))
}

/**
 * Up to which day there are running sums, once it is certain that no other server makes some; undefined where one does.
 * Asked by a statement of its own after the lock: what another one made before is seen.
 */
async function begin(db: Kysely<any>): Promise<{ through: Day | null } | undefined> {
  // Each statement sees what was committed before it, whatever the database's own default.
  await sql`set transaction isolation level read committed`.execute(db)
  const {
    rows: [lock],
  } = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${foldLock}::bigint) as is_ours`.execute(db)
  if (!lock!.is_ours) return undefined
  const {
    rows: [state],
  } = await sql<{ through: Day }>`select through::text as through from running_state`.execute(db)
  return { through: state?.through ?? null }
}

/** Works off what changed. */
async function foldChanges(db: Kysely<any>, rowsMax: number): Promise<void> {
  const begun = await begin(db)
  if (!begun) return
  const { through } = begun
  // Of days that have no running sums yet nothing is stale: what is committed is read when they are made.
  await sql`delete from running_mark where ${through === null ? sql`true` : sql`day > ${through}::date`}`.execute(db)
  if (through === null) return
  const { rows: taken } = await sql<Stale & { days: readonly Day[] | null }>`with taken as (delete from running_mark
      returning day, brand, affiliates)
    select affiliate, brand, min(day)::text as since, null::json as days from taken
      cross join unnest(affiliates) affiliate group by 1, 2
    union all select null, null, null, json_agg(distinct day) from taken order by 1, 2`.execute(db)
  const rows = taken.filter(({ days, affiliate }) => days === null && affiliate !== null)
  const remade = rows.reduce((sum, { since }) => sum + daysBetween({ from: since, to: through }) + 1, 0)
  if (remade > rowsMax) return goBack(db, rows.map(({ since }) => since).toSorted()[0]!)
  await remakeTotals(
    db,
    taken.flatMap(({ days }) => days ?? []),
  )
  await inSlices(rows, async (slice) => {
    await removeSums(db, slice, through)
    await makeSums(db, slice, through)
  })
}

/** Forgets the running sums from a day on. Until they are made again those days are read one by one. */
async function goBack(db: Kysely<any>, since: Day): Promise<void> {
  await forgetTotals(db, since)
  await sql`delete from running_day where day >= ${since}::date`.execute(db)
  await sql`update running_state set through = ${addDays(since, -1)}::date`.execute(db)
}

const firstDaySql = sql`select least((select min(day) from movement_wide), (select min(day) from commission_wide))::text`

/** Whose running sums may begin or go on in a span within one month: whoever moved, and on its last day all there are. */
async function movedWithin(db: Kysely<any>, since: Day, through: Day): Promise<Stale[]> {
  const within = sql`day between ${since}::date and ${through}::date`
  const standing = [addDays(since, -1), ...(through === endOfMonth(since) ? [addDays(startOfMonth(since), -1)] : [])]
  const { rows } = await sql<Omit<Stale, 'since'>>`
    select affiliate, brand from movement_wide where ${within} union select affiliate, brand from commission_wide where ${within}
    union select affiliate, brand from running_day where day in (${sql.join(standing.map((day) => sql`${day}::date`))})
    order by 1, 2`.execute(db)
  return rows.map((row) => ({ ...row, since }))
}

/** Makes the running sums of the days that follow, to the end of their month at most. @returns whether there are more */
async function foldNext(db: Kysely<any>, upTo: Day): Promise<boolean> {
  const begun = await begin(db)
  if (!begun) return false
  const {
    rows: [first],
  } = begun.through === null ? await sql<{ day: Day | null }>`select (${firstDaySql}) as day`.execute(db) : { rows: [] }
  const since = begun.through === null ? (first?.day ?? null) : addDays(begun.through, 1)
  if (since === null || since > upTo) return false
  const through = earliestDay(upTo, endOfMonth(since))
  await sql`delete from running_mark where day between ${since}::date and ${through}::date`.execute(db)
  await inSlices(await movedWithin(db, since, through), (slice) => makeSums(db, slice, through))
  await sql`insert into running_state (through) values (${through}::date)
    on conflict (is_only) do update set through = excluded.through`.execute(db)
  return true
}

/** Brings what brands come to a day up to the running sums. @returns whether there are more days */
async function foldTotals(db: Kysely<any>): Promise<boolean> {
  return (await begin(db)) ? buildNextBrandTotals(db) : false
}

/**
 * Works off what changed, and brings the running sums up to a day. One server does it at a time; another one that asks
 * meanwhile does nothing.
 * @param rowsMax with more rows to make again it goes back to the first of their days; {@link remadeMax}
 */
export async function buildCumulativeTotals(
  { db }: Pick<Database, 'db'>,
  upTo: Day,
  rowsMax = remadeMax,
): Promise<void> {
  await inTransaction(db, (transaction) => foldChanges(transaction, rowsMax))
  while (await inTransaction(db, (transaction) => foldNext(transaction, upTo)));
  while (await inTransaction(db, foldTotals));
  await inTransaction(db, async (transaction) => {
    if (await begin(transaction)) await foldCohortChanges(transaction)
  })
  while (
    await inTransaction(
      db,
      async (transaction) => (await begin(transaction)) !== undefined && foldNextCohorts(transaction),
    )
  );
  while (
    await inTransaction(
      db,
      async (transaction) => (await begin(transaction)) !== undefined && makeRowCounts(transaction),
    )
  );
}
