import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '#engine/values/calendar.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { asOfSql } from '#engine/server/database/systemHistory.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { Rate } from './rates.ts'

/** All amounts of some days in one currency. */
export interface Conversion {
  readonly to: string
  /** The rates by which, oldest first. */
  readonly rates: readonly Rate[]
}

interface AskedConversion {
  readonly from: Day
  readonly to: Day
  readonly currency: string
  /** As of which moment, which the transaction names; now where nothing is said. */
  readonly knownAt?: string | undefined
}

/** The days of what is to be converted, `currency, day`, and the tables that stand before that select. */
interface ToConvert {
  readonly tables: readonly RawBuilder<unknown>[]
  readonly select: RawBuilder<unknown>
}

/**
 * The tables of a statement by which amounts are converted: `rate_of_day` by currency, `conversion` by brand. A day has
 * the last rate up to it. They need `with`.
 */
export function conversionTables({ from, to, currency }: AskedConversion): RawBuilder<unknown>[] {
  return [
    sql`rate_of_day as materialized (select book.currency, day::date as day, book.brands, case
      when book.currency = ${currency}::text then 1 else (
        select rate.rate from rate where rate.from_currency = book.currency and rate.to_currency = ${currency}::text
          and rate.day <= days.day order by rate.day desc limit 1) end as rate
      from currency_book book cross join generate_series(${from}::text::date, ${to}::text::date,
        interval '1 day') days (day))`,
    sql`conversion as materialized (select brand, day, rate from rate_of_day cross join unnest(brands) named (brand))`,
  ]
}

/**
 * By which rates amounts of some days are in one currency. Of what is not asked for no rate is needed, and none is named.
 * @throws ApiError `rate_missing` where there is an amount of a day without a rate: it would be left out
 */
export async function readConversion(
  db: Kysely<any>,
  asked: AskedConversion,
  { tables, select }: ToConvert,
): Promise<Conversion> {
  const { rows: amounts } = await asOfSql(
    sql<{ currency: string; missing: Day | null }>`with ${sql.join([...tables, ...conversionTables(asked)])},
    amount as (select distinct currency, day from (${select}) found)
    select amount.currency, min(amount.day) filter (where rate_of_day.rate is null)::text as missing
      from amount join rate_of_day using (currency, day) group by amount.currency order by missing, amount.currency`,
    asked.knownAt,
  ).execute(db)
  const [first] = amounts
  if (first?.missing)
    throw new ApiError('rate_missing', { values: { from: first.currency, to: asked.currency, day: first.missing } })
  const { rows } = await asOfSql(
    sql<
      Omit<Rate, 'rate'> & { rate: string }
    >`select from_currency as "from", to_currency as "to", day::text as day, rate, source from rate
    where to_currency = ${asked.currency}::text
      and from_currency = any(${arrayOf(
        'text',
        amounts.map(({ currency }) => currency),
      )}) and day <= ${asked.to}::text::date
      and day >= coalesce((select max(held.day) from rate held where held.from_currency = rate.from_currency
        and held.to_currency = rate.to_currency and held.day <= ${asked.from}::text::date), '-infinity')
    order by from_currency, day`,
    asked.knownAt,
  ).execute(db)
  return { to: asked.currency, rates: rows.map((row) => ({ ...row, rate: Number(row.rate) })) }
}
