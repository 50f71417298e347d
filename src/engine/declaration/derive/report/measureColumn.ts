import { type MeasureDefinition, type MeasureUnit, products } from '#rules/activity/measures.ts'
import type { MeasureName } from '../../names.ts'
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

/** Reads columns' names by the measures there are: `lotto_admin_fee` is `admin_fee` of `lotto`. */
export function measureReader(
  measures: Readonly<Record<string, MeasureDefinition>>,
): (name: ReportMeasure) => MeasureColumn {
  const isOfProduct = (name: string, product: string) =>
    name.startsWith(`${product}_`) && Object.hasOwn(measures, name.slice(product.length + 1))
  return (name) => {
    const product = columnProducts.find((each) => isOfProduct(name, each)) ?? null
    const measure = (product === null ? name : name.slice(product.length + 1)) as MeasureName
    return { name, measure, product, unit: measures[measure]!.unit }
  }
}
