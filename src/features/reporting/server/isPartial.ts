import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { measureColumn } from '#resources/measures.ts'
import { visibleAmountSql, seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { ReportRequest } from './reportQuestion.ts'
import type { ReportReader } from './reportReader.ts'
import { partnerScope, readerEntries } from './sql/readerScope.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { asOfSql } from '#engine/server/database/systemHistory.ts'

const partnerMeasures = ['reward_value', 'abatment', 'value', 'gross_value']

/**
 * Whether a report's amounts are parts: of its entries, or of what partners earned, brands out of the reader's sight
 * make up the rest.
 */
export async function isPartialAnswer(
  db: Kysely<any>,
  { report, filters, from, to, knownAt }: ReportRequest,
  reader: ReportReader,
): Promise<boolean> {
  if (reader.kind !== 'session' || !seesOnlyOwnBrands(reader.actor, resources.entry)) return false
  const within = sql`fact.day between ${from}::date and ${to}::date`
  const ofAffiliate = filters.affiliate
    ? sql`fact.affiliate = any(${idArray(filters.affiliate)})`
    : sql`fact.affiliate is not null`
  const hasPartners = report.measures.some((column) => partnerMeasures.includes(measureColumn(column).measure))
  if (report.source !== 'entries' && !hasPartners) return false
  // Of brands that are asked for, which are all in sight, amounts are whole.
  if (report.source === 'entries' && filters.brand) return false
  const asked =
    report.source === 'entries'
      ? sql<{ is_partial: boolean }>`select exists (select from ${readerEntries(reader)} fact where ${within}
          and fact.is_partial and ${ofAffiliate}
          and ${scopeCondition({ actor: reader.actor, resource: resources.entry, alias: 'fact' })}) as is_partial`
      : sql<{ is_partial: boolean }>`select exists (select from whose_partner_day fact
          where ${within} and not ${visibleAmountSql(reader.actor, sql`fact.brand`)}
        and ${partnerScope(reader, 'fact')}) as is_partial`
  const {
    rows: [row],
  } = await asOfSql(asked, knownAt).execute(db)
  return row!.is_partial
}
