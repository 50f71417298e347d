import { measureColumn } from '#resources/measures.ts'
import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import { linesOfRows } from '#engine/declaration/derive/report/reportFile.ts'
import { type ApiRow, reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { textsFor } from '#engine/export/server/texts.ts'
import { byteOrderMark, type CellValue, csvRow, type ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import { readConversion } from '#features/currency/server/conversion.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { rowsMax } from '../downloads/limits.ts'
import { streamReportLines } from '../readLines.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { readReportAs, type ReportReader } from '../reportReader.ts'
import { readPaybacks } from '../cohorts/paybacks.ts'
import { freshnessOfReport } from '../freshness.ts'
import { amountDays } from '../sql/amountDays.ts'
import type { ReportLine } from '../sql/reportSql.ts'

/** Written as they are: days for programs, and players, who are numbers outside the office. */
const plainDimensions: ReadonlySet<string> = new Set(['day', 'month', 'player'])

/** What is written as a sheet. */
interface SheetSource {
  readonly question: ReportRequest
  readonly reader: ReportReader
  readonly hidden: ReadonlySet<string>
  readonly language: string
}

/** Numbers as programs of a language read them: a decimal comma leaves the semicolon to stand between fields. */
export function csvWordsOf(language: string) {
  const { csv } = textsFor(language)
  return { ...csv, separator: csv.decimalSign === ',' ? (';' as const) : (',' as const) }
}

/**
 * A report as a table for programs, as CSV, piece by piece: what rows stand for, the currency, the measures, and up to which
 * day all of it is here. Amounts
 * are plain numbers with the decimals of their currency, days ISO 8601; there are no totals, which would be added up
 * with the rows.
 * @throws ApiError `file_too_many_rows`, `rate_missing` with the first piece
 */
export async function* sheetLines(
  context: AppContext,
  { question, reader, hidden, language }: SheetSource,
): AsyncGenerator<string, void, undefined> {
  const { from, to, rows: dimensions, convertedTo } = question
  const db = readReportAs(context.database, reader)
  if (convertedTo !== undefined)
    await readConversion(db, { from, to, currency: convertedTo }, amountDays(question, reader))
  const words = csvWordsOf(language)
  const { translate } = textsFor(language)
  const labels = sheetLabels(translate)
  const measures = question.measures.map(measureColumn).filter(({ name }) => !hidden.has(name))
  const place = dimensions.length
  const freshness = (await freshnessOfReport(context, { question, reader })) ?? []
  const paybacks =
    question.report.source === 'cohorts'
      ? new Map(
          (await readPaybacks(db, question, reader)).map((each) => [`${each.currency} ${each.cohort}`, each.months]),
        )
      : null
  const latestDays = new Map(freshness.map((told) => [told.brand, told.latest_day]))
  // The one that is furthest behind comes first.
  const wholeUpTo = freshness[0]?.latest_day ?? null
  const columns: ExportColumn[] = [
    ...dimensions.map((dimension) => ({ label: labels.dimension(dimension), kind: 'text' as const })),
    { label: translate('resources.brand.fields.currency'), kind: 'text' },
    ...measures.map((column) => ({
      label: labels.column(column),
      kind: ({ money: 'money', ratio: 'percent', count: 'number' } as const)[column.unit],
      currency: place,
    })),
    ...(paybacks ? [{ label: translate('cohorts.paybackMonths'), kind: 'number' as const }] : []),
    { label: translate('freshness.upTo'), kind: 'text' },
  ]
  const cellsOf = (line: ReportLine, currency: string): CellValue[][] => {
    const read = reportRow({ row: JSON.parse(line.json) as ApiRow, dimensions, columns: question.measures })
    return [...linesOfRows([read])].map(({ row }) => [
      ...dimensions.map((dimension) => {
        const value = row.dimensions[dimension]
        if (!value) return null
        return plainDimensions.has(dimension) ? String(value.id ?? '') : labels.value(dimension, value)
      }),
      currency,
      ...measures.map(({ name }) => row.values[name] ?? null),
      ...(paybacks ? [paybacks.get(`${currency} ${String(row.dimensions.cohort?.id)}`) ?? null] : []),
      row.dimensions.brand ? (latestDays.get(Number(row.dimensions.brand.id)) ?? null) : wholeUpTo,
    ])
  }
  let [currency, head, count] = [
    '',
    `${byteOrderMark}${csvRow(
      columns.map(({ label }) => label),
      words,
    )}`,
    0,
  ]
  for await (const lines of streamReportLines(db, question, reader)) {
    const text = lines.flatMap((line) => {
      if (line.part !== 'total') return cellsOf(line, currency).map((cells) => csvRow(cells, words, columns))
      currency = line.currency ?? ''
      count += line.count ?? 0
      return []
    })
    if (count > rowsMax) throw new ApiError('file_too_many_rows', { values: { max: rowsMax } })
    yield head + text.join('')
    head = ''
  }
}
