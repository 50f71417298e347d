import { measures } from '#resources/measures.ts'
import { reports } from '#resources/reports/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { FigureSum } from '#engine/records/answers/recordHead.ts'
import { mayReadReport } from '#engine/declaration/derive/access.ts'
import type { MeasureFigure } from '#engine/declaration/recordPage.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { streamReportLines } from '../readLines.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { readerBySession, readReportAs } from '../reportReader.ts'
import { type DaySum, type HeadDays, sumsByCurrency } from './headDays.ts'

/** A measure of a report about one record, day by day; undefined for whoever may not open the report. */
export async function measureOfReport(
  { database }: Pick<AppContext, 'database'>,
  {
    actor,
    figure,
    resource,
    id,
    days,
  }: { actor: Actor; figure: MeasureFigure; resource: string; id: number; days: HeadDays },
): Promise<FigureSum[] | undefined> {
  const report = (reports as unknown as Readonly<Record<string, Report>>)[figure.report]!
  if (!mayReadReport({ actor, report })) return undefined
  const reader = readerBySession(report, actor)
  const question: ReportRequest = {
    report,
    from: days.first,
    to: days.to,
    rows: ['day'],
    measures: [figure.measure],
    view: 'list',
    filters: { [resource]: [id] },
    window: { limit: null, offset: 0, sort: null, q: null },
  }
  const isMoney = measures[figure.measure].unit === 'money'
  const found: DaySum[] = []
  let currency: string | null = null
  for await (const lines of streamReportLines(readReportAs(database, reader), question, reader)) {
    for (const { part, json, currency: own } of lines) {
      if (part === 'total') currency = own ?? null
      else {
        const row = JSON.parse(json) as Readonly<Record<string, unknown>> & { readonly day: Day }
        found.push({ currency: isMoney ? currency : null, day: row.day, value: String(row[figure.measure] ?? 0) })
      }
    }
  }
  return sumsByCurrency(found, { days, isByDay: true })
}
