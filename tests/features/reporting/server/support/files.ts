import { read, utils } from 'xlsx'
import { expect } from 'vitest'
import { csvChunks } from '#engine/export/server/csv.ts'
import { textsOf } from '#engine/export/server/texts.ts'
import { workbookChunks } from '#engine/export/server/workbook.ts'
import { reportNamed } from '#features/reporting/server/reportQuestion.ts'
import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import { measureColumn } from '#resources/measures.ts'
import { type ApiRow, reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { reportSheet, type SheetTable } from '#engine/declaration/derive/report/reportSheet.ts'
import { workbookBytes } from '#engine/values/spreadsheet/workbook.ts'
import type { Client } from '#tests/support/office.ts'
import { activityReports, ask, type AnsweredReport } from './tieOut.ts'

/** A ratio is a fraction in a workbook, shown as percent: a hundredth of what the API says. */
const perCell = { money: 1, ratio: 0.01, count: 1 } as const

/** Cents, or hundredths of a percent: what two sides must agree on. */
const exactly = (value: unknown) =>
  value === null || value === undefined || value === '' ? null : Math.round(Number(value) * 1_000_000) / 1_000_000

async function written(chunks: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(Buffer.from(chunk as string))
  return Buffer.concat(parts)
}

/** The cells of a CSV file, read by another program than the one that writes it. */
function csvRows(bytes: Buffer): string[][] {
  const book = read(bytes.toString('utf8').replace(/^\uFEFF/, ''), { type: 'string', raw: true })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: true, defval: null })
}

function firstSheet(bytes: Buffer | ArrayBuffer): unknown[][] {
  const book = read(bytes)
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: true, defval: null })
}

const flat = (rows: readonly any[]): any[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])

/** The sheet of an answer, as pages and the server make it. */
function sheetOf(name: string, answer: AnsweredReport): SheetTable {
  const report = reportNamed(name)
  const texts = textsOf('en')
  const read = (row: ApiRow, dimensions = report.rows) => reportRow({ row, dimensions, columns: report.measures })
  return reportSheet({
    report,
    measureColumns: report.measures.map(measureColumn),
    rows: answer.rows.map((row) => read(row)),
    total: read(answer.total, []),
    labels: sheetLabels(texts.translate),
    hidden: new Set(),
    totalLabel: 'Total',
  })
}

/**
 * Expects of some reports that the workbook and the CSV file, read back, hold row by row what the API answers, and that
 * their total is the sum of their rows.
 */
export async function expectFilesAgree(
  client: Client,
  query: string,
  names: readonly string[] = [...activityReports, 'paymentByAffiliate'],
): Promise<void> {
  for (const name of names) {
    const report = reportNamed(name)
    const answer = await ask(client, name, query)
    const { columns, rows } = sheetOf(name, answer)
    const measures = report.measures.map(measureColumn)
    const lines = [...flat(answer.rows), answer.total]
    const expected = (inFile: boolean) =>
      lines.map((line) =>
        measures.map((column) =>
          line[column.name] === null ? null : exactly(line[column.name] * (inFile ? perCell[column.unit] : 1)),
        ),
      )
    const numbers = (cells: readonly (readonly unknown[])[]) =>
      cells.slice(1).map((row) => measures.map((_, index) => exactly(row[report.rows.length + index])))

    const workbooks = {
      server: await written(workbookChunks([{ name, columns, rows: [rows] }])),
      page: workbookBytes([{ name, columns, rows }]),
    }
    for (const [writer, bytes] of Object.entries(workbooks))
      expect(numbers(firstSheet(bytes)), `the ${writer}'s workbook of ${name}?${query}`).toEqual(expected(true))
    expect(
      numbers(csvRows(await written(csvChunks({ columns, rows: [rows] }, textsOf('en'))))),
      `the CSV file of ${name}?${query}`,
    ).toEqual(expected(false))
  }
}
