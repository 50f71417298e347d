import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { MeasureName } from '#engine/declaration/names.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { factDimensions, factJoins } from './dimensions.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { entryScope, isBelow, pastPaymentScope, readerEntries } from './readerScope.ts'
import { filterSpans, groupBy, inMinor, neededDimensions, rateByCurrency, type SourceInput } from './sourceParts.ts'

type Sums = Readonly<Partial<Record<MeasureName, string>>>

/** An entry by what became of it: it is paid, a payment holds it, or it waits. */
const entrySums: Sums = {
  qty_entries: "count(*) filter (where fact.status in ('pending', 'complete'))",
  pending: "sum(fact.value) filter (where fact.status = 'pending' and not held.is_held)",
  in_flight: "sum(fact.value) filter (where fact.status = 'pending' and held.is_held)",
  paid: "sum(fact.value) filter (where fact.status = 'complete')",
}

interface Facts {
  readonly from: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

/** Where a question's facts are read from (as `fact`), what that needs beside it, and under which conditions. */
function factsOf(question: ReportRequest, from: RawBuilder<unknown>, scope: RawBuilder<unknown>): Facts {
  const { filters, from: first, to, book, within } = question
  const conditions = [
    sql`fact.day between ${first}::date and ${to}::date and fact.affiliate is not null`,
    scope,
    ...(book?.brands ? [sql`fact.currency = ${book.currency}::text`] : []),
    ...(filters.affiliate ? [sql`fact.affiliate = any(${idArray(filters.affiliate)})`] : []),
    ...(within ? [within] : []),
    ...(filters.partner ? [isBelow(filterSpans, 'fact')] : []),
    ...(filters.hangsOn ? [sql`coalesce(hung.partner, 0) = any(${idArray(filters.hangsOn)})`] : []),
    ...(filters.level ? [sql`coalesce(stood.level, 0) = any(${idArray(filters.level)})`] : []),
    ...(filters.standsOn ? [sql`coalesce(stood.partner_level, 0) = any(${idArray(filters.standsOn)})`] : []),
  ]
  return { from, joins: factJoins(neededDimensions(question)), where: sql.join(conditions, sql` and `) }
}

/** The affiliates' entries that a question adds up. */
function entryFacts({ question, reader }: Pick<SourceInput, 'question' | 'reader'>): Facts {
  return factsOf(question, readerEntries(reader, question.filters.brand), entryScope(reader, 'fact'))
}

/** What another system paid them on the days of a question, by no brand; null where brands are asked for. */
function pastFacts({ question, reader }: Pick<SourceInput, 'question' | 'reader'>): Facts | null {
  if (question.filters.brand) return null
  const isKnown = question.knownAt === undefined ? sql`true` : sql`created_at <= ${question.knownAt}::text::timestamptz`
  const from = sql`(select paid_on as day, affiliate, currency, value from past_payment
    where state = 'paid' and ${isKnown})`
  return factsOf(question, from, pastPaymentScope(reader, 'fact'))
}

/** Of everything that a report of entries adds up. */
export function amountsOfEntries(input: Pick<SourceInput, 'question' | 'reader'>): readonly Facts[] {
  return [entryFacts(input), ...[pastFacts(input) ?? []].flat()]
}

/** The sums of affiliates' entries, by the report's rows; filtered by brand, of what these make up of each entry. */
export function entrySource(input: SourceInput): RawBuilder<unknown> {
  const { question, stored } = input
  const { rows } = question
  const { rate, join } = rateByCurrency(question)
  const value = (measure: string) =>
    rate === null ? measure : measure.replace('fact.value', `round(fact.value * rate_of_day.rate, ${rate.places})`)
  const sumsOf = ({ from, joins, where }: Facts, sums: Sums, more = sql``) => {
    const counted = stored.map((column) => inMinor(column, sql.raw(value(sums[measureColumn(column).measure] ?? '0'))))
    return sql`select ${sql.join([...factDimensions(rows), ...counted])}
      from ${from} fact ${join} ${joins} ${more} where ${where} ${groupBy(rows.length)}`
  }
  const isHeld = sql`cross join lateral (select exists (select from payment_entry
    where payment_entry.entry = fact.id and payment_entry.holds) as is_held) held`
  const past = pastFacts(input)
  const parts = [
    sumsOf(entryFacts(input), entrySums, isHeld),
    ...(past ? [sumsOf(past, { paid_elsewhere: 'sum(fact.value)' })] : []),
  ]
  return sql.join(parts, sql` union all `)
}
