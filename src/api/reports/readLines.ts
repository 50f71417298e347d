import { type Kysely, sql } from 'kysely'
import { nestRows } from './nestRows.ts'
import type { ReportQuestion } from './reportQuestion.ts'
import type { ReportReader } from './reportReader.ts'
import { type ReportLine, reportSql } from './sql/reportSql.ts'

/** Rows fetched at a time: enough that fetching costs nothing, few enough that an answer of any size needs no more memory. */
const batchSize = 2_000

/** The total of a report and then its rows, some at a time, all as they are at one moment. Ends its transaction when the reader stops. */
async function* readLines(db: Kysely<any>, question: ReportQuestion, reader: ReportReader): AsyncGenerator<readonly ReportLine[], void, undefined> {
  const transaction = await db.startTransaction().setAccessMode('read only').execute()
  try {
    // All rows are wanted: a plan that is quick for the first ones would be the slower one.
    await sql`select set_config('cursor_tuple_fraction', '1', true)`.execute(transaction)
    await sql`declare report no scroll cursor for ${reportSql(question, reader)}`.execute(transaction)
    for (;;) {
      const { rows } = await sql<ReportLine>`fetch ${sql.lit(batchSize)} from report`.execute(transaction)
      yield rows
      if (rows.length < batchSize) return
    }
  } finally {
    await transaction.rollback().execute()
  }
}

/**
 * The lines of a report as it is answered, some at a time: the total, then the rows of the window; those of a tree inside each other, which takes all of them. Ends its transaction when the reader
 * stops.
 */
export async function* answerLines(db: Kysely<any>, question: ReportQuestion, reader: ReportReader): AsyncGenerator<readonly ReportLine[], void, undefined> {
  const batches = readLines(db, question, reader)
  if (question.view !== 'structural') return yield* batches
  const lines: ReportLine[] = []
  for await (const batch of batches) lines.push(...batch)
  const [total, ...rows] = lines
  const { limit, offset } = question.window
  const nested = nestRows(rows.map(({ json }) => JSON.parse(json))).slice(offset, limit === null ? undefined : offset + limit)
  yield [total!, ...nested.map((row): ReportLine => ({ part: 'row', json: JSON.stringify(row), count: null }))]
}
