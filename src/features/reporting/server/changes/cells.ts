import type { Kysely } from 'kysely'
import { dimensionColumns } from '#engine/declaration/report.ts'
import { streamReportLines } from '../readLines.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { ReportReader } from '../reportReader.ts'
import type { Row } from './whyChanged.ts'

/** Rows of a report at a moment, by what they stand for. */
export type Cells = ReadonlyMap<string, Row>

/** A report before and after a step. */
export interface BeforeAfter<Each> {
  readonly before: Each
  readonly after: Each
}

/** The columns that say what a row stands for. */
export const keyColumns = ({ rows }: ReportRequest): string[] => rows.map((dimension) => dimensionColumns[dimension][0])

/** What a row stands for, as one word. @param keys the columns that say so */
export const cellOf = (row: Row, keys: readonly string[]): string =>
  JSON.stringify([row['currency'], ...keys.map((key) => row[key] ?? null)])

/** What a report is asked for at each moment: all of its rows, one below the other. */
function wholeOf(question: ReportRequest, knownAt: string): ReportRequest {
  return { ...question, knownAt, view: 'list', window: { limit: null, offset: 0, sort: null, q: null } }
}

/**
 * Reads all rows of a report as of a moment.
 * @param max of more than so many nothing is read
 * @returns null where there are more
 */
export async function readCells(
  db: Kysely<any>,
  {
    question,
    reader,
    knownAt,
    max = Infinity,
  }: { question: ReportRequest; reader: ReportReader; knownAt: string; max?: number },
): Promise<Cells | null> {
  const keys = keyColumns(question)
  const cells = new Map<string, Row>()
  for await (const lines of streamReportLines(db, wholeOf(question, knownAt), reader))
    for (const { part, json, count } of lines) {
      if (cells.size + (count ?? 0) > max) return null
      if (part !== 'row') continue
      const row = JSON.parse(json) as Row
      cells.set(cellOf(row, keys), row)
    }
  return cells
}

/** What a number grew by, to the cent; null where it is none. */
export function difference(before: string | number | null, after: string | number | null): number | null {
  if (typeof before === 'string' || typeof after === 'string') return null
  return Math.round(((after ?? 0) - (before ?? 0)) * 100) / 100
}
