import { ApiError } from '#engine/server/http/errors.ts'
import { runInThread } from '#engine/server/threads.ts'
import { isMarkup } from '#engine/values/spreadsheet/markup.ts'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'
import type { FileTable } from './fileTable.ts'
import { readCsvTable } from './readCsvTable.ts'
import { readWorkbookTable } from './readWorkbookTable.ts'

const beginsWith = (bytes: Uint8Array, begin: readonly number[]) => begin.every((byte, index) => bytes[index] === byte)
const zip = [0x50, 0x4b, 0x03, 0x04]
/** Older workbooks, workbooks with a password, PDF. */
const unread = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
]

/**
 * Reads the table of a file, CSV or XLSX by its first bytes, whatever it is called.
 * @throws ApiError `import_unreadable`, `import_empty`, `import_too_many_rows`
 */
export function readTable(bytes: Uint8Array): FileTable {
  if (unread.some((begin) => beginsWith(bytes, begin))) throw new ApiError('import_unreadable')
  const table = beginsWith(bytes, zip) ? readWorkbookTable(bytes) : readTextTable(decodeText(bytes))
  if (table.rows.length === 0) throw new ApiError('import_empty')
  return table
}

function readTextTable(text: string): FileTable {
  if (isMarkup(text)) throw new ApiError('import_unreadable')
  return readCsvTable(text)
}

/** {@link readTable} in a thread with its own memory: a small packed file may hold a large one. */
export const readTableInThread = (bytes: Uint8Array): Promise<FileTable> =>
  runInThread(new URL('tableReader.process.ts', import.meta.url), bytes)
