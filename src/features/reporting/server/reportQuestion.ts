import type { RawBuilder } from 'kysely'
import { reports } from '#resources/reports/index.ts'
import {
  cohortBeginnings,
  cohortMonthsMax,
  type Report,
  type ReportDimension,
  type ReportFilter,
  type ReportMeasure,
  type ReportToken,
  reportViews,
  type TextFilter,
  textFilters,
  type ReportView,
} from '#engine/declaration/report.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import {
  addDays,
  addMonths,
  type Day,
  isDay,
  type RangeProblem,
  rangeProblem,
  startOfMonth,
} from '#engine/values/calendar.ts'
import { products } from '#rules/activity/measures.ts'
import { subLengthMax, type SubName, subNames } from '#rules/activity/subNames.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { currency as currencies } from '#resources/choices.ts'
import type { CurrencyGroup } from '#features/currency/server/currencyGroups.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { KeptCohorts } from './cohorts/readCohorts.ts'
import type { SettledRows } from './cumulativeSums/readRows.ts'
import type { PrecomputedDays } from './cumulativeSums/readSettled.ts'
import { momentOf, type ReportQuery, listParam, singleParam } from './reportQuery.ts'
import { rowsOfYear, yearOf } from './reportYear.ts'
import { type ReportWindow, windowOf, windowParameters } from './reportWindow.ts'

/**
 * What stands for `none` in the filters that may ask for what has no sub brand, campaign, link, partner or level, as
 * the roll-ups hold it. No record has it.
 */
export const noneId = 0
/** The same of filters by text, as they are asked for. */
export const noneText = 'none'
const mayBeNone: ReadonlySet<string> = new Set(['subBrand', 'campaign', 'action', 'hangsOn', 'level', 'standsOn'])

/**
 * Filters of a report: ids, but texts for `product` and the sub ids, and 1 to 3 for `level`. `none` is {@link noneId}; an
 * empty filter is absent. `partner` is all below a partner, `hangsOn` only what hangs on it directly, `standsOn` what hangs
 * on partners of exactly that level record. `tag` and `manager` become `affiliate` once the request is checked.
 */
export type ReportFilters = {
  readonly [Name in Exclude<ReportFilter, 'period' | TextFilter> | 'hangsOn' | 'standsOn']?: readonly number[]
} & { readonly [Name in TextFilter]?: readonly string[] }

/** A report as it is asked for. */
export interface ReportRequest {
  readonly report: Report
  readonly from: Day
  readonly to: Day
  readonly rows: readonly ReportDimension[]
  readonly measures: readonly ReportMeasure[]
  readonly view: ReportView
  readonly filters: ReportFilters
  readonly window: ReportWindow
  /**
   * The currency in which all amounts are asked for, at the rates of their days. Without it each is answered in its
   * own.
   */
  readonly convertedTo?: string | undefined
  /** The moment as of which it is asked, in UTC to the microsecond; now where nothing is said. */
  readonly knownAt?: string | undefined
  /** What of it is reckoned: one currency. Absent where the question stands for all of them, one after the other. */
  readonly book?: CurrencyGroup | undefined
  /** What of it running sums answer, as the transaction sees them that reads it; all is read day by day without it. */
  readonly settled?: PrecomputedDays | undefined
  /** The same of its total, where that is reckoned by itself. */
  readonly settledTotal?: PrecomputedDays | undefined
  /** What of it sums by cohort answer; all is read day by day without it. */
  readonly cohorts?: KeptCohorts | undefined
  /** How many rows it has and whose they are, where that is known before they are read. */
  readonly settledRows?: SettledRows | undefined
  /** What a source's rows, which the statement calls `fact`, are narrowed to besides. */
  readonly within?: RawBuilder<unknown>
}

const filterProducts: readonly string[] = [...products, 'cpa', 'none']

/** The report of a name; 404 where there is none. */
export function reportNamed(name: string): Report {
  const report = Object.hasOwn(reports, name) ? (reports as Readonly<Record<string, unknown>>)[name] : undefined
  if (!report) throw new ApiError('not_found')
  return report as Report
}

const invalidCodes = {
  brand: 'invalid_brand',
  subBrand: 'invalid_sub_brand',
  affiliate: 'invalid_affiliate',
  campaign: 'invalid_campaign',
  action: 'invalid_action',
  partner: 'invalid_partner',
  hangsOn: 'invalid_partner',
  level: 'invalid_partner_level',
  standsOn: 'invalid_partner_level',
  tag: 'invalid_tag',
  manager: 'invalid_manager',
} as const

const isTextFilter = (name: string): name is TextFilter => textFilters.some((each) => each === name)

const textRules: Readonly<Partial<Record<TextFilter, { readonly pattern: RegExp; readonly reason: string }>>> = {
  cohortBy: {
    pattern: new RegExp(`^(${cohortBeginnings.join('|')})$`),
    reason: `cohortBy can be: ${cohortBeginnings.join(', ')}`,
  },
  cohort: { pattern: /^(\d{4}-(0[1-9]|1[0-2])|none)$/, reason: 'cohort is a month, as 2030-05, or none' },
  country: { pattern: /^([A-Za-z]{2}|none)$/, reason: 'country is its code of two letters, or none' },
}

/** Values of a filter by text. @throws ApiError 400 where one is none */
function valuesOf(query: ReportQuery, name: TextFilter): string[] | undefined {
  if (isSubName(name)) return textsOf(query, name)
  const values = listParam(query, name)
  if (name === 'product' && values?.some((each) => !filterProducts.includes(each)))
    throw new ApiError('invalid_product_type')
  const rule = textRules[name]
  if (rule && (values?.some((each) => !rule.pattern.test(each)) || (name === 'cohortBy' && (values?.length ?? 0) > 1)))
    throw new ApiError('invalid_request', { values: { reason: rule.reason } })
  return values
}

/** Ids of a filter; `none` is {@link noneId}. @throws ApiError 400 where one is none */
export function parseIds(query: ReportQuery, name: keyof typeof invalidCodes): number[] | undefined {
  const list = listParam(query, name)
  return list?.map((each) => {
    if (each === 'none' && mayBeNone.has(name)) return noneId
    if (!(name === 'level' ? /^[1-3]$/ : /^[1-9][0-9]{0,14}$/).test(each)) throw new ApiError(invalidCodes[name])
    return Number(each)
  })
}

const isSubName = (name: string): name is SubName => subNames.some((each) => each === name)

/** Texts as they are: what an affiliate calls its visits by may hold a comma. */
function textsOf(query: ReportQuery, name: SubName): string[] | undefined {
  const list = [query[name] ?? []].flat().filter((each) => each !== '')
  const isText = (each: string) => each.length <= subLengthMax && !hasUnstorableCharacters(each)
  if (list.length > 1000 || !list.every(isText))
    throw new ApiError('invalid_request', {
      values: { reason: `${name} is a text of at most ${subLengthMax} characters` },
    })
  return list.length === 0 ? undefined : list
}

/** What is inside a row can be asked for where rows can be a partner's or a level's. */
function insideFilters({ rows, openInto }: Report): ('hangsOn' | 'standsOn')[] {
  const shown = new Set([...rows, ...openInto])
  return [...(shown.has('partner') ? ['hangsOn' as const] : []), ...(shown.has('level') ? ['standsOn' as const] : [])]
}

function filtersOf(report: Report, query: ReportQuery): ReportFilters {
  const found: Record<string, readonly (number | string)[]> = {}
  for (const name of [...report.filters, ...insideFilters(report)]) {
    if (name === 'period') continue
    const values = isTextFilter(name) ? valuesOf(query, name) : parseIds(query, name)
    if (values) found[name] = values
  }
  return found as ReportFilters
}

/** A month so far: from its first day to yesterday; on the first of a month, the month before. */
function monthSoFar(today: Day): { from: Day; to: Day } {
  const to = addDays(today, -1)
  return { from: startOfMonth(to), to }
}

/** Where a range is wrong, and how: reversed, of a day that is none, or too long. */
const problemsOfRange: Readonly<Record<RangeProblem, (range: { from: unknown; to: unknown }) => Problem>> = {
  invalid_day: ({ from }) => ({ field: isDay(from) ? 'to' : 'from', code: 'invalid_date' }),
  ends_before_it_begins: () => ({ field: 'to', code: 'before_begin' }),
  one_month_or_longer: () => ({ field: 'to', code: 'invalid_range' }),
}

function rangeOf(report: Report, query: ReportQuery, today: Day): { from: Day; to: Day } {
  const [from, to] = [singleParam(query, 'from'), singleParam(query, 'to')]
  if (from === undefined && to === undefined && report.name === 'dashboard') return monthSoFar(today)
  const asked = rangeProblem({ from, to })
  const mayBeLong = report.source === 'cohorts' && isDay(from) && to! < addMonths(from, cohortMonthsMax)
  const problem = asked === 'one_month_or_longer' && mayBeLong ? null : asked
  if (problem) throw new ApiError('invalid_range', { problems: [problemsOfRange[problem]({ from, to })] })
  return { from: from!, to: to! }
}

/** The rows asked for: those of the report, or some of those it opens into (`rows=affiliate,day`). */
function rowsOf(report: Report, query: ReportQuery): readonly ReportDimension[] {
  const asked = listParam(query, 'rows')
  if (!asked) return report.rows
  const allowed: readonly string[] = [...report.rows, ...report.openInto]
  if (asked.some((each, index) => !allowed.includes(each) || asked.indexOf(each) !== index)) {
    throw new ApiError('invalid_request', { values: { reason: `rows can be: ${allowed.join(', ')}` } })
  }
  return asked as ReportDimension[]
}

/** Players are read from events, which is quick for one affiliate and endless for all. */
function checkPlayers(rows: readonly ReportDimension[], filters: ReportFilters, isNarrowed: boolean): void {
  if (rows.includes('player') && !filters.affiliate && !isNarrowed)
    throw new ApiError('invalid_request', { values: { reason: 'rows=player needs an affiliate: affiliate={id}' } })
}

/** How rows are laid out. Rows other than the report's own are a list: a tree is made of partners. */
function viewOf(report: Report, query: ReportQuery): ReportView {
  const asked = singleParam(query, 'view')
  if (asked === undefined) return query['rows'] === undefined ? report.views[0]! : 'list'
  if (!reportViews.includes(asked as ReportView) || !report.views.includes(asked as ReportView)) {
    throw new ApiError('invalid_request', { values: { reason: `view can be: ${report.views.join(', ')}` } })
  }
  if (asked !== 'list' && query['rows'] !== undefined)
    throw new ApiError('invalid_request', { values: { reason: 'rows can be chosen with view=list' } })
  return asked as ReportView
}

/** The currency to convert to. */
function currencyOf(query: ReportQuery): string | undefined {
  const asked = singleParam(query, 'currency')
  if (asked !== undefined && !currencies.values.some((each) => each === asked))
    throw new ApiError('invalid_request', { values: { reason: `currency can be: ${currencies.values.join(', ')}` } })
  return asked
}

/** What sums by cohort do not know. */
function refuseOfCohorts(query: ReportQuery): void {
  const taken = ['year', 'currency', 'knownAt'].find((name) => query[name] !== undefined)
  if (taken) throw new ApiError('invalid_request', { values: { reason: `${taken} is not asked of cohorts` } })
}

/**
 * Reads what is asked of a report. Refuses with 400: parameters it does not know, a range that is not shorter than one
 * month, values that are no ids, a window that is none.
 * @param today by the clock of whoever asks
 * @param isNarrowed whether whoever asks reads one affiliate alone
 */
export function parseReportRequest(
  report: Report,
  query: ReportQuery,
  today: Day,
  isNarrowed = singleParam(query, 'affiliateToken') !== undefined,
): ReportRequest {
  const known = new Set<string>([
    'from',
    'to',
    'year',
    'rows',
    'currency',
    'knownAt',
    ...windowParameters,
    ...(report.views.length > 1 ? ['view'] : []),
    ...insideFilters(report),
    ...report.narrowedBy,
    ...report.filters.filter((name) => name !== 'period'),
  ])
  const unknown = Object.keys(query).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new ApiError('unknown_filter', { problems: [{ field: unknown, code: 'unknown_filter' }] })
  if (report.source === 'cohorts') refuseOfCohorts(query)
  const year = yearOf(query)
  const range = year ?? rangeOf(report, query, today)
  const [rows, filters] = [year ? rowsOfYear(report, query) : rowsOf(report, query), filtersOf(report, query)]
  checkPlayers(rows, filters, isNarrowed)
  return {
    report,
    ...range,
    rows,
    measures: report.measures,
    view: year ? 'list' : viewOf(report, query),
    filters,
    window: windowOf(query),
    convertedTo: currencyOf(query),
    knownAt: momentOf(query, 'knownAt'),
  }
}

/** The token of a query, or null where there is none. Refuses two: whose numbers would they show? */
export function tokenOf(query: ReportQuery): { readonly name: ReportToken; readonly token: string } | null {
  const [affiliateToken, partnerToken] = [singleParam(query, 'affiliateToken'), singleParam(query, 'partnerToken')]
  if (affiliateToken !== undefined && partnerToken !== undefined)
    throw new ApiError('invalid_request', { values: { reason: 'give one token, of an affiliate or of a partner' } })
  if (affiliateToken !== undefined) return { name: 'affiliateToken', token: affiliateToken }
  return partnerToken === undefined ? null : { name: 'partnerToken', token: partnerToken }
}
