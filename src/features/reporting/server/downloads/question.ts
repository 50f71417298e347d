import type { Actor } from '../../config/actor.ts'
import { askedByAddress } from '../../config/derive/report/keptQuery.ts'
import { businessDay, type Day } from '../../domain/calendar.ts'
import { type Period, type PeriodPreset, periodPresets, presetPeriod } from '../../domain/periods.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { checkFilters } from '../reports/filterScope.ts'
import { readQuestion, type ReportQuestion, reportNamed } from '../reports/reportQuestion.ts'
import { readerBySession, type ReportReader } from '../reports/reportReader.ts'

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
): Promise<{ readonly question: ReportQuestion; readonly reader: ReportReader }> {
  const report = reportNamed(asked.report)
  const reader = readerBySession(report, actor)
  const filters = Object.entries(askedByAddress(report, new URLSearchParams(asked.query)))
  const question = readQuestion(
    report,
    {
      ...Object.fromEntries(filters.map(([name, values]) => [name, name === 'view' ? values[0] : values])),
      ...asked.period,
    },
    context,
  )
  if (reader.kind === 'session') await checkFilters(context, reader.actor, question.filters)
  return { question, reader }
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

/** Today, by the business zone. */
export function todayOf({ now, environment }: AppContext): Day {
  return businessDay({ at: now(), zone: environment.businessTimeZone })
}
