import type { Job } from '#engine/jobs/server/job.ts'
import { read, utils } from 'xlsx'
import { expect } from 'vitest'
import type { ShownDownload } from '#features/reporting/answers/downloads.ts'
import type { AppContext } from '#engine/server/context.ts'
import { reportFiles } from '#features/reporting/server/downloads/reportFiles.ts'
import type { Client, Office } from '#tests/support/office.ts'

/** A server's view of an office, with a clock of its own. */
export function contextOf(
  { database, environment }: Pick<Office, 'database' | 'environment'>,
  now: () => Date,
): AppContext {
  return { database, environment, now }
}

/** Makes every file that is due, as the job of a server does. */
export function makeFiles(context: AppContext, signal = new AbortController().signal): ReturnType<Job['run']> {
  return reportFiles.run({ context, signal, progress: () => {}, log: () => {}, input: {} })
}

/** Asks for a file. @throws where it is refused */
export async function order(client: Client, body: Readonly<Record<string, unknown>>): Promise<ShownDownload> {
  const answer = await client.post('/api/me/downloads', { format: 'xlsx', language: 'en', ...body })
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 200, code: undefined })
  return answer.body as ShownDownload
}

/** A file as its owner sees it. */
export async function fileOf(client: Client, id: number): Promise<ShownDownload | undefined> {
  return ((await client.get('/api/me/downloads')).body.files as ShownDownload[]).find((file) => file.id === id)
}

/** The bytes of a file, as its owner fetches them. */
export async function bytesOf(app: Office['app'], client: Client, id: number): Promise<Buffer> {
  const answer = await app.inject({
    url: `/api/me/downloads/${id}`,
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** A workbook's sheets in order: every cell as it is stored, null where there is none. */
export function sheetsOf(
  bytes: Buffer,
): {
  name: string
  rows: (string | number | null)[][]
  cells: Record<string, { t: string; v: unknown; z?: string; f?: string }>
}[] {
  const book = read(bytes, { cellNF: true, cellFormula: true })
  return book.SheetNames.map((name) => ({
    name,
    rows: utils.sheet_to_json(book.Sheets[name]!, { header: 1, raw: true, defval: null }),
    cells: book.Sheets[name] as never,
  }))
}
