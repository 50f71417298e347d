import { type MeasureName, measures, type MeasureUnit, products } from '../../../domain/measures.ts'
import type { ReportMeasure } from '../../report.ts'

/** The products that have a part of a commission. */
const columnProducts = [...products, 'cpa'] as const

/** A column of a report taken apart: whose product it belongs to, what it measures, in which unit. */
export interface MeasureColumn {
  readonly name: ReportMeasure
  readonly measure: MeasureName
  /** Null for measures over all products. */
  readonly product: (typeof columnProducts)[number] | null
  readonly unit: MeasureUnit
}

/** Takes a column's name apart: `lotto_admin_fee` is `admin_fee` of `lotto`. */
export function measureColumn(name: ReportMeasure): MeasureColumn {
  const product = columnProducts.find((each) => name.startsWith(`${each}_`) && Object.hasOwn(measures, name.slice(each.length + 1))) ?? null
  const measure = (product === null ? name : name.slice(product.length + 1)) as MeasureName
  return { name, measure, product, unit: measures[measure].unit }
}
