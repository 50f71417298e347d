/**
 * Writes the file of a report in a process of its own: many rows keep whoever writes them busy for seconds, and
 * requests must not wait for that.
 */
import { measureColumn } from '#resources/measures.ts'
import { readLooks } from '#engine/declaration/derive/report/storedQuery.ts'
import { sheetLabels } from '#engine/declaration/derive/report/labels.ts'
import { csvTable, reportFile } from '#engine/declaration/derive/report/reportFile.ts'
import { type ApiRow, reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import type { Report } from '#engine/declaration/report.ts'
import { csvChunks } from '#engine/export/server/csv.ts'
import { type FileLanguage, textsOf } from '#engine/export/server/texts.ts'
import { workbookChunks } from '#engine/export/server/workbook.ts'
import { bytesMax } from '../limits.ts'
import { reportNamed } from '../../reportQuestion.ts'
import { fileNotes } from '../../../answers/fileNotes.ts'
import { type FileLine, type FileOrder, filterText, type UpTo, type WriterMessage } from './fileOrder.ts'

type ReportRowRead = ReturnType<typeof reportRow>
type Table = ReturnType<typeof reportFile>['table']

/** What was told of one currency. */
interface Block {
  readonly currency: string
  readonly total: ReportRowRead
  readonly rows: ReportRowRead[]
}

/** What was told so far. */
interface Told {
  readonly order: FileOrder
  readonly report: Report
  readonly blocks: Block[]
}

const rowsAtOnce = 1_000

function fileChunks({ order, report, blocks }: Told, { upTo, notes }: UpTo): AsyncIterable<Uint8Array | string> {
  const texts = textsOf(order.language as FileLanguage)
  const { translate } = texts
  const { product } = sheetLabels(translate)
  const filters = order.filters.map(
    ({ name, values }) => [translate(`filters.${name}`), filterText({ name, values, product })] as const,
  )
  const measureColumns = report.measures.map(measureColumn)
  const said = fileNotes(notes, translate, { isOfSeveral: blocks.length > 1 })
  const common = {
    report,
    measureColumns,
    ...readLooks(order),
    answer: { ...order, upTo },
    generatedAt: new Date(order.generatedAt),
    filters,
    ...said,
    translate,
  }
  const made = blocks.map(({ currency, total, rows }) => ({
    currency,
    ...reportFile({ ...common, rows, total, currency }),
  }))
  const { table, criteria } = made[0]!
  const [main, ...others] =
    made.length === 1
      ? [table]
      : inCurrencies(made, { isOneTable: order.format === 'csv', label: translate('resources.brand.fields.currency') })
  if (order.format === 'csv') {
    const { columns, rows } = csvTable(main!, said)
    return csvChunks({ columns, rows: inBatches(rows) }, texts)
  }
  return workbookChunks([
    ...[main!, ...others].map((each) => ({ ...each, rows: inBatches(each.rows) })),
    { ...criteria, rows: [criteria.rows], hasFilter: false },
  ])
}

/**
 * What is in several currencies: a sheet for each, or one table whose first column says which, each with its own total.
 */
function inCurrencies(
  made: readonly { readonly currency: string; readonly table: Table }[],
  { isOneTable, label }: { isOneTable: boolean; label: string },
): Table[] {
  const marked = made.map(({ currency, table }): Table => ({
    ...table,
    name: `${table.name} ${currency}`,
    columns: [
      { key: 'currency', label, kind: 'text' },
      // One table has rows in each: their first cell says in which.
      ...table.columns.map((column) => ({ ...column, currency: 0 })),
    ] as Table['columns'],
    rows: table.rows.map((row) => [currency, ...row]),
  }))
  return isOneTable ? [{ ...marked[0]!, rows: marked.flatMap(({ rows }) => rows) }] : marked
}

/** Some rows at a time: what is written of them is packed before the next. */
function* inBatches<Row>(all: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < all.length; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce)
}

/** Writes the file, up to what may be kept: whoever reads the length sees that it is too much. */
async function write(told: Told, upTo: UpTo): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of fileChunks(told, upTo)) {
    chunks.push(Buffer.from(chunk as string))
    length += chunks.at(-1)!.length
    if (length > bytesMax) break
  }
  return Buffer.concat(chunks)
}

function take({ report, blocks }: Told, lines: readonly FileLine[]): void {
  const dimensions = [...new Set([...report.rows, ...report.openInto])]
  for (const { json, currency } of lines) {
    const row = reportRow({ row: JSON.parse(json) as ApiRow, dimensions, columns: report.measures })
    if (currency === undefined) blocks.at(-1)!.rows.push(row)
    else blocks.push({ currency, total: row, rows: [] })
  }
}

let told: Told | null = null
process.on('message', async (message: WriterMessage) => {
  if ('order' in message) told = { order: message.order, report: reportNamed(message.order.report), blocks: [] }
  else if ('lines' in message) take(told!, message.lines)
  else process.send!(await write(told!, message), undefined, undefined, () => process.disconnect())
})
// Its server is gone: nobody waits for the file.
process.on('disconnect', () => process.exit())
