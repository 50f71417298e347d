/** What a worker that writes a file answers: how many rows it has, and at last the bytes. */
export type WorkerAnswer = { readonly done: number } | { readonly bytes: ArrayBuffer }

interface Work<Request> {
  readonly worker: Worker
  /** The type of the file as HTTP names it. */
  readonly type: string
  /** Tells the worker what to write. */
  readonly feed: (tell: (request: Request, transfer?: Transferable[]) => void) => Promise<void>
  /** Ends the worker where the person no longer wants it; the promise is then rejected with the signal's reason. */
  readonly signal: AbortSignal
  readonly onRows: (done: number) => void
}

/** A file from a worker of its own: the page stays usable while a hundred thousand rows are written. */
export function inWorker<Request>({ worker, type, feed, signal, onRows }: Work<Request>): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', cancel)
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const cancel = () => fail(signal.reason ?? new DOMException('', 'AbortError'))
    if (signal.aborted) return cancel()
    signal.addEventListener('abort', cancel)
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
      if ('done' in data) return onRows(data.done)
      end()
      resolve(new Blob([data.bytes], { type }))
    })
    worker.addEventListener('error', ({ message }) => fail(new Error(message)))
    feed((request, transfer = []) => worker.postMessage(request, transfer)).catch(fail)
  })
}

/** The type of a workbook as HTTP names it. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
