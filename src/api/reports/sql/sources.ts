import { type RawBuilder, sql } from 'kysely'
import type { ReportMeasure } from '../../../config/report.ts'
import type { MeasureName } from '../../../domain/measures.ts'
import { arrayOf, idArray } from '../../payments/arrays.ts'
import { columnParts } from '../reportColumns.ts'
import { factScope, isBelow, partnerScope, type ReportReader } from '../reportReader.ts'
import type { ReportQuestion } from '../reportQuestion.ts'
import { factDimensions, factJoins, partnerDimensions } from './dimensions.ts'

/** Where {@link spansBelow} of the partners filtered by stands in a report's statement. */
export const filterSpans = 'filter_below'

const movementColumns: Readonly<Partial<Record<MeasureName, string>>> = {
  turnover: 'turnover', payout: 'payout', bonus: 'bonus', chargebacks: 'chargebacks', bet_count: 'bets', clicks: 'clicks', registrations: 'registrations', ftd: 'ftd',
  deposit_count: 'deposit_count', deposits: 'deposits', withdrawal_count: 'withdrawal_count', withdrawals: 'withdrawals',
}
const commissionColumns: Readonly<Partial<Record<MeasureName, string>>> = { admin_fee: 'admin_fee', reward: 'reward', qty_cpa: 'qty_cpa' }
const partnerColumns: Readonly<Partial<Record<MeasureName, string>>> = { reward_value: 'reward_value', abatment: 'abatment', value: 'value' }

/** A stored column of a report as a sum over a source; 0 where another source has it. */
function summed(column: ReportMeasure, columns: Readonly<Partial<Record<MeasureName, string>>>): RawBuilder<unknown> {
  const { product, measure } = columnParts(column)
  const stored = columns[measure]
  if (!stored) return sql`0::numeric as ${sql.id(column)}`
  const only = product ? sql` filter (where fact.product = ${product}::text)` : sql``
  return sql`coalesce(sum(${sql.ref(`fact.${stored}`)})${only}, 0)::numeric as ${sql.id(column)}`
}

function filterConditions({ report, filters, from, to }: ReportQuestion): RawBuilder<unknown>[] {
  const { brand, subBrand, affiliate, campaign, action, product, partner, level } = filters
  return [
    sql`fact.day between ${from}::text::date and ${to}::text::date`,
    ...(brand ? [sql`fact.brand = any(${idArray(brand)})`] : []),
    ...(subBrand ? [sql`fact.sub_brand = any(${idArray(subBrand)})`] : []),
    ...(affiliate ? [sql`fact.affiliate = any(${idArray(affiliate)})`] : []),
    ...(campaign ? [sql`fact.action in (select id from action where campaign = any(${idArray(campaign)}))`] : []),
    ...(action ? [sql`fact.action = any(${idArray(action)})`] : []),
    ...(product ? [sql`fact.product = any(${arrayOf('text', product)})`] : []),
    ...(report.products ? [sql`fact.product = any(${arrayOf('text', report.products)})`] : []),
    ...(partner ? [isBelow(filterSpans, 'fact')] : []),
    ...(level ? [sql`stood.level = any(${idArray(level)})`] : []),
  ]
}

interface SourceInput {
  readonly question: ReportQuestion
  readonly reader: ReportReader
  readonly stored: readonly ReportMeasure[]
}

function factSource({ question, reader, stored }: SourceInput, table: 'movement' | 'commission'): RawBuilder<unknown> {
  const { rows, filters } = question
  const needed = new Set<string>([...rows, ...(filters.level ? ['level'] : [])])
  const columns = table === 'movement' ? movementColumns : commissionColumns
  const counted = stored.map((column) =>
    (column === 'qty_affiliates' && table === 'movement' ? sql`count(distinct fact.affiliate)::numeric as qty_affiliates` : summed(column, columns)))
  const selected = [...factDimensions(rows), ...counted]
  return sql`select ${sql.join(selected)} from ${sql.table(table)} fact ${factJoins(needed)}
    where ${sql.join([...filterConditions(question), factScope(reader, 'fact')], sql` and `)} ${groupBy(rows.length)}`
}

function partnerSource({ question, reader, stored }: SourceInput): RawBuilder<unknown> | null {
  const { rows, filters, from, to } = question
  const dimensions = partnerDimensions(rows)
  const isNarrowed = Object.keys(filters).some((name) => name !== 'partner' && name !== 'level')
  if (!dimensions || isNarrowed || !stored.some((column) => partnerColumns[columnParts(column).measure])) return null
  const conditions = [
    sql`fact.day between ${from}::text::date and ${to}::text::date`, partnerScope(reader, 'fact'),
    ...(filters.partner ? [sql`fact.partner in (select id from filter_partner)`] : []),
    ...(filters.level ? [sql`fact.level = any(${idArray(filters.level)})`] : []),
  ]
  return sql`select ${sql.join([...dimensions, ...stored.map((column) => summed(column, partnerColumns))])} from partner_commission fact
    where ${sql.join(conditions, sql` and `)} ${groupBy(rows.length)}`
}

function groupBy(count: number): RawBuilder<unknown> {
  return count === 0 ? sql`` : sql`group by ${sql.raw(Array.from({ length: count }, (_, index) => index + 1).join(', '))}`
}

/** The columns only partners' earnings have. A report narrowed by something they do not know (a brand) has none of them. */
export function isPartnerColumn(column: ReportMeasure): boolean {
  return partnerColumns[columnParts(column).measure] !== undefined
}

/** The sums of every source that a report needs, one under the other, each by the report's rows; `hasPartners` says whether partners' earnings are among them. */
export function sources(input: SourceInput): { union: RawBuilder<unknown>; hasPartners: boolean } {
  const { stored } = input
  const partners = partnerSource(input)
  const parts = [
    factSource(input, 'movement'),
    ...(stored.some((column) => commissionColumns[columnParts(column).measure]) ? [factSource(input, 'commission')] : []),
    ...(partners ? [partners] : []),
  ]
  return { union: sql.join(parts, sql` union all `), hasPartners: partners !== null }
}
