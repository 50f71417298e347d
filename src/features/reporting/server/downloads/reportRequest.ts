import type { Actor } from '#engine/declaration/actor.ts'
import { askedByAddress } from '#engine/declaration/derive/report/storedQuery.ts'
import type { Day } from '#engine/values/calendar.ts'
import { type Period, type PeriodPreset, periodPresets, presetPeriod } from '#engine/values/periodPresets.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { narrowed } from '../filterScope.ts'
import { parseReportRequest, type ReportRequest, reportNamed } from '../reportQuestion.ts'
import { readerBySession, type ReportReader } from '../reportReader.ts'
import { todayOf } from '#engine/records/server/change.ts'

/** A report as an address asks for it, and of which days. */
export interface AskedReport {
  readonly report: string
  /** As it stands in the address of the report's page. */
  readonly query: string
  readonly period: Period
}

/**
 * What the report API would be asked by a page of this address, by somebody with these rights.
 * @throws ApiError what the report API would answer: `forbidden`, `invalid_range`, `invalid_brand`, …
 */
export async function questionOf(
  context: AppContext,
  actor: Actor,
  asked: AskedReport,
): Promise<{ readonly question: ReportRequest; readonly reader: ReportReader }> {
  const report = reportNamed(asked.report)
  const reader = readerBySession(report, actor)
  const filters = Object.entries(askedByAddress(report, new URLSearchParams(asked.query)))
  const question = parseReportRequest(
    report,
    {
      ...Object.fromEntries(filters.map(([name, values]) => [name, name === 'view' ? values[0] : values])),
      ...asked.period,
    },
    todayOf(context, actor),
  )
  return { question: await narrowed(context, reader, question), reader }
}

/**
 * The days an address names, by two days or by a period's name, seen from today.
 * @throws ApiError `invalid_range` where it names none
 */
export function periodOfAddress(query: string, today: Day): Period {
  const search = new URLSearchParams(query)
  const preset = search.get('preset')
  if (periodPresets.includes(preset as PeriodPreset)) return presetPeriod(preset as PeriodPreset, today)
  const [from, to] = [search.get('from'), search.get('to')]
  if (from === null || to === null) throw new ApiError('invalid_range')
  return { from, to }
}
