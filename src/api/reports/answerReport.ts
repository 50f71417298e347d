import type { AppContext } from '../context.ts'
import { checkFilters } from './filterScope.ts'
import { nestRows } from './nestRows.ts'
import { newestEvent } from './newestEvent.ts'
import type { ReportReader } from './reportReader.ts'
import type { ReportQuestion } from './reportQuestion.ts'
import { reportSql } from './sql/reportSql.ts'

/** The parts of a report's answer; `rows` and `total` are JSON as the database made it. */
export interface ReportAnswer {
  readonly rows: string
  readonly total: string
  readonly upTo: string | null
}

/** Computes a report made from activity. */
export async function answerReport(context: AppContext, question: ReportQuestion, reader: ReportReader): Promise<ReportAnswer> {
  const db = context.database.readDb
  if (reader.kind === 'session') await checkFilters(context, reader.actor, question.filters)
  const [{ rows: [made] }, upTo] = await Promise.all([reportSql(question, reader).execute(db), newestEvent(db, { question, reader })])
  const rows = question.view === 'structural' ? JSON.stringify(nestRows(JSON.parse(made!.rows))) : made!.rows
  return { rows, total: made!.total, upTo }
}

/** The text of an answer. `more` follows the contract's own properties. */
export function answerText(context: AppContext, question: ReportQuestion, answer: ReportAnswer, more: Readonly<Record<string, unknown>> = {}): string {
  const { from, to } = question
  const rest = JSON.stringify({ from, to, zone: context.environment.businessTimeZone, upTo: answer.upTo, ...more })
  return `{"rows":${answer.rows},"total":${answer.total},${rest.slice(1)}`
}
