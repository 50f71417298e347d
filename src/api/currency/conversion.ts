import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Day } from '../../domain/calendar.ts'
import { asKnown } from '../database/pastTables.ts'
import { ApiError } from '../errors.ts'
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
 * By which rates the amounts of some days are in one currency.
 * @throws ApiError `rate_missing` where there is an amount of a day without a rate: it would be left out
 */
export async function readConversion(db: Kysely<any>, asked: AskedConversion): Promise<Conversion> {
  const within = sql`day between ${asked.from}::text::date and ${asked.to}::text::date`
  const {
    rows: [missing],
  } = await asKnown(
    sql<{ currency: string; day: Day }>`with ${sql.join(conversionTables(asked))},
    moved as (
      select brand, day from movement_wide where ${within} union select brand, day from commission_wide
        where ${within}),
    amount as (
      select book.currency, moved.day from moved join currency_book book on moved.brand = any(book.brands)
      union select currency, day from entry where ${within} union select currency, day from partner_commission
        where ${within})
    select amount.currency, amount.day::text as day from amount join rate_of_day using (currency, day)
      where rate_of_day.rate is null order by amount.day, amount.currency limit 1`,
    asked.knownAt,
  ).execute(db)
  if (missing)
    throw new ApiError('rate_missing', { values: { from: missing.currency, to: asked.currency, day: missing.day } })
  const { rows } = await asKnown(
    sql<
      Omit<Rate, 'rate'> & { rate: string }
    >`select from_currency as "from", to_currency as "to", day::text as day, rate, source from rate
    where to_currency = ${asked.currency}::text and from_currency in (select currency
      from currency_book) and day <= ${asked.to}::text::date
      and day >= coalesce((select max(held.day) from rate held where held.from_currency = rate.from_currency
        and held.to_currency = rate.to_currency and held.day <= ${asked.from}::text::date), '-infinity')
    order by from_currency, day`,
    asked.knownAt,
  ).execute(db)
  return { to: asked.currency, rates: rows.map((row) => ({ ...row, rate: Number(row.rate) })) }
}
