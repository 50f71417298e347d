/** Writes a workbook off the main thread: pages stay usable while a hundred thousand rows are written. */
import type { CellValue } from '../../domain/spreadsheet/cells.ts'
import { type SheetRequest, workbookBytes } from '../../domain/spreadsheet/workbook.ts'
import type { WorkerRequest } from './writeWorkbook.ts'

/** The first line of a table: its sheet without the rows, and the sheet that says what was asked for. */
interface TableHead extends Pick<SheetRequest, 'name' | 'columns'> { readonly criteria: SheetRequest }

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

function finish(sheets: readonly SheetRequest[]): void {
  const bytes = workbookBytes(sheets)
  self.postMessage({ bytes }, { transfer: [bytes] })
}

self.addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if ('sheets' in data) finish(data.sheets)
  else if ('chunk' in data) takeBytes(data.chunk)
  else {
    takeLine(rest)
    if (!head) throw new Error('The answer holds no table')
    finish([{ name: head.name, columns: head.columns, rows }, head.criteria])
  }
})
