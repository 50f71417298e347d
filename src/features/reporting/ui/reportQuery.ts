/** What a report is asked, and how it stands in the address: pure, so that it can be tested without a page. */
import {
  cohortMonthsMax,
  type Report,
  type ReportDimension,
  type ReportFilter,
  type ReportView,
} from '#engine/declaration/report.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { addMonths, type Day, lastDayOfRange, rangeProblem } from '#engine/values/calendar.ts'
import { presetPeriod } from '#engine/values/periodPresets.ts'
import { subNames } from '#rules/activity/subNames.ts'
import { recordFilters } from '#engine/declaration/derive/report/storedQuery.ts'

/** What is wrong with a period, as a label with its values; null where it can be asked. */
export function periodProblem(
  period: { from: string; to: string },
  source: Report['source'] = 'activity',
): { key: string; day?: Day } | null {
  const problem = rangeProblem(period)
  const isOfCohorts = source === 'cohorts' && problem === 'one_month_or_longer'
  switch (isOfCohorts && period.to < addMonths(period.from, cohortMonthsMax) ? null : problem) {
    case null:
      return null
    case 'invalid_day':
      return { key: 'resourcePages.report.invalidDay' }
    case 'ends_before_it_begins':
      return { key: 'resourcePages.report.beginsAfterEnd' }
    case 'one_month_or_longer':
      return { key: 'resourcePages.report.tooLong', day: lastDayOfRange(period.from) }
  }
}

/** Keys that open a report without a session, or codes that narrow it with one, as the API names them. */
export const tokenNames = ['partnerToken', 'affiliateToken'] as const
export type TokenName = (typeof tokenNames)[number]

/** Is this an access key, which is secret, and no public code? */
export const isAccessKey = (given: string): boolean => given.startsWith('ak_')

/** A report's question as the address says it. What is not said is this month. */
export interface ReportQuery {
  readonly period: { readonly from: string; readonly to: string }
  readonly filters: Readonly<Partial<Record<ReportFilter, readonly string[]>>>
  readonly tokens: Readonly<Partial<Record<TokenName, string>>>
  /** How the rows are laid out, of what the report knows. */
  readonly view: ReportView
  /** Whether the same report of the period before stands beside it. */
  readonly isCompared: boolean
  /** Whether it is told by the twelve months up to and with that of the period's last day. */
  readonly isYear?: boolean | undefined
  /** Only rows whose names hold this text. */
  readonly q?: string | undefined
  /** The currency to which all amounts are converted; without it each is in its own. */
  readonly currency?: string | undefined
  /** The moment as of which it is shown; now where nothing is said. */
  readonly knownAt?: string | undefined
}

/** Reads the address. */
export function readQuery({
  report,
  search,
  today,
}: {
  report: Report
  search: URLSearchParams
  today: Day
}): ReportQuery {
  const [from, to] = [search.get('from'), search.get('to')]
  const period = from !== null && to !== null ? { from, to } : presetPeriod('thisMonth', today)
  const filters = Object.fromEntries(
    recordFilters(report)
      .map((name) => [name, search.getAll(name)])
      .filter(([, values]) => values!.length > 0),
  )
  const currency = search.get('currency') ?? undefined
  const tokens = Object.fromEntries(tokenNames.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])))
  return {
    period,
    filters,
    tokens,
    view: report.views.find((view) => view === search.get('view')) ?? report.views[0]!,
    isCompared: search.get('compare') === 'before',
    // Who narrows a year by what only days know is back at the period.
    isYear: search.get('span') === 'year' && mayBeOfYear({ filters, currency }),
    q: search.get('q') ?? undefined,
    currency,
    knownAt: search.get('knownAt') ?? undefined,
  }
}

/** The address of a question; what the address says besides (sort, columns) stays. */
export function writeQuery(
  search: URLSearchParams,
  { period, filters, view, isCompared, ...more }: Partial<ReportQuery>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  if (period) {
    next.set('from', period.from)
    next.set('to', period.to)
  }
  for (const [name, values] of Object.entries(filters ?? {})) {
    next.delete(name)
    for (const value of values ?? []) next.append(name, value)
  }
  if (view) next.set('view', view)
  if (isCompared === true) next.set('compare', 'before')
  if (isCompared === false) next.delete('compare')
  if ('isYear' in more) next.delete('span')
  if (more.isYear) next.set('span', 'year')
  if ('q' in more) next.delete('q')
  if (more.q) next.set('q', more.q)
  if ('currency' in more) next.delete('currency')
  if (more.currency) next.set('currency', more.currency)
  if ('knownAt' in more) next.delete('knownAt')
  if (more.knownAt) next.set('knownAt', more.knownAt)
  return next
}

/** What only days know: a year is not told by it. */
const ofDays: readonly ReportFilter[] = ['subBrand', 'campaign', 'action', ...subNames]

/** Whether a question can be asked of a year. */
export const mayBeOfYear = ({ filters, currency }: Pick<ReportQuery, 'filters' | 'currency'>): boolean =>
  currency === undefined && ofDays.every((name) => !filters[name]?.length)

/** A report as it is told by months. */
export const ofYear = (report: Report): Report => ({ ...report, rows: ['month'], openInto: [], views: ['list'] })

/** Rows inside a row: what they stand for, and the row they belong to. */
export interface OpenedRow {
  readonly into: ReportDimension
  readonly within: Readonly<Partial<Record<ReportDimension, string>>>
}

/**
 * What a row stands for, as the API is asked for what is inside it (`none`: what has no campaign); null where it cannot
 * be asked: the row stands for what is no filter.
 */
export function withinRow(report: Report, row: Pick<ReportRow, 'dimensions'>): OpenedRow['within'] | null {
  const entries = Object.entries(row.dimensions)
  const canAsk = entries.every(
    ([dimension]) =>
      dimension === 'day' || dimension === 'partner' || (report.filters as readonly string[]).includes(dimension),
  )
  return canAsk
    ? Object.fromEntries(entries.map(([dimension, value]) => [dimension, String(value?.id ?? 'none')]))
    : null
}

const insideNames: Readonly<Record<string, string>> = { partner: 'hangsOn', level: 'standsOn' }

/** The call of the API. Tokens are sent only where the report is open to them. */
export function reportPath({ report, query, open }: { report: Report; query: ReportQuery; open?: OpenedRow }): string {
  const { day, ...within } = open?.within ?? {}
  const period = query.isYear ? { year: query.period.to.slice(0, 7) } : query.period
  const params = new URLSearchParams(day ? { from: day, to: day } : { ...period })
  for (const [name, values] of Object.entries(query.filters))
    if (name === 'partner' || !(name in within)) for (const value of values ?? []) params.append(name, value)
  // Inside a partner's row is what hangs on it, not what is below it; inside a level's that level alone, not all with
  // its number.
  // A partner's row of a tree holds it whole, whatever level it stood on before the last day.
  const isOfTree = report.views.length > 1 && query.view === 'structural' && 'partner' in within
  for (const [name, value] of Object.entries(within))
    if (!(isOfTree && name === 'level')) params.set(insideNames[name] ?? name, value)
  for (const name of tokenNames)
    if (query.tokens[name] && report.narrowedBy.includes(name)) params.set(name, query.tokens[name])
  if (report.views.length > 1) params.set('view', open ? 'list' : query.view)
  if (query.currency) params.set('currency', query.currency)
  if (query.knownAt) params.set('knownAt', query.knownAt)
  // What is inside a row is shown whole.
  if (query.q && !open) params.set('q', query.q)
  if (open) params.set('rows', open.into)
  return `/api/report/${report.name}?${params}`
}

/** The call that tells what of a report is not what it was at a moment. */
export function changesPath({ report, query, since }: { report: Report; query: ReportQuery; since: string }): string {
  const [path, params] = reportPath({
    report,
    query: { ...query, knownAt: undefined, isYear: false, q: undefined },
  }).split('?')
  const asked = new URLSearchParams(params)
  asked.set('since', since)
  return `${path}/changes?${asked}`
}
