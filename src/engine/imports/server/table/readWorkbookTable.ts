import { type CellObject, read, SSF, type WorkSheet } from 'xlsx'
import { ApiError } from '#engine/server/http/errors.ts'
import { type FileCell, type FileTable, fileRowsMax, tableOf } from './fileTable.ts'

const msADay = 86_400_000
/** Day 0 of spreadsheet programs. */
const epochMs = Date.UTC(1899, 11, 30)

/** A day, or a moment where it has a time, as ISO 8601. */
function isoOf(serial: number): string {
  const iso = new Date(Math.round((epochMs + serial * msADay) / 1000) * 1000).toISOString()
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso
}

/** A number without what its binary form adds to it. */
const plain = (value: number) => Number(value.toPrecision(15))

function cellOf(cell: CellObject | undefined): FileCell {
  if (!cell || cell.t === 'z' || cell.t === 'e' || cell.v === undefined) return null
  if (cell.t === 'b') return Boolean(cell.v)
  if (cell.t !== 'n') return String(cell.v)
  const [value, format] = [Number(cell.v), String(cell.z ?? '')]
  if (!Number.isFinite(value)) return null
  if (format !== '' && SSF.is_date(format)) return isoOf(value)
  return format.includes('%') ? plain(value * 100) : plain(value)
}

function tableIn(sheet: WorkSheet | undefined): FileTable {
  const data = ((sheet as { '!data'?: (CellObject | undefined)[][] } | undefined)?.['!data'] ?? []) as (
    | (CellObject | undefined)[]
    | undefined
  )[]
  const rows = Array.from(data, (cells) => Array.from(cells ?? [], cellOf))
  return tableOf(rows, { isCsv: false })
}

/**
 * Reads the first sheet of a workbook that holds a table. Formulas count for the values that were stored with them.
 * @throws ApiError `import_unreadable`, `import_too_many_rows`
 */
export function readWorkbookTable(bytes: Uint8Array): FileTable {
  let sheets: (WorkSheet | undefined)[]
  try {
    const workbook = read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      sheetRows: fileRowsMax + 100,
    })
    sheets = workbook.SheetNames.map((name) => workbook.Sheets[name])
  } catch {
    throw new ApiError('import_unreadable')
  }
  const table = sheets.map(tableIn).find(({ rows }) => rows.length > 0) ?? tableIn(sheets[0])
  if (table.rows.length > fileRowsMax) throw new ApiError('import_too_many_rows', { values: { max: fileRowsMax } })
  return table
}
