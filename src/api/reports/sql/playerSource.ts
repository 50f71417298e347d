import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '../../../../resources/measures.ts'
import type { ReportMeasure } from '../../../config/report.ts'
import type { MeasureName } from '../../../config/names.ts'
import { eventContribution } from '../../ingest/movement/eventContribution.ts'
import { columnsNeeded } from '../reportColumns.ts'
import type { ReportQuestion } from '../reportQuestion.ts'
import { factDimensions, factJoins } from './dimensions.ts'
import { factScope } from './readerScope.ts'
import {
  converted,
  filterConditions,
  groupBy,
  inMinor,
  movementColumns,
  neededDimensions,
  nothingOf,
  type Rated,
  rateByBrand,
  type SourceInput,
  summed,
} from './sourceParts.ts'

/** Whether a question tells players apart: roll-ups do not know them, the events themselves do. */
export const isByPlayer = ({ rows }: Pick<ReportQuestion, 'rows'>): boolean => rows.includes('player')

const knownByPlayer = (measure: MeasureName) => movementColumns[measure] !== undefined || measure === 'qty_cpa'

/**
 * Whether a column can be said of one player: commission is earned by an affiliate on all of its players together, so
 * what is made from it cannot.
 */
export function isPlayerColumn(column: ReportMeasure): boolean {
  return columnsNeeded([column]).stored.every((stored) => knownByPlayer(measureColumn(stored).measure))
}

function eventSum(column: ReportMeasure, rate: Rated): RawBuilder<unknown> {
  const { product, measure } = measureColumn(column)
  const stored = movementColumns[measure]
  if (!stored) return nothingOf(column)
  const only = product ? sql` filter (where fact.product = ${product}::text)` : sql``
  return inMinor(column, sql`sum(${converted(column, eventContribution(stored), rate)})${only}`)
}

/**
 * The sums by player: what its events add to movement, and whether it qualified for CPA. The same sums as those of
 * movement and commission, read from what these were made of.
 */
export function playerSource({ question, reader, stored }: SourceInput): RawBuilder<unknown> {
  const { rows } = question
  const where = (attributed: RawBuilder<unknown>) =>
    sql`where ${sql.join(
      [...filterConditions(question), factScope(reader, 'fact'), attributed],
      sql`
      and `,
    )}
      ${groupBy(rows.length)}`
  const { rate, join } = rateByBrand(question)
  const joins = sql`${join} ${factJoins(neededDimensions(question))}`
  const qualified = sql`(select day, brand, sub_brand, affiliate, action, player, 'cpa' as product, step as qty_cpa
    from cpa_qualification)`
  return sql`select ${sql.join([...factDimensions(rows), ...stored.map((column) => eventSum(column, rate))])}
    from event fact ${joins} ${where(sql`fact.affiliate
    is not null`)}
    union all select ${sql.join([...factDimensions(rows), ...stored.map((column) => summed(column, { qty_cpa: 'qty_cpa' }))])}
      from ${qualified} fact ${joins} ${where(sql`true`)}`
}
