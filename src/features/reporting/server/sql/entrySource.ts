import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { MeasureName } from '#engine/declaration/names.ts'
import { idArray } from '#engine/server/database/arrays.ts'
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
 * The affiliates' entries that a question adds up: where they are read from (as `fact`), what that needs beside it, and
 * under which conditions.
 */
export function entryFacts({ question, reader }: Pick<SourceInput, 'question' | 'reader'>): {
  readonly from: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
} {
  const { filters, from, to, book } = question
  const conditions = [
    sql`fact.day between ${from}::date and ${to}::date and fact.affiliate is not null`,
    entryScope(reader, 'fact'),
    ...(book?.brands ? [sql`fact.currency = ${book.currency}::text`] : []),
    ...(filters.affiliate ? [sql`fact.affiliate = any(${idArray(filters.affiliate)})`] : []),
    ...(filters.partner ? [isBelow(filterSpans, 'fact')] : []),
    ...(filters.hangsOn ? [sql`coalesce(hung.partner, 0) = any(${idArray(filters.hangsOn)})`] : []),
    ...(filters.level ? [sql`coalesce(stood.level, 0) = any(${idArray(filters.level)})`] : []),
    ...(filters.standsOn ? [sql`coalesce(stood.partner_level, 0) = any(${idArray(filters.standsOn)})`] : []),
  ]
  return {
    from: readerEntries(reader, filters.brand),
    joins: factJoins(neededDimensions(question)),
    where: sql.join(conditions, sql` and `),
  }
}

/** The sums of affiliates' entries, by the report's rows; filtered by brand, of what these make up of each entry. */
export function entrySource({ question, reader, stored }: SourceInput): RawBuilder<unknown> {
  const { rows } = question
  const { rate, join } = rateByCurrency(question)
  const value = (measure: string) =>
    rate === null ? measure : measure.replace('fact.value', `round(fact.value * rate_of_day.rate, ${rate.places})`)
  const counted = stored.map((column) =>
    inMinor(column, sql.raw(value(entrySums[measureColumn(column).measure] ?? '0'))),
  )
  const facts = entryFacts({ question, reader })
  return sql`select ${sql.join([...factDimensions(rows), ...counted])}
    from ${facts.from} fact ${join} ${facts.joins}
    cross join lateral (select exists (select from payment_entry where payment_entry.entry = fact.id
      and payment_entry.holds) as is_held) held
    where ${facts.where} ${groupBy(rows.length)}`
}
