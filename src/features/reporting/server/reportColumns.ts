import { measureColumn, measures } from '#resources/measures.ts'
import type { MeasureName } from '#engine/declaration/names.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import { formulaParts } from '#rules/activity/measureValues.ts'
import { measureInputs } from '#rules/activity/measures.ts'

/** Measures of partners have formulas for one partner; reports add up what the close made of them. */
const addedUp: ReadonlySet<MeasureName> = new Set(['admin_fee', 'abatment', 'value', 'reward_value', 'reward'])

/** What formulas may speak of. */
const words: readonly string[] = [...Object.keys(measures), ...measureInputs]

/** The formula of a column that is computed from other columns of its row; null where it is a sum of what is stored. */
export function formulaOf(column: ReportMeasure): string | null {
  const { measure } = measureColumn(column)
  return addedUp.has(measure) ? null : measures[measure].formula
}

/**
 * The columns a derived column is made from, by the word of its formula: `lotto_ggr` is made from `lotto_turnover` and
 * `lotto_payout`.
 */
export function partsOfColumn(column: ReportMeasure): Readonly<Record<string, ReportMeasure>> {
  const formula = formulaOf(column)
  if (formula === null) return {}
  const { product } = measureColumn(column)
  return Object.fromEntries(
    formulaParts(formula, words).map((word) => [word, (product ? `${product}_${word}` : word) as ReportMeasure]),
  )
}

/** The stored and the derived columns that some columns need, derived ones after what they are made from. */
export function columnsNeeded(columns: readonly ReportMeasure[]): {
  readonly stored: readonly ReportMeasure[]
  readonly derived: readonly ReportMeasure[]
} {
  const stored = new Set<ReportMeasure>()
  const derived = new Set<ReportMeasure>()
  const visit = (column: ReportMeasure) => {
    if (formulaOf(column) === null) return void stored.add(column)
    Object.values(partsOfColumn(column)).forEach(visit)
    derived.add(column)
  }
  columns.forEach(visit)
  return { stored: [...stored], derived: [...derived] }
}
