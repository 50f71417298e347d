/** Exports of lists: what is asked of the server, and how its answer becomes a file. */
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import type { Language } from '#locales/languages.ts'
import { fileName } from './saveFile.ts'
import { writeStreamedWorkbook } from './writeWorkbook.ts'

export type ExportFormat = 'csv' | 'xlsx'

/** Up to so many rows a workbook is written by this browser, beyond by the server: memory of a tab is not for more. */
export const browserRowsMax = 100_000

/** What is exported: all records of a list that match, in its order. */
export interface ListExport {
  readonly resource: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly language: Language
  /** Every column one may see where nothing is said. */
  readonly columns: readonly string[] | undefined
}

/** How far an export is: rows where they are counted, else bytes. */
export interface ExportProgress {
  readonly rows: number | null
  readonly bytes: number
  readonly total: number
}

/**
 * The address of an export.
 * @param format as the API names it; a page asks for `table` and writes the workbook itself.
 */
export function exportPath({ resource, filter, sort, language, columns }: ListExport, format: string): string {
  const query = new URLSearchParams({
    format,
    language,
    sort: JSON.stringify([sort.field, sort.order]),
    filter: JSON.stringify(filter),
  })
  if (columns) query.set('columns', JSON.stringify(columns))
  return `/api/${resource}/export?${query.toString()}`
}

const lineFeed = 10

/** Counts bytes and lines on the way; a row of CSV is a line, but for the few values that hold one. */
async function* counted(
  body: ReadableStream<Uint8Array>,
  tell: (count: { bytes: number; lines: number }) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  let [bytes, lines] = [0, 0]
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    bytes += value.length
    for (let at = value.indexOf(lineFeed); at !== -1; at = value.indexOf(lineFeed, at + 1)) lines += 1
    tell({ bytes, lines })
    yield value
  }
}

interface ExportWork {
  readonly dataProvider: BackOfficeDataProvider
  readonly subject: ListExport
  readonly format: ExportFormat
  /** How many rows the list has as it is shown. */
  readonly total: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: ExportProgress) => void
}

/**
 * Makes a file of all rows that match.
 * @throws HttpError the API's refusal; the signal's reason where the person stopped it.
 */
export async function exportList({
  dataProvider,
  subject,
  format,
  total: shown,
  signal,
  onProgress,
}: ExportWork): Promise<{ blob: Blob; name: string }> {
  const isWrittenHere = format === 'xlsx' && shown <= browserRowsMax
  const { body, headers } = await dataProvider.download(exportPath(subject, isWrittenHere ? 'table' : format), signal)
  const total = Number(headers.get('X-Total-Count') ?? shown)
  const name = fileName(subject.resource, format)
  const tell = (rows: number | null, bytes: number) =>
    onProgress({ rows: rows === null ? null : Math.max(0, Math.min(rows, total)), bytes, total })
  if (isWrittenHere) {
    let received = 0
    const chunks = counted(body, ({ bytes }) => {
      received = bytes
    })
    return { name, blob: await writeStreamedWorkbook({ body: chunks, signal, onRows: (done) => tell(done, received) }) }
  }
  const parts: Uint8Array[] = []
  // The head is a line too.
  for await (const chunk of counted(body, ({ bytes, lines }) => tell(format === 'csv' ? lines - 1 : null, bytes)))
    parts.push(chunk)
  return { name, blob: new Blob(parts as BlobPart[], { type: headers.get('Content-Type') ?? '' }) }
}
