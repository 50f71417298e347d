import type { Kysely } from 'kysely'
import { type CohortMonth, paybackMonth } from '#rules/activity/payback.ts'
import type { Payback } from '../../answers/fileNotes.ts'
import { streamReportLines } from '../readLines.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { ReportReader } from '../reportReader.ts'
import type { ReportLine } from '../sql/reportSql.ts'

/** The question whose rows tell it: all months of each cohort. */
const paybackQuestion = (question: ReportRequest): ReportRequest => ({
  ...question,
  rows: ['cohort', 'since'],
  view: 'list',
  window: { limit: null, offset: 0, sort: null, q: null },
})

/** Whether the rows of a question are all months of each cohort, in whatever order. */
export const tellsPaybacks = ({ rows, view, window }: ReportRequest): boolean =>
  rows.join() === 'cohort,since' && view === 'list' && window.limit === null && window.q === null

/** Takes all rows of cohorts by month, and answers what they come to: of cohorts that begin within the period. */
export function paybackCounter({ from }: ReportRequest): {
  take(lines: readonly ReportLine[]): void
  paybacks(): Payback[]
} {
  const told = new Map<string, { cohort: string; currency: string; months: CohortMonth[] }>()
  return {
    take(lines) {
      for (const { part, json } of lines) {
        if (part !== 'row') continue
        const { cohort, currency, since, ngr, cpa_reward: cpa } = JSON.parse(json) as Record<string, string | number>
        if (typeof cohort !== 'string' || cohort < from.slice(0, 7)) continue
        const key = `${String(currency)} ${cohort}`
        const line = told.get(key) ?? { cohort, currency: String(currency), months: [] }
        told.set(key, line)
        line.months.push({ since: Number(since), ngr: Number(ngr), cpa: Number(cpa) })
      }
    },
    paybacks: () =>
      [...told.values()]
        .map(({ cohort, currency, months }) => ({ cohort, currency, months: paybackMonth(months) }))
        .toSorted((a, b) =>
          a.cohort === b.cohort ? (a.currency < b.currency ? -1 : 1) : a.cohort < b.cohort ? -1 : 1,
        ),
  }
}

/** The paybacks of the cohorts a question is about, whatever its rows are; none where it is about none. */
export async function readPaybacks(db: Kysely<any>, question: ReportRequest, reader: ReportReader): Promise<Payback[]> {
  if (question.report.source !== 'cohorts') return []
  const counter = paybackCounter(question)
  for await (const lines of streamReportLines(db, paybackQuestion(question), reader)) counter.take(lines)
  return counter.paybacks()
}
