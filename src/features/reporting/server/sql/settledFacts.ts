import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, earliestDay, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import type { ReportDimension } from '#engine/declaration/report.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { type RunningSource, cumulativeSources } from '../cumulativeSums/columns.ts'
import type { PrecomputedDays } from '../cumulativeSums/readSettled.ts'

/** What is read: of which roll-ups, and which of their columns. */
export interface Reading {
  readonly sources: readonly RunningSource[]
  readonly columns: readonly string[]
}

/** Rows of the roll-ups themselves, one a day, affiliate and brand. */
export function readByDay({ sources, columns }: Reading, condition: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return sources.map(({ table, columns: own }) => {
    const values = columns.map((name) =>
      own.includes(name) ? sql.ref(`own.${name}`) : sql`null::bigint as ${sql.id(name)}`,
    )
    return sql`select ${sql.join([sql`own.day`, sql`own.brand`, sql`own.affiliate`, ...values])}
      from ${sql.table(table)} own where ${condition}`
  })
}

/** The period of a question, what of it running sums answer, and whether its rows are months. */
export interface SettledPeriod {
  readonly from: Day
  readonly to: Day
  readonly rows: readonly ReportDimension[]
  readonly settled: PrecomputedDays
}

/** The day whose row holds where there is none of the day itself; null for the last day of a month, which has all. */
const standsFor = (day: Day): Day | null => (day === endOfMonth(day) ? null : addDays(startOfMonth(day), -1))

/** The months of a period, the first and the last of them as far as they are in it. */
function monthsOf({ from, to }: { readonly from: Day; readonly to: Day }): { from: Day; to: Day }[] {
  const end = earliestDay(endOfMonth(from), to)
  return [{ from, to: end }, ...(end < to ? monthsOf({ from: addDays(end, 1), to }) : [])]
}

const sameKey = (alias: string) => sql.raw(`${alias}.affiliate = ended.affiliate and ${alias}.brand = ended.brand`)

/**
 * What stands in the running sums of one day less what stood the day before the period, one row an affiliate and brand
 * with anything in between.
 * @param day whose rows are read
 * @param instead left out are affiliates that have a row of this day; null where none is
 */
function differences(
  { from, settled: { unsettled } }: Omit<SettledPeriod, 'rows'>,
  { sources, columns, day, instead }: Reading & { readonly day: Day; readonly instead: Day | null },
): RawBuilder<unknown> {
  const before = addDays(from, -1)
  const standing = standsFor(before)
  const stood = (name: string) =>
    standing === null
      ? sql`coalesce(${sql.ref(`begun.${name}`)}, 0)`
      : sql`coalesce(${sql.ref(`begun.${name}`)}, ${sql.ref(`standing.${name}`)}, 0)`
  const values = columns.map((name) => sql`${sql.ref(`ended.${name}`)} - ${stood(name)} as ${sql.id(name)}`)
  const hasAny = sources.map(({ count }) => sql`${sql.ref(`ended.${count}`)} > ${stood(count)}`)
  return sql`select ${from}::date as day, ended.brand, ended.affiliate${columns.length > 0 ? sql`, ` : sql``}${sql.join(values)}
    from running_day ended
    left join running_day begun on begun.day = ${before}::date and ${sameKey('begun')}
    ${
      standing === null
        ? sql``
        : sql`left join running_day standing on standing.day = ${standing}::date and ${sameKey('standing')}
            and begun.day is null`
    }
    where ended.day = ${day}::date and (${sql.join(hasAny, sql` or `)})
      ${unsettled.length === 0 ? sql`` : sql`and ended.affiliate <> all(${idArray(unsettled)})`}
      ${
        instead === null
          ? sql``
          : sql`and not exists (select from running_day later where later.day = ${instead}::date and ${sameKey('later')})`
      }`
}

/**
 * The rows of the wide roll-ups in a period as far as sums know them: of what is settled one row an affiliate and brand
 * on the first day (of each month, where rows are months), of the rest one a day.
 * @param tables of which roll-ups: who has a row in none of them has none here
 * @param columns those to be read, of any of the tables
 */
export function precomputedFacts(
  period: SettledPeriod,
  tables: readonly RunningSource['table'][],
  columns: readonly string[],
): RawBuilder<unknown> {
  const { rows, ...whole } = period
  const { from, to, settled } = whole
  const { through, unsettled } = settled
  const reading: Reading = { sources: cumulativeSources.filter(({ table }) => tables.includes(table)), columns }
  const byDay = (condition: RawBuilder<unknown>) => readByDay(reading, condition)
  const spans = rows.includes('month') ? monthsOf({ from, to: through }) : [{ from, to: through }]
  const parts = [
    ...spans.flatMap((span) => {
      const standing = standsFor(span.to)
      return [
        differences({ ...whole, ...span }, { ...reading, day: span.to, instead: null }),
        // Who has no row of the last day has not moved in its month: what stood before it is all, if the period begins there.
        ...(standing !== null && standing >= span.from
          ? [differences({ ...whole, ...span }, { ...reading, day: standing, instead: span.to })]
          : []),
      ]
    }),
    ...(through < to ? byDay(sql`own.day between ${addDays(through, 1)}::date and ${to}::date`) : []),
    ...(unsettled.length > 0
      ? byDay(sql`own.affiliate = any(${idArray(unsettled)}) and own.day between ${from}::date and ${through}::date`)
      : []),
  ]
  return sql`(${sql.join(parts, sql` union all `)})`
}
