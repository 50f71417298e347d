import type { ReportMeasure } from '../../config/report.ts'
import { measureParts } from '../../domain/expression/measureValues.ts'
import { type DerivedMeasureName, type MeasureName, type MeasureUnit, measures, products } from '../../domain/measures.ts'

/** The products that have a part of a commission. */
const rewardProducts = [...products, 'cpa'] as const

/** A column of a report taken apart: a measure, and the product where it is one product's. */
export interface ColumnParts {
  readonly product: (typeof rewardProducts)[number] | null
  readonly measure: MeasureName
}

/** Takes a column's name apart: `lotto_admin_fee` is the admin fee of lotto. */
export function columnParts(column: ReportMeasure): ColumnParts {
  const product = rewardProducts.find((each) => column.startsWith(`${each}_`) && Object.hasOwn(measures, column.slice(each.length + 1)))
  return product ? { product, measure: column.slice(product.length + 1) as MeasureName } : { product: null, measure: column as MeasureName }
}

/** What a column is counted in. */
export function columnUnit(column: ReportMeasure): MeasureUnit {
  return measures[columnParts(column).measure].unit
}

/** Measures of partners have formulas for one partner; reports add up what the close made of them. */
const addedUp: ReadonlySet<MeasureName> = new Set(['admin_fee', 'abatment', 'value', 'reward_value', 'reward'])

/** The formula's measure where a column is computed from other columns of its row; null where it is a sum of what is stored. */
export function derivedMeasure({ measure }: ColumnParts): DerivedMeasureName | null {
  return measures[measure].formula !== null && !addedUp.has(measure) ? (measure as DerivedMeasureName) : null
}

/** The columns a derived column is made from, by the word of its formula: `lotto_ggr` is made from `lotto_turnover` and `lotto_payout`. */
export function partsOfColumn(column: ReportMeasure): Readonly<Record<string, ReportMeasure>> {
  const parts = columnParts(column)
  const derived = derivedMeasure(parts)
  if (!derived) return {}
  return Object.fromEntries(measureParts(derived).map((word) => [word, (parts.product ? `${parts.product}_${word}` : word) as ReportMeasure]))
}

/** The stored and the derived columns that some columns need, derived ones after what they are made from. */
export function columnsNeeded(columns: readonly ReportMeasure[]): { readonly stored: readonly ReportMeasure[]; readonly derived: readonly ReportMeasure[] } {
  const stored = new Set<ReportMeasure>()
  const derived = new Set<ReportMeasure>()
  const visit = (column: ReportMeasure) => {
    if (!derivedMeasure(columnParts(column))) return void stored.add(column)
    Object.values(partsOfColumn(column)).forEach(visit)
    derived.add(column)
  }
  columns.forEach(visit)
  return { stored: [...stored], derived: [...derived] }
}
