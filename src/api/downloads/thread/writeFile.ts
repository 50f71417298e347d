import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../../errors.ts'
import { bytesMax, rowsMax } from '../limits.ts'
import type { FileOrder, ThreadMessage } from './fileOrder.ts'

/** Memory of one thread, in megabytes: enough for the most rows a file may have. A report that needs more ends its thread, not the server. */
const memoryMax = 1_536

/** What a file is written from. */
export interface FileSource {
  readonly order: FileOrder
  /** The lines of the report, the total first. */
  readonly lines: AsyncIterable<readonly string[]>
  readonly upTo: Promise<string | null>
  readonly signal: AbortSignal
  readonly onRows: (rows: number) => void
}

const tooLarge = (max: string) => new ApiError('file_too_large', { values: { max } })

async function feed(worker: Worker, { lines, upTo, signal, onRows }: FileSource): Promise<number> {
  let rows = -1
  for await (const batch of lines) {
    signal.throwIfAborted()
    rows += batch.length
    if (rows > rowsMax) throw tooLarge(`${rowsMax} rows`)
    worker.postMessage({ lines: batch } satisfies ThreadMessage)
    onRows(rows)
  }
  worker.postMessage({ upTo: await upTo } satisfies ThreadMessage)
  return rows
}

/**
 * Writes a file in a thread of its own.
 * @returns its bytes, and how many rows it has beside head and total.
 * @throws ApiError `file_too_large`; the signal's reason where it is no longer wanted
 */
export async function writeFile(source: FileSource): Promise<{ readonly bytes: Buffer; readonly rows: number }> {
  const { order, signal } = source
  signal.throwIfAborted()
  const ended = new AbortController()
  const worker = new Worker(new URL('./reportFile.thread.ts', import.meta.url), { workerData: order, resourceLimits: { maxOldGenerationSizeMb: memoryMax } })
  try {
    const written = once(worker, 'message', { signal }) as Promise<[Uint8Array]>
    const [rows, [bytes]] = await Promise.all([feed(worker, { ...source, signal: AbortSignal.any([signal, ended.signal]) }), written])
    if (bytes.byteLength > bytesMax) throw tooLarge(`${bytesMax / 1024 / 1024} MB`)
    return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rows }
  } catch (error) {
    signal.throwIfAborted()
    throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(`${rowsMax} rows`) : error
  } finally {
    // A thread that failed leaves the report half read: that ends as well.
    ended.abort()
    await worker.terminate()
  }
}
