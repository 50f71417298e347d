/** Writes the file of a report in a process of its own: many rows keep whoever writes them busy for seconds, and requests must not wait for that. */
import { readLooks } from '../../../config/derive/report/keptQuery.ts'
import { sheetLabels } from '../../../config/derive/report/labels.ts'
import { reportFile } from '../../../config/derive/report/reportFile.ts'
import { type ApiRow, reportRow } from '../../../config/derive/report/reportRows.ts'
import type { Report } from '../../../config/report.ts'
import { csvChunks } from '../../export/csv.ts'
import { type FileLanguage, textsOf } from '../../export/texts.ts'
import { workbookChunks } from '../../export/workbook.ts'
import { bytesMax } from '../limits.ts'
import { reportNamed } from '../../reports/reportQuestion.ts'
import { type FileOrder, filterText, type WriterMessage } from './fileOrder.ts'

type ReportRowRead = ReturnType<typeof reportRow>

/** What was told so far. */
interface Told {
  readonly order: FileOrder
  readonly report: Report
  total: ReportRowRead | null
  readonly rows: ReportRowRead[]
}

const rowsAtOnce = 1_000

function fileChunks({ order, report, total, rows }: Told, upTo: string | null): AsyncIterable<Uint8Array | string> {
  const texts = textsOf(order.language as FileLanguage)
  const { translate } = texts
  const { product } = sheetLabels(translate)
  const filters = order.filters.map(({ name, values }) => [translate(`filters.${name}`), filterText({ name, values, product })] as const)
  const { table, criteria } = reportFile({ report, rows, total: total!, ...readLooks(order), answer: { ...order, upTo }, generatedAt: new Date(order.generatedAt), filters, translate })
  const main = { ...table, rows: inBatches(table.rows) }
  return order.format === 'csv' ? csvChunks(main, texts) : workbookChunks([main, { ...criteria, rows: [criteria.rows], hasFilter: false }])
}

/** Some rows at a time: what is written of them is packed before the next. */
function* inBatches<Row>(all: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < all.length; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce)
}

/** Writes the file, up to what may be kept: whoever reads the length sees that it is too much. */
async function write(told: Told, upTo: string | null): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of fileChunks(told, upTo)) {
    chunks.push(Buffer.from(chunk as string))
    length += chunks.at(-1)!.length
    if (length > bytesMax) break
  }
  return Buffer.concat(chunks)
}

function take(told: Told, lines: readonly string[]): void {
  const { report } = told
  const dimensions = [...new Set([...report.rows, ...report.openInto])]
  for (const line of lines) {
    const row = reportRow({ row: JSON.parse(line) as ApiRow, dimensions, columns: report.measures })
    if (told.total) told.rows.push(row)
    else told.total = row
  }
}

let told: Told | null = null
process.on('message', async (message: WriterMessage) => {
  if ('order' in message) told = { order: message.order, report: reportNamed(message.order.report), total: null, rows: [] }
  else if ('lines' in message) take(told!, message.lines)
  else process.send!(await write(told!, message.upTo), undefined, undefined, () => process.disconnect())
})
// Its server is gone: nobody waits for the file.
process.on('disconnect', () => process.exit())
