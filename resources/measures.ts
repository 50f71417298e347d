/**
 * Every measure: those that movement stores, those that follow from them by the rules of commission, and those of
 * formulas.
 */
import { measureReader } from '#engine/declaration/derive/report/measureColumn.ts'
import { defineMeasure, type ProductMeasureOf, storedMeasures } from '#engine/declaration/measures.ts'
import { measures as ofRules } from '#rules/activity/measures.ts'
import { events } from './events.ts'
import { movement } from './movement.ts'

/** Measures that reports make of others. */
export const formulas = {
  margin: defineMeasure({ unit: 'ratio', formula: 'ggr / turnover', byProduct: true }),
  bonus_index: defineMeasure({ unit: 'ratio', formula: 'bonus / ggr', byProduct: true }),
} as const

export const measures = { ...storedMeasures(events, movement), ...ofRules, ...formulas }

/** Takes the name of a report's column apart: `lotto_admin_fee` is `admin_fee` of `lotto`. */
export const measureColumn = measureReader(measures)

declare module '#engine/declaration/names.ts' {
  interface ConfigurationNames {
    measure: keyof typeof measures
    productMeasure: ProductMeasureOf<typeof measures>
  }
}
