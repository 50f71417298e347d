import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { levelOfPartner, partnerDimensions } from './dimensions.ts'
import { entrySource } from './entrySource.ts'
import { cohortSource, isCohortColumn } from '../cohorts/cohortSource.ts'
import { affiliateCount, commissionSource, movementSource } from './factSources.ts'
import { isByEvent, isPlayerColumn, playerSource } from './playerSource.ts'
import { partnerScope, readerPartnerDays } from './readerScope.ts'
import { groupBy, rateByCurrency, type SourceInput, type StoredColumns, summed } from './sourceParts.ts'
import { settledSource } from './wideSource.ts'

const partnerColumns: StoredColumns = { reward_value: 'reward_value', abatment: 'abatment', value: 'value' }

/**
 * What partners earned as far as a question adds it up: where it is read from (as `fact`), and under which conditions. Null
 * where a report is narrowed by, or has rows of, something that it does not know.
 */
export function partnerFacts({
  question,
  reader,
  stored,
}: SourceInput): { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<unknown> } | null {
  const { rows, filters, from, to, book } = question
  const isOneAffiliate =
    reader.kind === 'affiliate' || (reader.kind === 'session' && reader.within?.affiliate !== undefined)
  const isNarrowed =
    isOneAffiliate || Object.keys(filters).some((name) => !['partner', 'hangsOn', 'level', 'standsOn'].includes(name))
  if (!partnerDimensions(rows) || isNarrowed || !stored.some(isPartnerColumn)) return null
  const conditions = [
    sql`fact.day between ${from}::date and ${to}::date`,
    partnerScope(reader, 'fact'),
    ...(book?.brands ? [sql`fact.currency = ${book.currency}::text`] : []),
    ...(filters.partner ? [sql`fact.partner in (select id from filter_partner)`] : []),
    ...(filters.standsOn ? [sql`${levelOfPartner} = any(${idArray(filters.standsOn)})`] : []),
    ...(filters.hangsOn ? [sql`fact.partner = any(${idArray(filters.hangsOn)})`] : []),
    ...(filters.level ? [sql`fact.level = any(${idArray(filters.level)})`] : []),
  ]
  return { from: readerPartnerDays(reader), where: sql.join(conditions, sql` and `) }
}

function partnerSource(input: SourceInput): RawBuilder<unknown> | null {
  const { question, stored } = input
  const facts = partnerFacts(input)
  if (!facts) return null
  const { rate, join } = rateByCurrency(question)
  const sums = stored.map((column) => summed(column, partnerColumns, rate))
  return sql`select ${sql.join([...partnerDimensions(question.rows)!, ...sums])}
    from ${facts.from} fact ${join}
    where ${facts.where} ${groupBy(question.rows.length)}`
}

/**
 * The columns only partners' earnings have. A report narrowed by something they do not know (a brand) has none of them.
 */
function isPartnerColumn(column: ReportMeasure): boolean {
  return partnerColumns[measureColumn(column).measure] !== undefined
}

/**
 * The sums of every source that a report needs, one under the other, each by the report's rows; `isKnown` says of which
 * columns they say anything: of the others nothing is answered.
 */
export function sources(input: SourceInput): {
  union: RawBuilder<unknown>
  isKnown: (column: ReportMeasure) => boolean
} {
  if (input.question.report.source === 'entries') return { union: entrySource(input), isKnown: () => true }
  if (input.question.report.source === 'cohorts') return { union: cohortSource(input), isKnown: isCohortColumn }
  if (isByEvent(input.question)) return { union: playerSource(input), isKnown: isPlayerColumn }
  const partners = partnerSource(input)
  const settled = settledSource(input)
  const facts = settled ? [settled] : [movementSource(input), commissionSource(input)]
  const parts = [...facts, affiliateCount(input), partners].filter((part) => part !== null)
  return {
    union: sql.join(parts, sql` union all `),
    isKnown: (column) => partners !== null || !isPartnerColumn(column),
  }
}
