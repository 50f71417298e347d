import { measureColumn } from '../../config/derive/report/measureColumn.ts'
import type { ReportMeasure } from '../../config/report.ts'
import { measureParts } from '../../domain/expression/measureValues.ts'
import { type DerivedMeasureName, type MeasureName, measures } from '../../domain/measures.ts'

/** Measures of partners have formulas for one partner; reports add up what the close made of them. */
const addedUp: ReadonlySet<MeasureName> = new Set(['admin_fee', 'abatment', 'value', 'reward_value', 'reward'])

/** The formula's measure where a column is computed from other columns of its row; null where it is a sum of what is stored. */
export function derivedMeasure(column: ReportMeasure): DerivedMeasureName | null {
  const { measure } = measureColumn(column)
  return measures[measure].formula !== null && !addedUp.has(measure) ? (measure as DerivedMeasureName) : null
}

/** The columns a derived column is made from, by the word of its formula: `lotto_ggr` is made from `lotto_turnover` and `lotto_payout`. */
export function partsOfColumn(column: ReportMeasure): Readonly<Record<string, ReportMeasure>> {
  const derived = derivedMeasure(column)
  if (!derived) return {}
  const { product } = measureColumn(column)
  return Object.fromEntries(measureParts(derived).map((word) => [word, (product ? `${product}_${word}` : word) as ReportMeasure]))
}

/** The stored and the derived columns that some columns need, derived ones after what they are made from. */
export function columnsNeeded(columns: readonly ReportMeasure[]): { readonly stored: readonly ReportMeasure[]; readonly derived: readonly ReportMeasure[] } {
  const stored = new Set<ReportMeasure>()
  const derived = new Set<ReportMeasure>()
  const visit = (column: ReportMeasure) => {
    if (!derivedMeasure(column)) return void stored.add(column)
    Object.values(partsOfColumn(column)).forEach(visit)
    derived.add(column)
  }
  columns.forEach(visit)
  return { stored: [...stored], derived: [...derived] }
}
