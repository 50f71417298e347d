import { subNames } from '#rules/activity/subNames.ts'
import type { SubtreeAccess, SelfAccess } from './actor.ts'
import type { OfFeature } from './feature.ts'
import type { MeasureName, ProductMeasure, RoleName } from './names.ts'

/** What the rows of a report stand for, outermost first. */
export const reportDimensions = [
  'affiliate',
  'partner',
  'level',
  'brand',
  'subBrand',
  'campaign',
  'action',
  'product',
  'day',
  'month',
  'player',
  ...subNames,
  'cohort',
  'since',
  'country',
] as const
export type ReportDimension = (typeof reportDimensions)[number]

/** By what a report can be narrowed; `period` is from-to, shorter than one month. */
export const reportFilters = [
  'period',
  'brand',
  'subBrand',
  'affiliate',
  'campaign',
  'action',
  'product',
  'partner',
  'level',
  // Of the affiliates: by what they are sorted, and who looks after them.
  'tag',
  'manager',
] as const
/** The same with the sub ids of visits; these are texts. */
export const subFilters = [...reportFilters, ...subNames] as const
/** What reports by cohort alone are narrowed by: the month it began in, what began it, and where its players live. */
export const cohortFilters = ['cohortBy', 'cohort', 'country'] as const
export const allFilters = [...subFilters, ...cohortFilters] as const
export type ReportFilter = (typeof allFilters)[number]
/** Filters whose values are texts; those of the others are ids. */
export const textFilters = ['product', ...subNames, ...cohortFilters] as const
export type TextFilter = (typeof textFilters)[number]

/** What begins a player's cohort, the first where nobody says. */
export const cohortBeginnings = ['registration', 'firstDeposit'] as const
/** How many months a report by cohort can cover. */
export const cohortMonthsMax = 36

/** Products whose measures stand side by side. */
export const reportProducts = ['bets', 'games', 'lotto'] as const
export type ReportProduct = (typeof reportProducts)[number]
/** A column of a report: a measure, a product's (`lotto_turnover`), or what CPA earned. */
export type ReportMeasure = MeasureName | `${ReportProduct}_${ProductMeasure}` | 'cpa_reward'

/**
 * How rows are laid out: one under the other; as the tree of partners, where each row counts what is below it and holds
 * it as `children`; or by the first of what they stand for, with what it comes to, and those rows as its `children`.
 */
export const reportViews = ['list', 'structural', 'grouped'] as const
export type ReportView = (typeof reportViews)[number]

/** What a report is made from: movement and commission, the entries of owners, or movement by cohort of its players. */
export const reportSources = ['activity', 'entries', 'cohorts'] as const
export type ReportSource = (typeof reportSources)[number]

/** Whose token opens a report without a session. */
export const reportReaders = ['session', 'partnerToken', 'affiliateToken'] as const
export type ReportReader = (typeof reportReaders)[number]

/** A token as a parameter: without a session it says who reads, with one it narrows to that one's numbers. */
export const reportTokens = ['partnerToken', 'affiliateToken'] as const
export type ReportToken = (typeof reportTokens)[number]

/**
 * What of a report's address a saved view keeps beside the filters: never a token. `preset` names a period that moves
 * on with the calendar, `open` rows that are open.
 */
export const viewParameters: ReadonlySet<string> = new Set([
  ...allFilters,
  'from',
  'to',
  'preset',
  'view',
  'sort',
  'hide',
  'open',
  'chart',
  'compare',
  'span',
  'q',
])
/** How long the query of a saved view can be. */
export const viewQueryLengthMax = 2_000

/** What a report file says. */
export interface ReportDefinition<Name extends string> extends OfFeature {
  readonly name: Name
  /** Where its page is. */
  readonly path: string
  readonly openTo: readonly ReportReader[]
  /** Roles that must all be held with a session; none where it is open to every session. */
  readonly roles?: readonly RoleName[]
  /**
   * `affiliate: 'self'`: affiliates read it of themselves, in sessions of their own; `partner: 'subtree'`: partners of
   * what hangs below them.
   */
  readonly access?: SelfAccess<'self'> & SubtreeAccess
  /** `cohort`: the month in which players began, and how many months since then. */
  readonly rows: readonly ReportDimension[] | 'cohort'
  /** Rows a person can open further, in order. */
  readonly openInto?: readonly ReportDimension[]
  readonly measures: readonly ReportMeasure[]
  readonly filters: readonly ReportFilter[]
  /** Tokens that narrow the report for a session; those it is open to where nothing is said. */
  readonly narrowedBy?: readonly ReportToken[]
  /** The measure drawn above the table. */
  readonly chart?: ReportMeasure
  /**
   * Only what stands on these products counts (`none`: clicks, registrations, deposits; `cpa`: what CPA earned). All
   * where nothing is said.
   */
  readonly products?: readonly (ReportProduct | 'cpa' | 'none')[]
  /** How rows can be laid out, the first where nobody asks; `list` where nothing is said. */
  readonly views?: readonly ReportView[]
  /** `activity` where nothing is said. */
  readonly source?: ReportSource
}

/** A report as the rest of the product reads it. */
export interface Report<Name extends string = string> extends ReportDefinition<Name> {
  readonly rows: readonly ReportDimension[]
  readonly roles: readonly RoleName[]
  readonly openInto: readonly ReportDimension[]
  readonly views: readonly ReportView[]
  readonly source: ReportSource
  readonly narrowedBy: readonly ReportToken[]
}

/**
 * The properties a row of a report carries for a dimension: the id or value first, then what names it to people.
 * Everything is snake case, as the measures are.
 * @example dimensionColumns.affiliate // ['affiliate', 'affiliate_name', 'affiliate_token']
 */
export const dimensionColumns = {
  affiliate: ['affiliate', 'affiliate_name', 'affiliate_token'],
  partner: ['partner', 'partner_name', 'partner_token'],
  // By record: two companies' programmes call different levels by one number.
  level: ['partner_level', 'level_name', 'level'],
  brand: ['brand', 'brand_name'],
  subBrand: ['sub_brand', 'sub_brand_name'],
  campaign: ['campaign', 'campaign_name'],
  action: ['action', 'action_name', 'action_token'],
  product: ['product'],
  day: ['day'],
  month: ['month'],
  player: ['player', 'player_ref'],
  sub1: ['sub1'],
  sub2: ['sub2'],
  sub3: ['sub3'],
  sub4: ['sub4'],
  sub5: ['sub5'],
  cohort: ['cohort'],
  since: ['since'],
  country: ['country'],
} as const satisfies Record<ReportDimension, readonly string[]>

/** The same measures for one product: `product('lotto', ['turnover'])` gives `lotto_turnover`. */
export function product<const P extends ReportProduct, const M extends ProductMeasure>(
  name: P,
  measures: readonly M[],
): `${P}_${M}`[] {
  return measures.map((measure) => `${name}_${measure}` as const)
}

const cohortRows: readonly ReportDimension[] = ['cohort', 'since']

/**
 * Declares a report; API, page, filters, table, chart, export and labels follow from it.
 * @example
 * export const lottery = defineReport({
 *   name: 'lottery', path: '/reports/lottery', openTo: ['session', 'partnerToken', 'affiliateToken'],
 * rows: ['affiliate', 'day'], measures: [...product('lotto', ['turnover', 'payout']), 'ggr', 'ngr'], filters:
 * ['period', 'brand', 'affiliate'],
 * })
 */
export function defineReport<const Name extends string>(definition: ReportDefinition<Name>): Report<Name> {
  const narrowedBy = definition.narrowedBy ?? reportTokens.filter((name) => definition.openTo?.includes(name))
  const isByCohort = definition.rows === 'cohort'
  return {
    ...definition,
    rows: definition.rows === 'cohort' ? cohortRows : definition.rows,
    narrowedBy,
    roles: definition.roles ?? [],
    openInto: definition.openInto ?? [],
    views: definition.views ?? ['list'],
    source: isByCohort ? 'cohorts' : (definition.source ?? 'activity'),
  }
}
