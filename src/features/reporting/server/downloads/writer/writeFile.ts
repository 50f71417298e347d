import { type ChildProcess, fork } from 'node:child_process'
import { ApiError } from '#engine/server/http/errors.ts'
import type { AnswerNotes } from '../../../answers/fileNotes.ts'
import { bytesMax, rowsMax } from '../limits.ts'
import type { FileLine, FileOrder, WriterMessage } from './fileOrder.ts'

/** Memory of one writer, in megabytes: enough for the most rows a file may have. */
const memoryMax = 1_536

/** What a file is written from. */
export interface FileSource {
  readonly order: FileOrder
  /** The lines of the report, each total before its rows. */
  readonly lines: AsyncIterable<readonly FileLine[]>
  readonly upTo: Promise<string | null>
  readonly notes: () => Promise<AnswerNotes>
  readonly signal: AbortSignal
  readonly onRows: (rows: number) => void
}

/** Hands something to a writer, and waits until it is on its way: what is still to be read is not kept in memory. */
function tell(writer: ChildProcess, message: WriterMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    writer.send(message, (error) => (error ? reject(error) : resolve()))
  })
}

async function feed(writer: ChildProcess, { order, lines, upTo, notes, signal, onRows }: FileSource): Promise<number> {
  await tell(writer, { order })
  let rows = 0
  for await (const batch of lines) {
    signal.throwIfAborted()
    rows += batch.filter(({ currency }) => currency === undefined).length
    if (rows > rowsMax) throw new ApiError('file_too_many_rows', { values: { max: rowsMax } })
    await tell(writer, { lines: batch })
    onRows(rows)
  }
  await tell(writer, { upTo: await upTo, notes: await notes() })
  return rows
}

/** The bytes a writer answers with; its end without an answer is an error. */
function written(writer: ChildProcess, signal: AbortSignal): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    writer.once('message', (bytes) => resolve(bytes as Uint8Array))
    writer.once('error', reject)
    // Comes after everything it has sent, unlike its exit.
    writer.once('disconnect', () => reject(new Error('The writer of files ended without an answer.')))
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

/**
 * Writes a file in a process of its own: what it breaks, or the memory it exhausts, is not the server's.
 * @returns its bytes, and how many rows it has beside head and total.
 * @throws ApiError `file_too_large`, `file_too_many_rows`; the signal's reason where it is no longer wanted
 */
export async function writeFile(source: FileSource): Promise<{ readonly bytes: Buffer; readonly rows: number }> {
  const { signal } = source
  signal.throwIfAborted()
  const ended = new AbortController()
  // It needs none of the server's secrets.
  const writer = fork(new URL('./reportFile.process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMax}`],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  try {
    const [rows, bytes] = await Promise.all([
      feed(writer, { ...source, signal: AbortSignal.any([signal, ended.signal]) }),
      written(writer, signal),
    ])
    if (bytes.byteLength > bytesMax)
      throw new ApiError('file_too_large', { values: { max: `${bytesMax / 1024 / 1024} MB` } })
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rows }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    // A writer that failed leaves the report half read: that ends as well.
    ended.abort()
    writer.kill('SIGKILL')
  }
}
