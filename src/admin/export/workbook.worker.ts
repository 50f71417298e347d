/** Writes a workbook off the main thread: pages stay usable while a hundred thousand rows are written. */
import { type SheetRequest, workbookBytes } from '../../domain/spreadsheet/workbook.ts'

self.addEventListener('message', ({ data }: MessageEvent<{ sheets: readonly SheetRequest[] }>) => {
  const bytes = workbookBytes(data.sheets)
  self.postMessage({ bytes }, { transfer: [bytes] })
})
