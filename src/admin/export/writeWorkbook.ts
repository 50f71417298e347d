import type { SheetRequest } from '../../domain/spreadsheet/workbook.ts'

/** What the worker is told: whole sheets; or a table as the server streams it, piece by piece, and that it is over. */
export type WorkerRequest = { readonly sheets: readonly SheetRequest[] } | { readonly chunk: Uint8Array } | { readonly isOver: true }
type WorkerAnswer = { readonly done: number } | { readonly bytes: ArrayBuffer }

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Work {
  /** Tells the worker what to write. */
  readonly feed: (tell: (request: WorkerRequest, transfer?: Transferable[]) => void) => Promise<void> | void
  /** Ends the worker where the person no longer wants it; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
  readonly onRows?: (done: number) => void
}

/** A workbook from a worker of its own. */
function inWorker({ feed, signal, onRows }: Work): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal?.removeEventListener('abort', cancel)
    }
    const fail = (error: unknown) => { end(); reject(error) }
    const cancel = () => fail(signal?.reason ?? new DOMException('', 'AbortError'))
    signal?.addEventListener('abort', cancel)
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if ('done' in data) return onRows?.(data.done)
      end()
      resolve(new Blob([data.bytes], { type: workbookType }))
    })
    worker.addEventListener('error', ({ message }) => fail(new Error(message)))
    Promise.resolve(feed((request, transfer = []) => worker.postMessage(request, transfer))).catch(fail)
  })
}

/** Writes sheets into a workbook in a worker of its own. */
export function writeWorkbook({ sheets, signal }: { sheets: readonly SheetRequest[]; signal?: AbortSignal }): Promise<Blob> {
  return inWorker({ signal, feed: (tell) => tell({ sheets }) })
}

/**
 * Writes a table that the server streams into a workbook in a worker of its own; the main thread only hands the bytes on.
 * @param onRows is told how many rows have come.
 */
export function writeStreamedWorkbook({ body, signal, onRows }: { body: AsyncIterable<Uint8Array>; signal: AbortSignal; onRows: (done: number) => void }): Promise<Blob> {
  return inWorker({
    signal, onRows,
    async feed(tell) {
      for await (const chunk of body) tell({ chunk }, [chunk.buffer])
      tell({ isOver: true })
    },
  })
}
