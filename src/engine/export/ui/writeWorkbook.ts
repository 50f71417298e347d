import { inWorker, workbookType } from './inWorker.ts'

/** What the worker is told: a table as the server streams it, piece by piece, and that it is over. */
export type WorkerRequest = { readonly chunk: Uint8Array } | { readonly isOver: true }

/**
 * Writes a table that the server streams into a workbook in a worker of its own; the main thread only hands the bytes
 * on.
 * @param onRows is told how many rows have come.
 */
export function writeStreamedWorkbook({
  body,
  signal,
  onRows,
}: {
  body: AsyncIterable<Uint8Array>
  signal: AbortSignal
  onRows: (done: number) => void
}): Promise<Blob> {
  return inWorker<WorkerRequest>({
    worker: new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' }),
    type: workbookType,
    signal,
    onRows,
    async feed(tell) {
      for await (const chunk of body) tell({ chunk }, [chunk.buffer])
      tell({ isOver: true })
    },
  })
}
