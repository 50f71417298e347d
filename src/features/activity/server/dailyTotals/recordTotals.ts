import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { plainArray, textArray } from '#engine/server/database/arrays.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { DayTotals } from '#rules/activity/dailyTotals.ts'
import type { Product } from '#rules/activity/measures.ts'
import { movementColumns } from '../rollUp/columns.ts'
import { moneyOf, type MovementRow } from '../rollUp/rollUp.ts'
import { writeMovement } from '../rollUp/writeMovement.ts'
import type { IngestBrand, IngestContext } from '../write/ingestContext.ts'
import type { FeedSource } from '../freshness/recordFeed.ts'
import { loadLinks } from '../write/links.ts'

/** Totals of a day of a link. */
export interface LinkTotals {
  readonly token: string
  readonly day: Day
  readonly totals: DayTotals
}

/** Where and how totals are recorded. */
interface RecordTotalsInput {
  readonly database: Pick<Database, 'db'>
  readonly brand: IngestBrand
  readonly rows: readonly LinkTotals[]
  /** Rows of one import for the same link and day add up; those of an earlier one are replaced. */
  readonly batch: string
  readonly source: Omit<FeedSource, 'via'>
  /** Write nothing. */
  readonly dryRun?: boolean | undefined
}

interface StoredTotal {
  readonly action: number
  readonly day: Day
  readonly product: Product | 'none'
  readonly affiliate: number
  readonly sub_brand: number
  readonly measures: Readonly<Record<string, string | number>>
  readonly is_same: boolean
}

interface Booked {
  readonly action: number
  readonly day: Day
  readonly product: Product | 'none'
  readonly affiliate: number
  readonly subBrand: number
  readonly values: bigint[]
}

const noValues = () => movementColumns.map(() => 0n)
const keyOf = ({ action, day, product }: Pick<Booked, 'action' | 'day' | 'product'>) => `${action}|${day}|${product}`

function valuesOf(measures: StoredTotal['measures']): bigint[] {
  return movementColumns.map(({ name, isMoney }) => {
    const value = measures[name]
    if (value === undefined) return 0n
    return BigInt(isMoney ? String(value).replace('.', '') : value)
  })
}

function measuresOf(values: readonly bigint[]): Record<string, string | number> {
  return Object.fromEntries(
    movementColumns.flatMap(({ name, isMoney }, index) => {
      const value = values[index]!
      return value === 0n ? [] : [[name, isMoney ? moneyOf(value) : Number(value)]]
    }),
  )
}

async function readStored(
  { trx, brand }: IngestContext,
  days: readonly Pick<Booked, 'action' | 'day'>[],
  batch: string,
) {
  const { rows } = await sql<StoredTotal>`select action, daily_total.day::text as day, product, affiliate, sub_brand,
      measures, import = ${batch}::text::uuid as is_same
    from daily_total join (select distinct * from unnest(${plainArray(days.map(({ action }) => action))}::text::bigint[],
      ${textArray(days.map(({ day }) => day))}::text::date[]) as given (of_action, of_day)) asked
      on action = of_action and daily_total.day = of_day
    where brand = ${brand.id}`.execute(trx)
  return rows
}

/** What the rows come to, by link, day and product. */
function bookedOf(rows: readonly LinkTotals[], links: Awaited<ReturnType<typeof loadLinks>>): Map<string, Booked> {
  const booked = new Map<string, Booked>()
  for (const { token, day, totals } of rows) {
    const link = links.byToken.get(token)
    if (!link) continue
    const { action, affiliate, subBrand } = link
    for (const [product, sums] of totals) {
      const key = keyOf({ action, day, product })
      const row = booked.get(key) ?? { action, day, product, affiliate, subBrand, values: noValues() }
      booked.set(key, row)
      movementColumns.forEach(({ name }, index) => (row.values[index]! += sums.get(name) ?? 0n))
    }
  }
  return booked
}

async function writeTotals({ trx, brand }: IngestContext, rows: readonly Booked[], batch: string): Promise<void> {
  if (rows.length === 0) return
  const numbers = (of: (row: Booked) => number) => sql`${plainArray(rows.map(of))}::text::bigint[]`
  await sql`insert into daily_total (brand, action, day, product, affiliate, sub_brand, measures, import)
    select ${brand.id}::bigint, action, day, product, affiliate, sub_brand, measures::jsonb, ${batch}::text::uuid
      from unnest(${numbers(({ action }) => action)}, ${textArray(rows.map(({ day }) => day))}::text::date[],
        ${textArray(rows.map(({ product }) => product))}::text::text[], ${numbers(({ affiliate }) => affiliate)},
        ${numbers(({ subBrand }) => subBrand)},
        ${textArray(rows.map(({ values }) => JSON.stringify(measuresOf(values))))}::text::text[])
        as given (action, day, product, affiliate, sub_brand, measures)
    on conflict (brand, action, day, product) do update set measures = excluded.measures, import = excluded.import,
      received_at = case when daily_total.measures = excluded.measures then daily_total.received_at
        else excluded.received_at end`.execute(trx)
}

async function removeTotals({ trx, brand }: IngestContext, rows: readonly Booked[]): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from daily_total using unnest(${plainArray(rows.map(({ action }) => action))}::text::bigint[],
      ${textArray(rows.map(({ day }) => day))}::text::date[], ${textArray(rows.map(({ product }) => product))}::text::text[])
      as gone (action, day, product)
    where daily_total.brand = ${brand.id} and daily_total.action = gone.action and daily_total.day = gone.day
      and daily_total.product = gone.product`.execute(trx)
}

/**
 * Records totals of days of links and books in movement what differs from what was stated before, in one transaction. A
 * link's day that is stated again replaces its totals of all products; stating the same changes nothing.
 * @returns the days of links that changed, as `token|day`
 */
export async function recordTotals({
  database,
  brand,
  rows,
  batch,
  source,
  dryRun,
}: RecordTotalsInput): Promise<Set<string>> {
  return inTransaction(database.db, async (trx) => {
    const writer = { trx, brand }
    // Two imports of one brand would replace each other's days half.
    await sql`select pg_advisory_xact_lock(hashtext('dailyTotals'), ${brand.id}::integer)`.execute(trx)
    const links = await loadLinks(writer, {
      tokens: [...new Set(rows.map(({ token }) => token))],
      codes: [],
      clickIds: [],
      actions: [],
    })
    const days = rows.flatMap(({ token, day }) => {
      const action = links.byToken.get(token)?.action
      return action === undefined ? [] : [{ action, day }]
    })
    const stored = await readStored(writer, days, batch)
    const booked = bookedOf(rows, links)
    const [gone, deltas]: [Booked[], MovementRow[]] = [[], []]
    const left = new Map(booked)
    for (const { sub_brand: subBrand, is_same: isSame, measures, ...row } of stored) {
      const before = valuesOf(measures)
      const now = left.get(keyOf(row))
      left.delete(keyOf(row))
      if (isSame && !now) continue
      const after = (now?.values ?? noValues()).map((value, index) => (isSame ? value + before[index]! : value))
      if (now) booked.set(keyOf(row), { ...now, affiliate: row.affiliate, subBrand, values: after })
      else gone.push({ ...row, subBrand, values: before })
      deltas.push({ ...row, subBrand, brand: brand.id, values: after.map((value, index) => value - before[index]!) })
    }
    for (const row of left.values()) deltas.push({ ...row, brand: brand.id })
    const changed = deltas.filter(({ values }) => values.some((value) => value !== 0n))
    if (!dryRun) {
      await removeTotals(writer, gone)
      await writeTotals(writer, [...booked.values()].toSorted(byKey), batch)
      const day = [...booked.values()].reduce<Day | null>(
        (last, row) => (last && last > row.day ? last : row.day),
        null,
      )
      const feed = { source: { ...source, via: 'totals' as const }, day, at: null }
      await writeMovement(writer, changed.toSorted(byMovementKey), { feed })
    }
    const tokens = new Map([...links.byToken].map(([token, { action }]) => [action, token]))
    return new Set(changed.map(({ action, day }) => `${tokens.get(action)}|${day}`))
  })
}

const byKey = (one: Booked, other: Booked) =>
  one.action - other.action ||
  (one.day < other.day ? -1 : one.day > other.day ? 1 : one.product < other.product ? -1 : 1)

function byMovementKey(one: MovementRow, other: MovementRow): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  return (
    one.subBrand - other.subBrand ||
    one.affiliate - other.affiliate ||
    one.action - other.action ||
    (one.product < other.product ? -1 : 1)
  )
}
