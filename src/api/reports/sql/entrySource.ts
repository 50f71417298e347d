import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '../../../../resources/measures.ts'
import type { MeasureName } from '../../../config/names.ts'
import { idArray } from '../../database/arrays.ts'
import { factDimensions, factJoins } from './dimensions.ts'
import { entryScope, isBelow, readerEntries } from './readerScope.ts'
import { filterSpans, groupBy, inMinor, neededDimensions, rateByCurrency, type SourceInput } from './sourceParts.ts'

/** An entry by what became of it: it is paid, a payment holds it, or it waits. */
const entrySums: Readonly<Partial<Record<MeasureName, string>>> = {
  qty_entries: "count(*) filter (where fact.status in ('pending', 'complete'))",
  pending: "sum(fact.value) filter (where fact.status = 'pending' and not held.is_held)",
  in_flight: "sum(fact.value) filter (where fact.status = 'pending' and held.is_held)",
  paid: "sum(fact.value) filter (where fact.status = 'complete')",
}

/**
 * The sums of affiliates' entries, by the report's rows. An entry names no brand: filtered by brand are its
 * affiliate's.
 */
export function entrySource({ question, reader, stored }: SourceInput): RawBuilder<unknown> {
  const { rows, filters, from, to, book } = question
  const { rate, join } = rateByCurrency(question)
  const value = (measure: string) =>
    rate === null ? measure : measure.replace('fact.value', 'round(fact.value * rate_of_day.rate, 2)')
  const counted = stored.map((column) =>
    inMinor(column, sql.raw(value(entrySums[measureColumn(column).measure] ?? '0'))),
  )
  const conditions = [
    sql`fact.day between ${from}::date and ${to}::date and fact.affiliate is not null`,
    entryScope(reader, 'fact'),
    ...(book?.brands ? [sql`fact.currency = ${book.currency}::text`] : []),
    ...(filters.brand
      ? [sql`fact.affiliate in (select id from affiliate where brands && ${idArray(filters.brand)})`]
      : []),
    ...(filters.affiliate ? [sql`fact.affiliate = any(${idArray(filters.affiliate)})`] : []),
    ...(filters.partner ? [isBelow(filterSpans, 'fact')] : []),
    ...(filters.hangsOn ? [sql`coalesce(hung.partner, 0) = any(${idArray(filters.hangsOn)})`] : []),
    ...(filters.level ? [sql`coalesce(stood.level, 0) = any(${idArray(filters.level)})`] : []),
    ...(filters.standsOn ? [sql`coalesce(stood.partner_level, 0) = any(${idArray(filters.standsOn)})`] : []),
  ]
  return sql`select ${sql.join([...factDimensions(rows), ...counted])}
    from ${readerEntries(reader)} fact ${join} ${factJoins(neededDimensions(question))}
    cross join lateral (select exists (select from payment_entry where payment_entry.entry = fact.id
      and payment_entry.holds) as is_held) held
    where ${sql.join(conditions, sql` and `)} ${groupBy(rows.length)}`
}
