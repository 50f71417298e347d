import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '../../../config/derive/report/measureColumn.ts'
import type { ReportDimension, ReportMeasure } from '../../../config/report.ts'
import { wideColumns } from '../../ingest/movement/rollUp.ts'
import { wideCommissionColumns } from '../../payments/entries/wideCommission.ts'
import type { ReportQuestion } from '../reportQuestion.ts'
import { factDimensions, factJoins } from './dimensions.ts'
import { factScope } from './readerScope.ts'
import { commissionColumns, filterConditions, groupBy, movementColumns, neededDimensions, type SourceInput, type StoredColumns } from './sourceParts.ts'

/** What the wide roll-ups know of a row: they have no sub brand, link or product. */
const wideDimensions: ReadonlySet<ReportDimension> = new Set(['affiliate', 'partner', 'level', 'brand', 'day', 'month'])
const wideFilters: ReadonlySet<string> = new Set(['affiliate', 'partner', 'hangsOn', 'level', 'brand'])

/** Whether the wide roll-ups can answer a question: a third of the rows, and nothing to sort by product. */
export function isWide({ rows, filters, report }: ReportQuestion): boolean {
  return report.products === undefined && rows.every((dimension) => wideDimensions.has(dimension)) && Object.keys(filters).every((name) => wideFilters.has(name))
}

/** A column of a wide roll-up: what of which product stands in it. */
interface WideColumn {
  readonly name: string
  readonly product: string
  readonly column: string
}

/** What stands in a wide roll-up for a column of a report: whole cents as money, or a count; null where it holds nothing of it, which costs nothing to add up. */
function wideSum(column: ReportMeasure, { stored, wide }: { stored: StoredColumns; wide: readonly WideColumn[] }): RawBuilder<unknown> {
  const { product, measure, unit } = measureColumn(column)
  const parts = wide.filter((each) => each.column === stored[measure] && (product === null || each.product === product))
  if (parts.length === 0) return sql`null::numeric`
  // Adding up sums, not rows: a sum that another column needs as well is made once.
  const sum = sql.join(parts.map(({ name }) => sql`sum(${sql.ref(`fact.${name}`)})`), sql` + `)
  // Exact: a number of cents times 0.01 has two places.
  return unit === 'money' ? sql`coalesce((${sum}) * 0.01, 0)` : sql`coalesce(${sum}, 0)`
}

function sumsOf({ question, reader, stored }: SourceInput, { table, ...columns }: { table: string; stored: StoredColumns; wide: readonly WideColumn[] }): RawBuilder<unknown> {
  const { rows } = question
  const summed = stored.map((column) => sql`${wideSum(column, columns)} as ${sql.id(column)}`)
  return sql`select ${sql.join([...factDimensions(rows), ...summed])} from ${sql.table(table)} fact ${factJoins(neededDimensions(question))}
    where ${sql.join([...filterConditions(question), factScope(reader, 'fact')], sql` and `)} ${groupBy(rows.length)}`
}

/** The sums of the wide roll-up of movement, by the report's rows: the same numbers as those of movement. */
export function wideSource(input: SourceInput): RawBuilder<unknown> {
  return sumsOf(input, { table: 'movement_wide', stored: movementColumns, wide: wideColumns })
}

/** The sums of the wide roll-up of commission, by the report's rows: the same numbers as those of commission. */
export function wideCommissionSource(input: SourceInput): RawBuilder<unknown> {
  return sumsOf(input, { table: 'commission_wide', stored: commissionColumns, wide: wideCommissionColumns })
}
