import { Readable } from 'node:stream'
import { resources } from '#resources/index.ts'
import { exportedFields } from '#engine/declaration/derive/exportColumns.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import type { CellValue } from '#engine/values/spreadsheet/cells.ts'
import { type FileLanguage, textsOf } from '#engine/export/server/texts.ts'
import { type Sheet, workbookChunks, workbookType } from '#engine/export/server/workbook.ts'
import { openExport } from '#engine/records/server/export/openExport.ts'
import { listRecords } from '#engine/records/server/operations/list.ts'
import { readRecord } from '#engine/records/server/operations/read.ts'
import { pageSizeMax } from '#engine/records/server/query/listParameters.ts'
import { selectionOf } from '#engine/records/server/query/selection.ts'
import type { RecordRequest } from '#engine/records/server/recordRequest.ts'
import { keptBeside } from './relatedPersonalData.ts'
import { type PersonPart, personParts } from './personParts.ts'
import { todayOf } from '#engine/records/server/change.ts'

/** How everything about a person is written: for programs, and for people. */
export const personFormats = ['json', 'xlsx'] as const
export type PersonFormat = (typeof personFormats)[number]

/** A file of everything about a person, while it is written. */
export interface PersonFile {
  readonly type: string
  readonly fileName: string
  readonly stream: Readable
}

type Asked = RecordRequest & { readonly format: PersonFormat; readonly language: FileLanguage }

const queryOf = ({ filter }: PersonPart) => ({ filter: JSON.stringify(filter), sort: '["id","ASC"]' })

/** The records of a part as the API answers them, a page at a time. */
async function* pagesOf(request: RecordRequest, part: PersonPart): AsyncGenerator<unknown[]> {
  for (let from = 0; ; from += pageSizeMax) {
    const range = JSON.stringify([from, from + pageSizeMax - 1])
    const { body } = await listRecords({ ...request, resource: part.resource }, { ...queryOf(part), range })
    const records = JSON.parse(body) as unknown[]
    yield records
    if (records.length < pageSizeMax) return
  }
}

/** One JSON document, written as it is read. */
async function* jsonChunks(request: Asked, id: string, parts: readonly PersonPart[]): AsyncGenerator<string> {
  const head = { entity: request.resource.name, id: Number(id), at: request.context.now().toISOString() }
  yield `${JSON.stringify(head).slice(0, -1)},\n"parts":[`
  for (const [place, part] of parts.entries()) {
    yield `${place === 0 ? '' : ','}\n{"entity":${JSON.stringify(part.resource.name)},"by":${JSON.stringify(part.filter)},"records":[`
    let isFirst = true
    for await (const records of pagesOf(request, part)) {
      for (const record of records) {
        yield `${isFirst ? '' : ','}\n${JSON.stringify(record)}`
        isFirst = false
      }
    }
    yield ']}'
  }
  const beside = await keptBeside(request.context, request.resource.name, id)
  yield `\n],\n"beside":${JSON.stringify(beside)}}\n`
}

/** A sheet a part, under the names that people know, each opened when the one before is written. */
function sheetsOf(request: Asked, parts: readonly PersonPart[]): Sheet[] {
  const texts = textsOf(request.language)
  return parts.map((part) => {
    const { resource } = part
    const of = { ...request, resource }
    const fields = exportedFields(of)
    const label = (name: string) => texts.translate(`resources.${resource.name}.fields.${name}`)
    async function* rows(): AsyncGenerator<readonly (readonly CellValue[])[]> {
      const opened = await openExport({ request: of, selection: await selectionOf(of, queryOf(part)), fields, texts })
      try {
        yield* opened.rows
      } finally {
        await opened.close()
      }
    }
    return {
      name: texts.translate(`resources.${resource.name}.name`, { smart_count: 2 }),
      columns: fields.map(({ name, kind }) => ({ key: name, label: label(name), kind })),
      rows: rows(),
    }
  })
}

/**
 * Everything that is kept about the person of a record, in one file: the record, all that refers to it, what the log
 * says of it and who read it.
 * @throws ApiError 404 where there is no such record
 */
export async function exportPerson(request: Asked, id: string): Promise<PersonFile> {
  await readRecord(request, id)
  const parts = personParts(request.resource, id, resources as unknown as Readonly<Record<string, AnyResource>>)
  const { context, format, resource } = request
  const day = todayOf(context, request.actor)
  const isJson = format === 'json'
  const chunks = isJson ? jsonChunks(request, id, parts) : workbookChunks(sheetsOf(request, parts))
  return {
    type: isJson ? 'application/json; charset=utf-8' : workbookType,
    fileName: `${resource.name}-${id}-${day}.${format}`,
    stream: Readable.from(chunks, { objectMode: false }),
  }
}
