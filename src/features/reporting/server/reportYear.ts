import type { Report, ReportDimension } from '#engine/declaration/report.ts'
import { addMonths, type Day, endOfMonth, isDay } from '#engine/values/calendar.ts'
import { subNames } from '#rules/activity/subNames.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { type ReportQuery, listParam, singleParam } from './reportQuery.ts'

/** What the rows of a year can stand for: what running sums know. */
const yearDimensions: ReadonlySet<ReportDimension> = new Set([
  'month',
  'affiliate',
  'partner',
  'level',
  'brand',
  'product',
])
/** What of a question only days know, and a year has too many of them. */
const ofDays = ['subBrand', 'campaign', 'action', 'currency', 'view', ...subNames] as const

const refusal = (reason: string) => new ApiError('invalid_request', { values: { reason } })

/**
 * The twelve months up to and with the one that `year` names (2030-05); null where no year is asked for.
 * @throws ApiError 400 where it is no month, or is asked for together with what a year is not told by
 */
export function yearOf(query: ReportQuery): { readonly from: Day; readonly to: Day } | null {
  const month = singleParam(query, 'year')
  if (month === undefined) return null
  const last = `${month}-01`
  if (!/^\d{4}-\d\d$/.test(month) || !isDay(last) || last < '0002' || last > '9998')
    throw refusal('year is the last of its twelve months, as 2030-05')
  if (singleParam(query, 'from') !== undefined || singleParam(query, 'to') !== undefined)
    throw refusal('give either year or from and to')
  const taken = ofDays.find((name) => query[name] !== undefined)
  if (taken) throw refusal(`${taken} is not asked of a year`)
  return { from: addMonths(last, -11), to: endOfMonth(last) }
}

/** What the rows of a year stand for: its months, or what is asked for. @throws ApiError 400 for what it has not */
export function rowsOfYear(report: Report, query: ReportQuery): readonly ReportDimension[] {
  const asked = listParam(query, 'rows')
  if (!asked) return ['month']
  const allowed: readonly string[] = [
    ...new Set(['month' as const, ...report.rows, ...report.openInto].filter((each) => yearDimensions.has(each))),
  ]
  if (asked.some((each, index) => !allowed.includes(each) || asked.indexOf(each) !== index))
    throw refusal(`rows of a year can be: ${allowed.join(', ')}`)
  return asked as ReportDimension[]
}
