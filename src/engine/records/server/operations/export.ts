import { Readable } from 'node:stream'
import {
  type ExportedField,
  externalIdColumn,
  isExternalIdColumn,
  sourceOfColumn,
} from '#engine/declaration/derive/exportColumns.ts'
import { columnKeys } from '#engine/declaration/derive/report/criteriaSheet.ts'
import type { CellValue, ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import { csvChunks, csvType } from '#engine/export/server/csv.ts'
import { type FileTexts, textsOf } from '#engine/export/server/texts.ts'
import { type Sheet, workbookChunks, workbookType } from '#engine/export/server/workbook.ts'
import { criteriaOf } from '../export/criteria.ts'
import { type ExportFormat, parseExportParameters } from '../export/exportParameters.ts'
import { type OpenExport, openExport } from '../export/openExport.ts'
import type { Query } from '../query/listParameters.ts'
import { selectionOf } from '../query/selection.ts'
import { externalIdSources } from '../externalIdSql.ts'
import type { RecordRequest } from '../recordRequest.ts'
import { todayOf } from '#engine/records/server/change.ts'

/** A file of records while it is written. */
export interface ExportAnswer {
  readonly type: string
  /** `affiliate-2026-11-20.csv` */
  readonly fileName: string
  readonly total: number
  /** Ends its transaction when it is destroyed, read to its end or not. */
  readonly stream: Readable
}

type LabelledField = ExportedField & Pick<ExportColumn, 'label' | 'currency'>

/** What a writer of a format is given. */
interface Written {
  readonly fields: readonly LabelledField[]
  readonly opened: OpenExport
  readonly texts: FileTexts
  /** The name of the list. */
  readonly title: string
  readonly criteria: readonly (readonly CellValue[])[]
}

const jsonLines = 'application/x-ndjson; charset=utf-8'

async function* objectLines({ fields, opened }: Written) {
  for await (const rows of opened.rows)
    yield rows
      .map((row) => `${JSON.stringify(Object.fromEntries(fields.map(({ name }, index) => [name, row[index]])))}\n`)
      .join('')
}

function criteriaSheet({ texts, title, criteria, fields }: Written): Sheet {
  const column = (label: string) => ({ label, kind: 'text' as const })
  return {
    name: texts.translate('resourcePages.export.criteria'),
    columns: [column(title), column('')],
    rows: [
      [
        ...criteria,
        ...columnKeys(
          fields.map(({ name, label }) => ({ key: name, label })),
          texts.translate,
        ),
      ],
    ],
    hasFilter: false,
  }
}

async function* tableLines(written: Written) {
  const { fields, opened, title } = written
  const { name, columns, rows } = criteriaSheet(written)
  const columnsOf = fields.map(({ name: key, label, kind, currency }) => ({ key, label, kind, currency }))
  yield `${JSON.stringify({ name: title, columns: columnsOf, total: opened.total, criteria: { name, columns, rows: [...(rows as Iterable<unknown[]>)].flat() } })}\n`
  for await (const some of opened.rows) yield some.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** How each form of an export is written. */
const writers: Readonly<
  Record<
    ExportFormat,
    { type: string; extension: string; write: (written: Written) => AsyncGenerator<string | Buffer> }
  >
> = {
  csv: {
    type: csvType,
    extension: 'csv',
    write: ({ fields, opened, texts }) => csvChunks({ columns: fields, rows: opened.rows }, texts),
  },
  xlsx: {
    type: workbookType,
    extension: 'xlsx',
    write: (written) =>
      workbookChunks([
        { name: written.title, columns: written.fields, rows: written.opened.rows },
        criteriaSheet(written),
      ]),
  },
  ndjson: { type: jsonLines, extension: 'ndjson', write: objectLines },
  table: { type: jsonLines, extension: 'ndjson', write: tableLines },
}

/** What heads a column; those of ids elsewhere name the system. */
function labelOf({ name }: ExportedField, resource: string, { translate }: FileTexts): string {
  if (!isExternalIdColumn(name)) return translate(`resources.${resource}.fields.${name}`)
  return `${translate(`resources.${resource}.fields.${externalIdColumn}`)} (${sourceOfColumn(name)})`
}

/**
 * `GET /api/{entity}/export?sort&filter&format&language&columns`: all records that match, with the rights, scope and
 * masks of the list, read from one
 * snapshot as fast as they are taken.
 * @throws ApiError 403 without the role to list, 400 for a malformed or unknown parameter, field or column, 429 while
 * too many exports are under way.
 */
export async function exportRecords(request: RecordRequest, query: Query): Promise<ExportAnswer> {
  const { resource, context } = request
  const sources = await externalIdSources(context, request)
  const { format, language, fields, selection: selected } = parseExportParameters(request, query, sources)
  const selection = await selectionOf(request, selected)
  const texts = textsOf(language)
  const labelled = fields.map((field): LabelledField => ({
    ...field,
    label: labelOf(field, resource.name, texts),
    currency: fields.length,
  }))
  const opened = await openExport({ request, selection, fields, texts })
  try {
    const { total, names } = opened
    const criteria = await criteriaOf({
      request,
      filter: selection.parameters.filter,
      fields: labelled,
      total,
      reading: { names, texts },
    })
    const { type, extension, write } = writers[format]
    const title = texts.translate(`resources.${resource.name}.name`, { smart_count: 2 })
    const stream = Readable.from(write({ fields: labelled, opened, texts, title, criteria }), { objectMode: false })
    // A stream that nobody began to read has no generator to end the transaction.
    stream.once('close', () => {
      opened.close().catch(() => {})
    })
    return { type, fileName: `${resource.name}-${todayOf(context, request.actor)}.${extension}`, total, stream }
  } catch (error) {
    await opened.close()
    throw error
  }
}
