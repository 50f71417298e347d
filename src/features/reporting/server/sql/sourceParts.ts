import { decimalsOf } from '#engine/values/currencies.ts'
import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import type { MeasureName } from '#engine/declaration/names.ts'
import { inCurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { movementColumns as declaredColumns } from '#features/activity/server/rollUp/columns.ts'
import { arrayOf, idArray } from '#engine/server/database/arrays.ts'
import type { ReportReader } from '../reportReader.ts'
import { noneId, type ReportRequest } from '../reportQuestion.ts'
import { isBelow } from './readerScope.ts'

/** Where the spans of the partners filtered by stand in a report's statement. */
export const filterSpans = 'filter_below'

/** What every source of a report is made from. */
export interface SourceInput {
  readonly question: ReportRequest
  readonly reader: ReportReader
  /** The columns that are sums of what is stored, in the order of the union. */
  readonly stored: readonly ReportMeasure[]
  /** Those that decide which tables are read, and so who has a row, where `stored` are only some of them. */
  readonly deciding?: readonly ReportMeasure[]
}

/** Whether a question needs what the close made of activity. */
export const needsCommission = ({ stored, deciding = stored }: Pick<SourceInput, 'stored' | 'deciding'>): boolean =>
  deciding.some((column) => commissionColumns[measureColumn(column).measure])

/** Which column of a table holds a measure. */
export type StoredColumns = Readonly<Partial<Record<MeasureName, string>>>

/** Which column of movement holds a measure. */
export const movementColumns: StoredColumns = Object.fromEntries(
  declaredColumns.map(({ measure, name }) => [measure, name]),
)
/** Which column of commission holds a measure. */
export const commissionColumns: StoredColumns = { admin_fee: 'admin_fee', reward: 'reward', qty_cpa: 'qty_cpa' }

/** What amounts are multiplied by, of a source that joins it, and to how many places; null where they stay as they are. */
export type Rated = { readonly by: RawBuilder<unknown>; readonly places: number } | null

/** A value of a column, rounded to the smallest unit of the currency asked for where it is money. */
export function converted(column: ReportMeasure, value: RawBuilder<unknown>, rate: Rated): RawBuilder<unknown> {
  return rate === null || measureColumn(column).unit !== 'money'
    ? value
    : sql`round(${value} * ${rate.by}, ${sql.lit(rate.places)})`
}

/** The rate of a fact that names brand and day, and the join that brings it. */
export function rateByBrand({ convertedTo }: Pick<ReportRequest, 'convertedTo'>): {
  readonly rate: Rated
  readonly join: RawBuilder<unknown>
} {
  return convertedTo === undefined
    ? { rate: null, join: sql`` }
    : {
        rate: { by: sql`conversion.rate`, places: decimalsOf(convertedTo) },
        join: sql`join conversion on conversion.brand = fact.brand and conversion.day = fact.day`,
      }
}

/** The rate of a fact that names currency and day, and the join that brings it. */
export function rateByCurrency({ convertedTo }: Pick<ReportRequest, 'convertedTo'>): {
  readonly rate: Rated
  readonly join: RawBuilder<unknown>
} {
  return convertedTo === undefined
    ? { rate: null, join: sql`` }
    : {
        rate: { by: sql`rate_of_day.rate`, places: decimalsOf(convertedTo) },
        join: sql`join rate_of_day on rate_of_day.currency = fact.currency and rate_of_day.day = fact.day`,
      }
}

/**
 * A sum as all sources answer it: money in whole cents, counts as they are. Exact: what is stored, and what was
 * converted, has two places.
 */
export function inMinor(column: ReportMeasure, sum: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(coalesce(${sum}, 0)${measureColumn(column).unit === 'money' ? sql` * 100` : sql``})::bigint as ${sql.id(column)}`
}

/** A column that another source has: nothing, which costs nothing to add up. */
export function nothingOf(column: ReportMeasure): RawBuilder<unknown> {
  return sql`null::bigint as ${sql.id(column)}`
}

/**
 * A stored column of a report as a sum over a source that has one row a product; nothing where another source has it.
 */
export function summed(column: ReportMeasure, columns: StoredColumns, rate: Rated = null): RawBuilder<unknown> {
  const { product, measure } = measureColumn(column)
  const stored = columns[measure]
  if (!stored) return nothingOf(column)
  const only = product ? sql` filter (where fact.product = ${product}::text)` : sql``
  return inMinor(column, sql`sum(${converted(column, sql.ref(`fact.${stored}`), rate)})${only}`)
}

/** The dimensions that a source has to find for its rows and for its filters. */
export function neededDimensions({ rows, filters }: ReportRequest): ReadonlySet<string> {
  return new Set<string>([
    ...rows,
    ...(filters.level || filters.standsOn ? ['level'] : []),
    ...(filters.hangsOn ? ['partner'] : []),
  ])
}

/**
 * The conditions of a question on rows that know day, affiliate and brand: the wide roll-ups. Which products are asked
 * for is no condition there, but a choice of columns.
 */
export function wideConditions({ filters, from, to, book, within }: ReportRequest): RawBuilder<unknown>[] {
  const { brand, affiliate, partner, hangsOn, level, standsOn } = filters
  return [
    sql`fact.day between ${from}::date and ${to}::date`,
    ...(book?.brands ? [inCurrencyGroup(sql`fact.brand`, book)] : []),
    ...(brand ? [sql`fact.brand = any(${idArray(brand)})`] : []),
    ...(affiliate ? [sql`fact.affiliate = any(${idArray(affiliate)})`] : []),
    ...(within ? [within] : []),
    ...(partner ? [isBelow(filterSpans, 'fact')] : []),
    ...(hangsOn ? [sql`coalesce(hung.partner, 0) = any(${idArray(hangsOn)})`] : []),
    ...(level ? [sql`coalesce(stood.level, 0) = any(${idArray(level)})`] : []),
    ...(standsOn ? [sql`coalesce(stood.partner_level, 0) = any(${idArray(standsOn)})`] : []),
  ]
}

/** The conditions of a question on rows that know link and product, too: movement, commission, events. */
export function filterConditions(question: ReportRequest): RawBuilder<unknown>[] {
  const {
    report,
    filters: { subBrand, campaign, action, product },
  } = question
  return [
    ...wideConditions(question),
    ...(subBrand ? [sql`fact.sub_brand = any(${idArray(subBrand)})`] : []),
    ...(campaign
      ? [
          sql`(fact.action in (select id from action
            where campaign = any(${idArray(campaign)}))${
              campaign.includes(noneId)
                ? sql`
            or fact.action = 0`
                : sql``
            })`,
        ]
      : []),
    ...(action ? [sql`fact.action = any(${idArray(action)})`] : []),
    ...(product ? [sql`fact.product = any(${arrayOf('text', product)})`] : []),
    ...(report.products ? [sql`fact.product = any(${arrayOf('text', report.products)})`] : []),
  ]
}

/** `group by` the first columns of a select. */
export function groupBy(count: number): RawBuilder<unknown> {
  return count === 0
    ? sql``
    : sql`group by ${sql.raw(Array.from({ length: count }, (_, index) => index + 1).join(', '))}`
}
