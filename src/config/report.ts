import type { MeasureName } from '../domain/measures.ts'
import type { RoleName } from './names.ts'

/** What the rows of a report stand for, outermost first. */
export const reportDimensions = [
  'affiliate', 'partner', 'level', 'brand', 'subBrand', 'campaign', 'action', 'product', 'day', 'month', 'player',
] as const
export type ReportDimension = (typeof reportDimensions)[number]

/** By what a report can be narrowed; `period` is from-to, shorter than one month. */
export const reportFilters = ['period', 'brand', 'subBrand', 'affiliate', 'campaign', 'action', 'product', 'partner', 'level'] as const
export type ReportFilter = (typeof reportFilters)[number]

/** Products whose measures stand side by side. */
export type ReportProduct = 'bets' | 'games' | 'lotto'
/** Measures that exist for one product alone. */
export type ProductMeasure = 'turnover' | 'payout' | 'bonus' | 'reward' | 'admin_fee' | 'ggr' | 'ngr'
/** A column of a report: a measure, or a product's (`lotto_turnover`). */
export type ReportMeasure = MeasureName | `${ReportProduct}_${ProductMeasure}`

/** Whose token opens a report without a session. */
export type ReportReader = 'session' | 'partnerToken' | 'affiliateToken'

/** What a report file says. */
export interface ReportDefinition<Name extends string> {
  readonly name: Name
  /** Where its page is. */
  readonly path: string
  readonly openTo: readonly ReportReader[]
  /** Roles that must all be held with a session; none where it is open to every session. */
  readonly roles?: readonly RoleName[]
  readonly rows: readonly ReportDimension[]
  /** Rows a person can open further, in order. */
  readonly openInto?: readonly ReportDimension[]
  readonly measures: readonly ReportMeasure[]
  readonly filters: readonly ReportFilter[]
  /** The measure drawn above the table. */
  readonly chart?: ReportMeasure
}

/** A report as the rest of the product reads it. */
export interface Report<Name extends string = string> extends ReportDefinition<Name> {
  readonly roles: readonly RoleName[]
  readonly openInto: readonly ReportDimension[]
}

/** The same measures for one product: `product('lotto', ['turnover'])` gives `lotto_turnover`. */
export function product<const P extends ReportProduct, const M extends ProductMeasure>(name: P, measures: readonly M[]): `${P}_${M}`[] {
  return measures.map((measure) => `${name}_${measure}` as const)
}

/**
 * Declares a report; API, page, filters, table, chart, export and labels follow from it.
 * @example
 * export const lottery = defineReport({
 *   name: 'lottery', path: '/reports/lottery', openTo: ['session', 'partnerToken', 'affiliateToken'],
 *   rows: ['affiliate', 'day'], measures: [...product('lotto', ['turnover', 'payout']), 'ggr', 'ngr'], filters: ['period', 'brand', 'affiliate'],
 * })
 */
export function defineReport<const Name extends string>(definition: ReportDefinition<Name>): Report<Name> {
  return { ...definition, roles: definition.roles ?? [], openInto: definition.openInto ?? [] }
}
