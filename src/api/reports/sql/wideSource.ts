import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '../../../config/derive/report/measureColumn.ts'
import type { ReportDimension, ReportMeasure } from '../../../config/report.ts'
import { type MeasureName, products } from '../../../domain/measures.ts'
import { wideCommissionColumns } from '../../payments/entries/wideCommission.ts'
import type { ReportQuestion } from '../reportQuestion.ts'
import { factDimensions, factJoins } from './dimensions.ts'
import { factScope } from './readerScope.ts'
import { filterConditions, groupBy, neededDimensions, type SourceInput } from './sourceParts.ts'

/** What the wide roll-ups know of a row: they have no sub brand, link or product. */
const wideDimensions: ReadonlySet<ReportDimension> = new Set(['affiliate', 'partner', 'level', 'brand', 'day', 'month'])
const wideFilters: ReadonlySet<string> = new Set(['affiliate', 'partner', 'hangsOn', 'level', 'brand'])

/** The columns that stand in it once a product, and whether also for what names none (`none_payout`). */
const byProduct: Readonly<Partial<Record<MeasureName, { readonly column: string; readonly hasNone: boolean }>>> = {
  turnover: { column: 'turnover', hasNone: false }, payout: { column: 'payout', hasNone: true }, bonus: { column: 'bonus', hasNone: true }, chargebacks: { column: 'chargebacks', hasNone: true },
  bet_count: { column: 'bets', hasNone: false },
}
const general: ReadonlySet<MeasureName> = new Set(['clicks', 'registrations', 'ftd', 'deposit_count', 'deposits', 'withdrawal_count', 'withdrawals'])

/** Whether the wide roll-ups can answer a question: a third of the rows, and nothing to sort by product. */
export function isWide({ rows, filters, report }: ReportQuestion): boolean {
  return report.products === undefined && rows.every((dimension) => wideDimensions.has(dimension)) && Object.keys(filters).every((name) => wideFilters.has(name))
}

function wideSum(column: ReportMeasure): RawBuilder<unknown> {
  const { product, measure } = measureColumn(column)
  const sums = byProduct[measure]
  if (general.has(measure)) return sql`sum(${sql.ref(`fact.${measure}`)})`
  if (!sums || product === 'cpa') return sql`0`
  const parts = product ? [product] : [...products, ...(sums.hasNone ? ['none'] : [])]
  // Adding up sums, not rows: a sum that another column needs as well is made once.
  return sql.join(parts.map((part) => sql`sum(${sql.ref(`fact.${part}_${sums.column}`)})`), sql` + `)
}

/** What stands in the wide roll-up of commission for a measure: whole cents, or a count. */
function wideCommissionSum(column: ReportMeasure): RawBuilder<unknown> {
  const { product, measure } = measureColumn(column)
  const parts = wideCommissionColumns.filter((wide) => wide.measure === measure && (product === null || wide.product === product))
  if (parts.length === 0) return sql`0`
  const sum = sql.join(parts.map(({ name }) => sql`sum(${sql.ref(`fact.${name}`)})`), sql` + `)
  // Exact: a number of cents times 0.01 has two places.
  return measure === 'qty_cpa' ? sum : sql`(${sum}) * 0.01`
}

function sumsOf({ question, reader, stored }: SourceInput, { table, sum }: { table: string; sum: (column: ReportMeasure) => RawBuilder<unknown> }): RawBuilder<unknown> {
  const { rows } = question
  const summed = stored.map((column) => sql`coalesce(${sum(column)}, 0)::numeric as ${sql.id(column)}`)
  return sql`select ${sql.join([...factDimensions(rows), ...summed])} from ${sql.table(table)} fact ${factJoins(neededDimensions(question))}
    where ${sql.join([...filterConditions(question), factScope(reader, 'fact')], sql` and `)} ${groupBy(rows.length)}`
}

/** The sums of the wide roll-up of movement, by the report's rows: the same numbers as those of movement. */
export function wideSource(input: SourceInput): RawBuilder<unknown> {
  return sumsOf(input, { table: 'movement_wide', sum: wideSum })
}

/** The sums of the wide roll-up of commission, by the report's rows: the same numbers as those of commission. */
export function wideCommissionSource(input: SourceInput): RawBuilder<unknown> {
  return sumsOf(input, { table: 'commission_wide', sum: wideCommissionSum })
}
