/** Lays a report out and writes its file off the main thread, by the same definitions as the server. */
import { texts } from '#locales/texts.ts'
import { csvTable, reportFile, type RowLine, rowsOfLines } from '#engine/declaration/derive/report/reportFile.ts'
import { translator } from '#engine/declaration/derive/translator.ts'
import { byteOrderMark, csvRow } from '#engine/values/spreadsheet/cells.ts'
import { type SheetRequest, workbookBytes } from '#engine/values/spreadsheet/workbook.ts'
import { decimalSign } from '#engine/ui/fields/format.ts'
import type { ReportOrder, ReportWorkerRequest } from './writeReportFile.ts'

let order: ReportOrder | null = null
const lines: RowLine[] = []

function csvBytes({ columns, rows }: SheetRequest, words: Parameters<typeof csvRow>[1]): ArrayBuffer {
  return new TextEncoder().encode(
    [
      byteOrderMark,
      csvRow(
        columns.map(({ label }) => label),
        words,
      ),
      ...rows.map((row) => csvRow(row, words, columns)),
    ].join(''),
  ).buffer
}

async function write({ format, language, ...request }: ReportOrder): Promise<void> {
  // Only the language of the file is loaded.
  const translate = translator((await texts[language].all()).messages, language)
  const { table, criteria } = reportFile({ ...request, rows: rowsOfLines(lines), translate })
  const words = {
    yes: translate('resourcePages.export.yes'),
    no: translate('resourcePages.export.no'),
    decimalSign: decimalSign(language),
  }
  const bytes = format === 'csv' ? csvBytes(csvTable(table, request), words) : workbookBytes([table, criteria])
  self.postMessage({ bytes }, { transfer: [bytes] })
}

self.addEventListener('message', ({ data }: MessageEvent<ReportWorkerRequest>) => {
  if ('order' in data) order = data.order
  else if ('lines' in data) {
    lines.push(...data.lines)
    self.postMessage({ done: lines.length })
  } else if (order) write(order).catch(reportError)
})
