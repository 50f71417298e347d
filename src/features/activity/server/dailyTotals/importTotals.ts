import { type Kysely, sql } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { textArray } from '#engine/server/database/arrays.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { controlMeasures, type DayTotals, readDayTotals, type ToldTotals } from '#rules/activity/dailyTotals.ts'
import type { Product } from '#rules/activity/measures.ts'
import { movementColumns } from '../rollUp/columns.ts'
import { statedTotals } from './statedTotals.ts'
import { moneyOf } from '../rollUp/rollUp.ts'
import type { ControlTotal, RefusalCode } from '../feed/feedReport.ts'
import { earliestMoment } from '../write/incomingEvent.ts'
import type { FeedRow } from '../feed/parseFeed.ts'

/** A row of daily totals that can be recorded once its link is known. */
export interface TotalRow {
  readonly line: number
  /** The link as the file names it; its affiliate where it names none. */
  readonly link: string
  readonly affiliate: string | null
  readonly day: Day
  readonly totals: DayTotals
  readonly stated: ToldTotals['stated']
}

/** Reads a row of daily totals, or says why it cannot be taken. */
export function readTotalRow(
  { line, raw }: FeedRow,
  given: { product: Product; currency: string | null; zone: string; now: Date },
): TotalRow | RefusalCode {
  if (!raw) return 'wrong_number_of_values'
  const { day = '', link = '', affiliate = '', currency = '' } = raw
  const told = readDayTotals(raw, { columns: movementColumns, product: given.product })
  if (typeof told === 'string') return told
  if (day < earliestMoment.slice(0, 10)) return 'moment_too_early'
  if (day > businessDay({ at: given.now, zone: given.zone })) return 'moment_in_future'
  if (currency !== '' && given.currency !== null && currency.toUpperCase() !== given.currency)
    return 'currency_of_another'
  const name = link.trim() || affiliate.trim()
  if (name === '') return 'unknown_action'
  return { line, link: name, affiliate: affiliate.trim() || null, day, ...told }
}

/** The tokens of links that another system's ids name, by that id. */
export async function tokensByExternalId(
  db: Kysely<AnyTables>,
  { brand, names }: { brand: number; names: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; token: string }>`select external_id.value as name, action.token
    from external_id join action on action.id = external_id.record join campaign on campaign.id = action.campaign
    where object = 'action' and campaign.brand = ${brand}
      and external_id.value in (select unnest(${textArray(names)}::text::text[]))`.execute(db)
  return new Map(rows.map(({ name, token }) => [name, token]))
}

const countMeasures: ReadonlySet<string> = new Set(
  movementColumns.flatMap(({ name, isMoney }) => (isMoney ? [] : [name])),
)

/** What a file states for each month beside what is booked for the brand by now. */
export async function compareMonths(
  db: Kysely<AnyTables>,
  { brand, months }: { brand: number | null; months: ReadonlyMap<string, ReadonlyMap<string, bigint>> },
): Promise<ControlTotal[]> {
  const names = [...months.keys()].sort()
  if (names.length === 0) return []
  const { rows } = await sql<Record<string, string> & { month: string }>`
    select to_char(day, 'YYYY-MM') as month, sum(clicks)::text as clicks, sum(registrations)::text as registrations,
      sum(ftd)::text as ftd, sum(deposit_count)::text as deposit_count, sum(deposits)::text as deposits,
      sum(turnover)::text as turnover, sum(turnover - payout)::text as ggr,
      sum(turnover - payout - bonus - chargebacks)::text as ngr
    from movement where brand = ${brand} and day >= ${`${names[0]!}-01`}::text::date
      and day < (${`${names.at(-1)!}-01`}::text::date + interval '1 month') group by 1`.execute(db)
  const booked = new Map(rows.map((row) => [row.month, row]))
  return names.flatMap((month) =>
    controlMeasures.map((measure): ControlTotal => {
      const isCount = countMeasures.has(measure)
      const theirs = months.get(month)?.get(measure) ?? 0n
      const told = booked.get(month)?.[measure] ?? '0'
      const ours = BigInt(isCount ? told : cents(told))
      const text = (value: bigint) => (isCount ? String(value) : moneyOf(value))
      return { month, measure, theirs: text(theirs), ours: text(ours), difference: text(ours - theirs) }
    }),
  )
}

const cents = (money: string) => {
  const [whole = '0', decimals = ''] = money.split('.')
  return `${whole}${decimals.padEnd(2, '0')}`
}

/** What people stated for each month, else what imported files did, the newest first, beside what is booked now. */
export async function controlOfImports(db: Kysely<AnyTables>, brand: number): Promise<ControlTotal[]> {
  const { rows } = await sql<{ control: readonly ControlTotal[] }>`select import_report -> 'control' as control
    from feed_upload where brand = ${brand}::bigint and jsonb_array_length(coalesce(import_report -> 'control', '[]')) > 0
    order by id`.execute(db)
  const months = new Map<string, Map<string, bigint>>()
  for (const { month, measure, theirs } of rows.flatMap(({ control }) => control)) {
    const value = BigInt(countMeasures.has(measure) ? theirs : cents(theirs))
    months.set(month, (months.get(month) ?? new Map<string, bigint>()).set(measure, value))
  }
  const stated = await statedTotals(db, brand)
  for (const { month, measure, value } of stated) {
    const total = BigInt(countMeasures.has(measure) ? value!.split('.')[0]! : cents(value!))
    months.set(month, (months.get(month) ?? new Map<string, bigint>()).set(measure, total))
  }
  const typed = new Set(stated.map(({ month, measure }) => `${month} ${measure}`))
  const compared = await compareMonths(db, { brand, months })
  return compared
    .filter(({ month, measure }) => months.get(month)!.has(measure))
    .map((total) => (typed.has(`${total.month} ${total.measure}`) ? { ...total, isStated: true } : total))
}
