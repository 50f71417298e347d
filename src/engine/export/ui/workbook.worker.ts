/** Writes a workbook off the main thread: pages stay usable while a hundred thousand rows are written. */
import type { CellValue } from '#engine/values/spreadsheet/cells.ts'
import { type SheetRequest, workbookBytes } from '#engine/values/spreadsheet/workbook.ts'
import type { WorkerRequest } from './writeWorkbook.ts'

/** The first line of a table: its sheet without the rows, and the sheet that says what was asked for. */
interface TableHead extends Pick<SheetRequest, 'name' | 'columns'> {
  readonly criteria: SheetRequest
}

const decoder = new TextDecoder()
let rest = ''
let head: TableHead | null = null
const rows: CellValue[][] = []

function takeLine(line: string): void {
  if (line === '') return
  if (head) rows.push(JSON.parse(line) as CellValue[])
  else head = JSON.parse(line) as TableHead
}

function takeBytes(bytes: Uint8Array): void {
  const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
  rest = lines.pop()!
  lines.forEach(takeLine)
  self.postMessage({ done: rows.length })
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if ('chunk' in data) return takeBytes(data.chunk)
  takeLine(rest)
  if (!head) throw new Error('The answer holds no table')
  const bytes = workbookBytes([{ name: head.name, columns: head.columns, rows }, head.criteria])
  self.postMessage({ bytes }, { transfer: [bytes] })
})
