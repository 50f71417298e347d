import type { SheetRequest } from '../../domain/spreadsheet/workbook.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Writes sheets into a workbook in a worker of its own.
 * @param signal ends the worker where the person no longer wants it; the promise is then rejected with the signal's reason.
 */
export function writeWorkbook({ sheets, signal }: { sheets: readonly SheetRequest[]; signal?: AbortSignal }): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal?.removeEventListener('abort', cancel)
    }
    const cancel = () => { end(); reject(signal?.reason ?? new DOMException('', 'AbortError')) }
    signal?.addEventListener('abort', cancel)
    worker.addEventListener('message', ({ data }: MessageEvent<{ bytes: ArrayBuffer }>) => { end(); resolve(new Blob([data.bytes], { type: workbookType })) })
    worker.addEventListener('error', ({ message }) => { end(); reject(new Error(message)) })
    worker.postMessage({ sheets })
  })
}
