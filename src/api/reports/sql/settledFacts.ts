import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, endOfMonth, startOfMonth } from '../../../domain/calendar.ts'
import { idArray } from '../../database/arrays.ts'
import { type RunningSource, runningSources } from '../running/columns.ts'
import type { Settled } from '../running/readSettled.ts'

/** The period of a question, and what of it running sums answer. */
export interface SettledPeriod {
  readonly from: Day
  readonly to: Day
  readonly settled: Settled
}

/** The day whose row holds where there is none of the day itself; null for the last day of a month, which has all. */
const standsFor = (day: Day): Day | null => (day === endOfMonth(day) ? null : addDays(startOfMonth(day), -1))

const sameKey = (alias: string) => sql.raw(`${alias}.affiliate = ended.affiliate and ${alias}.brand = ended.brand`)

/**
 * What stands in the running sums of one day less what stood the day before the period, one row an affiliate and brand
 * with anything in between.
 * @param day whose rows are read
 * @param instead left out are affiliates that have a row of this day; null where none is
 */
function differences(
  { from, settled: { unsettled } }: SettledPeriod,
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

/** What is read: of which roll-ups, and which of their columns. */
interface Reading {
  readonly sources: readonly RunningSource[]
  readonly columns: readonly string[]
}

/**
 * The rows of the wide roll-ups in a period as far as sums know them: of what is settled one row an affiliate and brand
 * on the first day, of the rest one a day.
 * @param tables of which roll-ups: who has a row in none of them has none here
 * @param columns those to be read, of any of the tables
 */
export function settledFacts(
  period: SettledPeriod,
  tables: readonly RunningSource['table'][],
  columns: readonly string[],
): RawBuilder<unknown> {
  const { from, to, settled } = period
  const { through, unsettled } = settled
  const reading: Reading = { sources: runningSources.filter(({ table }) => tables.includes(table)), columns }
  const standing = standsFor(through)
  const byDay = (condition: RawBuilder<unknown>) =>
    reading.sources.map(({ table, columns: own }) => {
      const values = columns.map((name) =>
        own.includes(name) ? sql.ref(`own.${name}`) : sql`null::bigint as ${sql.id(name)}`,
      )
      return sql`select own.day, own.brand, own.affiliate${values.length > 0 ? sql`, ` : sql``}${sql.join(values)}
        from ${sql.table(table)} own where ${condition}`
    })
  const parts = [
    differences(period, { ...reading, day: through, instead: null }),
    // Who has no row of the last day has not moved in its month: what stood before it is all, if the period begins there.
    ...(standing !== null && standing >= from
      ? [differences(period, { ...reading, day: standing, instead: through })]
      : []),
    ...(through < to ? byDay(sql`own.day between ${addDays(through, 1)}::date and ${to}::date`) : []),
    ...(unsettled.length > 0
      ? byDay(sql`own.affiliate = any(${idArray(unsettled)}) and own.day between ${from}::date and ${through}::date`)
      : []),
  ]
  return sql`(${sql.join(parts, sql` union all `)})`
}
