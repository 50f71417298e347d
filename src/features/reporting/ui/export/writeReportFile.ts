import { linesOfRows, type ReportFileRequest, type RowLine } from '#engine/declaration/derive/report/reportFile.ts'
import type { ReportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { inWorker, workbookType } from '#engine/export/ui/inWorker.ts'
import type { Language } from '#locales/languages.ts'

export type ReportFormat = 'csv' | 'xlsx'

/** What is asked of the worker at its beginning. */
export interface ReportOrder extends ReportFileRequest {
  readonly format: ReportFormat
  readonly language: Language
}

/** What the worker is told: its order; some rows at a time; that these were all, upon which it writes. */
export type ReportWorkerRequest =
  | { readonly order: ReportOrder }
  | { readonly lines: readonly RowLine[] }
  | { readonly isOver: true }

/** Rows handed on at once: what is handed on is copied, and the page waits for that. */
const rowsAtOnce = 500

/** Whoever waits for the page comes first. */
const nextTask = () =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/**
 * Lays a report out and writes it into a file in a worker of its own; the main thread only hands the rows on, some at a
 * time.
 * @param onRows is told how many rows the worker has, those inside others included.
 */
export function writeReportFile({
  order,
  rows,
  signal,
  onRows,
}: {
  order: ReportOrder
  rows: readonly ReportRow[]
  signal: AbortSignal
  onRows: (done: number) => void
}): Promise<Blob> {
  return inWorker<ReportWorkerRequest>({
    worker: new Worker(new URL('./reportFile.worker.ts', import.meta.url), { type: 'module' }),
    type: order.format === 'csv' ? 'text/csv;charset=utf-8' : workbookType,
    signal,
    onRows,
    async feed(tell) {
      tell({ order })
      let lines: RowLine[] = []
      for (const line of linesOfRows(rows)) {
        if (lines.push(line) < rowsAtOnce) continue
        tell({ lines })
        lines = []
        await nextTask()
        signal.throwIfAborted()
      }
      tell({ lines })
      tell({ isOver: true })
    },
  })
}
