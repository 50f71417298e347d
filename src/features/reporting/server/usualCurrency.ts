import { type Kysely, type RawBuilder, sql } from 'kysely'
import { idArray } from '#engine/server/database/arrays.ts'
import { asOfSql } from '#engine/server/database/systemHistory.ts'
import { partnerSubtree, visibleBrands } from '#engine/records/server/visibility/scope.ts'
import type { ReportRequest } from './reportQuestion.ts'
import type { ReportReader } from './reportReader.ts'

/** The brands whose numbers a reader sees, as the condition on `brand`. */
function isReaders(reader: ReportReader): RawBuilder<unknown> {
  if (reader.kind === 'session') return sql`brand.id in (${visibleBrands(reader.actor)})`
  const whose =
    reader.kind === 'affiliate'
      ? sql`owned.id = ${String(reader.id)}::text::bigint`
      : sql`owned.partner in (${partnerSubtree(reader.id)})`
  return sql`brand.id in (select unnest(owned.brands) from affiliate owned where ${whose})`
}

/**
 * The currency in which a report without rows says that there is nothing: that of the first brand that is asked for, or
 * that the reader sees. Undefined where there is no brand.
 */
export async function usualCurrency(
  db: Kysely<any>,
  { question, reader }: { question: ReportRequest; reader: ReportReader },
): Promise<string | undefined> {
  const { filters, knownAt } = question
  const isAsked = filters.brand ? sql`brand.id = any(${idArray(filters.brand)})` : sql`true`
  const {
    rows: [row],
  } = await asOfSql(
    sql<{ currency: string }>`select brand.currency from brand where ${isAsked} and ${isReaders(reader)}
      order by brand.id limit 1`,
    knownAt,
  ).execute(db)
  return row?.currency
}
