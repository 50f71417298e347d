/** Writes the file of a report in a thread of its own: many rows keep whoever writes them busy for seconds, and requests must not wait for that. */
import { parentPort, workerData } from 'node:worker_threads'
import { criteriaSheet } from '../../../config/derive/report/criteriaSheet.ts'
import { readLooks } from '../../../config/derive/report/keptQuery.ts'
import { sheetLabels } from '../../../config/derive/report/labels.ts'
import { type ApiRow, reportRow } from '../../../config/derive/report/reportRows.ts'
import { reportSheet } from '../../../config/derive/report/reportSheet.ts'
import { sortRows } from '../../../config/derive/report/sortRows.ts'
import { csvChunks } from '../../export/csv.ts'
import { type FileLanguage, textsOf } from '../../export/texts.ts'
import { workbookChunks } from '../../export/workbook.ts'
import { bytesMax } from '../limits.ts'
import { reportNamed } from '../../reports/reportQuestion.ts'
import { type FileOrder, type FilterNames, filterText, type ThreadMessage } from './fileOrder.ts'

const order = workerData as FileOrder
const report = reportNamed(order.report)
const texts = textsOf(order.language as FileLanguage)
const { translate } = texts
const labels = sheetLabels(translate)
const dimensions = [...new Set([...report.rows, ...report.openInto])]
const rowOf = (line: string) => reportRow({ row: JSON.parse(line) as ApiRow, dimensions, columns: report.measures })
let total: ReturnType<typeof rowOf> | undefined
const rows: ReturnType<typeof rowOf>[] = []
const rowsAtOnce = 1_000

function namesOfFilter({ name, values }: FilterNames): readonly [string, string] {
  return [translate(`filters.${name}`), filterText({ name, values, product: labels.product })]
}

function fileChunks(upTo: string | null): AsyncIterable<Uint8Array | string> {
  const { sort, hidden } = readLooks(order)
  const { columns, rows: cells } = reportSheet({ report, rows: sortRows({ rows, sort, labels }), total: total!, labels, hidden, totalLabel: translate('resourcePages.report.total') })
  if (order.format === 'csv') return csvChunks({ columns, rows: inBatches(cells) }, texts)
  const criteria = criteriaSheet({ report, answer: { ...order, upTo }, generatedAt: new Date(order.generatedAt), filters: order.filters.map(namesOfFilter), translate })
  return workbookChunks([{ name: translate(`reports.${report.name}.name`), columns, rows: inBatches(cells) }, { ...criteria, rows: [criteria.rows], hasFilter: false }])
}

/** Some rows at a time: what is written of them is packed before the next. */
function* inBatches<Row>(all: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < all.length; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce)
}

/** Writes the file, up to what may be kept: whoever reads the length sees that it is too much. */
async function write(upTo: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of fileChunks(upTo)) {
    chunks.push(Buffer.from(chunk as string))
    length += chunks.at(-1)!.length
    if (length > bytesMax) break
  }
  return new Uint8Array(Buffer.concat(chunks))
}

parentPort!.on('message', async (message: ThreadMessage) => {
  if ('lines' in message) {
    const [first, ...others] = message.lines
    const given = total ? message.lines : others
    total ??= rowOf(first!)
    for (const line of given) rows.push(rowOf(line))
    return
  }
  const bytes = await write(message.upTo)
  parentPort!.postMessage(bytes, [bytes.buffer])
  parentPort!.close()
})
