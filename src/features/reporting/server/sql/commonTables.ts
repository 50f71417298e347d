import { type RawBuilder, sql } from 'kysely'
import { conversionTables } from '#features/currency/server/conversion.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { readersPartner, type ReportReader } from '../reportReader.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { readerSpans, spansBelow } from './readerScope.ts'
import { filterSpans } from './sourceParts.ts'

/**
 * The tables that the conditions of a question and its reader name: who hung below whom, by day. Each is made by
 * itself, before the statement: workers take no recursion in what they are asked.
 */
export function commonTables(
  { rows, filters, from, to, convertedTo }: Pick<ReportRequest, 'rows' | 'filters' | 'from' | 'to' | 'convertedTo'>,
  reader: ReportReader,
): RawBuilder<unknown>[] {
  const partner = readersPartner(reader)
  const usesHierarchy =
    rows.includes('partner') || rows.includes('level') || filters.level || filters.standsOn || filters.hangsOn
  return [
    ...(partner !== null ? [sql`${sql.id(readerSpans)} as materialized (${spansBelow([partner])})`] : []),
    ...(filters.partner
      ? [
          sql`${sql.id(filterSpans)} as materialized (${spansBelow(filters.partner)})`,
          sql`filter_partner as materialized (with recursive subtree as (
            select id from partner where id = any(${idArray(filters.partner)})
            union select below.id from partner below join subtree on below.parent = subtree.id
          ) select id from subtree)`,
        ]
      : []),
    ...(convertedTo === undefined ? [] : conversionTables({ from, to, currency: convertedTo })),
    ...(usesHierarchy
      ? [sql`hung as materialized (select affiliate, partner, valid_from, valid_until from affiliate_span)`]
      : []),
  ]
}
