import { parse } from 'csv-parse/sync'
import type { StatementState } from '../../answers/reconciliation.ts'
import { readAmounts, readDays, type SignedAmount } from './bankValues.ts'
import { columnNames, dayPlaces, isBalance, isEnglishHead, nameOf, signOf, stateOf } from './csvWords.ts'
import { linesMax, type ReadStatement, referenceLengthMax, referenceOf, refuse } from './statementLine.ts'

const headWithin = 40

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}
type Columns = Readonly<Record<keyof typeof columnNames | 'day', readonly number[]>>

function columnsIn(cells: readonly string[]): Columns {
  const names = cells.map(nameOf)
  const places = (wanted: readonly string[]) =>
    wanted.flatMap((name) => names.flatMap((each, place) => (each === name ? [place] : [])))
  const found = Object.entries(columnNames).map(([column, wanted]) => [column, places(wanted)])
  return { ...Object.fromEntries(found), day: dayPlaces(names) } as unknown as Columns
}
const isHead = ({ reference, amount, debit, credit, day }: Columns) =>
  reference.length > 0 && day.length > 0 && (amount.length > 0 || (debit.length > 0 && credit.length > 0))

function rowsOf(text: string, delimiter: string): Row[] {
  try {
    const read = parse(text, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return read.map(({ record, info }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    return refuse((error as { lines?: number }).lines ?? 1, 'quotes')
  }
}

interface Table {
  readonly columns: Columns
  /** What comes first in dates that could be read in two ways; null where nothing says so. */
  readonly usual: 'day_first' | null
  readonly rows: readonly Row[]
  readonly before: readonly Row[]
}

const noColumns = { reference: [], amount: [], debit: [], credit: [], state: [], sign: [], currency: [], day: [] }

/** The table below a head among the first rows; null where none of them is one. */
function belowHead(rows: readonly Row[]): Table | null {
  const place = rows.slice(0, headWithin).findIndex(({ cells }) => isHead(columnsIn(cells)))
  if (place < 0) return null
  const { cells } = rows[place]!
  const usual = isEnglishHead(cells.map(nameOf)) ? null : 'day_first'
  return { columns: columnsIn(cells), usual, rows: rows.slice(place + 1), before: rows.slice(0, place) }
}

/** A table without a head, where one column holds days alone and one amounts alone, with decimals; else null. */
function withoutHead(rows: readonly Row[]): Table | null {
  const width = rows[0]?.cells.length ?? 0
  if (width < 3 || rows.some(({ cells }) => cells.length !== width)) return null
  const places = Array.from({ length: width }, (_, place) => place)
  const holding = (is: RegExp) => places.filter((place) => rows.every(({ cells }) => is.test(cells[place]!)))
  const [day, amount] = [holding(/^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/), holding(/^[^/]*\d[.,]\d{2}(?:\s*[-DC])?$/)]
  const reference = places.filter((place) => !day.includes(place) && !amount.includes(place))
  if (day.length !== 1 || amount.length !== 1) return null
  // A decimal comma is written where the day comes first.
  const usual = rows.some(({ cells }) => /,\d{2}\D*$/.test(cells[amount[0]!]!)) ? 'day_first' : null
  return { columns: { ...noColumns, reference, day, amount }, usual, rows, before: [] }
}

function tableIn(text: string): Table {
  const begin = text.split(/\r?\n/, headWithin).join('\n')
  let failure: unknown
  const read = [';', ',', '\t', '|'].flatMap((delimiter) => {
    try {
      return begin.includes(delimiter) ? [rowsOf(text, delimiter)] : []
    } catch (error) {
      failure = error
      return []
    }
  })
  const found = read.map(belowHead).find((table) => table !== null)
  const table = found ?? (failure === undefined ? read.map(withoutHead).find((each) => each !== null) : undefined)
  if (table) return table
  if (failure !== undefined) throw failure
  return refuse(1, 'header')
}

/** Where there is no status: what left is settled, and what came back under a payment's name is its return. */
function statesOf(
  rows: readonly Row[],
  amounts: readonly SignedAmount[],
  { state, sign, debit }: Columns,
): StatementState[] {
  if (state.length > 0)
    return rows.map(({ line, cells }) => {
      const text = state.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
      return stateOf(text) ?? refuse(line, 'state', text)
    })
  const isSigned = debit.length > 0 || amounts.some(({ isMinus, isMarked }) => isMinus || isMarked)
  if (!isSigned && sign.length === 0) refuse(rows[0]?.line ?? 1, 'sign')
  return rows.map(({ line, cells }, index) => {
    const text = sign.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
    const word = signOf(text)
    if (!isSigned && !word) refuse(line, 'state', text)
    const isOut = isSigned ? amounts[index]!.isMinus : word === 'D'
    return isOut ? 'settled' : 'returned'
  })
}

function amountsOf(rows: readonly Row[], { amount, debit, credit }: Columns): SignedAmount[] {
  const cell = ({ cells }: Row, places: readonly number[]) =>
    places.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
  if (amount.length > 0) return readAmounts(rows.map((row) => ({ line: row.line, text: cell(row, amount) })))
  const isNothing = (text: string) => text === '' || /^[-\s]*0*([.,]0+)?$/.test(text)
  const read = readAmounts(
    rows.map((row) => {
      const out = cell(row, debit)
      return { line: row.line, text: isNothing(out) ? cell(row, credit) : out }
    }),
  )
  return read.map((each, index) => ({ ...each, isMinus: !isNothing(cell(rows[index]!, debit)) }))
}

/**
 * Reads CSV as banks write it: a head among the first lines in Portuguese, English or Spanish, separated by semicolon,
 * comma, tab or line, columns in any order, others beside them.
 * @throws ApiError `invalid_statement` naming the line and what is wrong with it
 */
export function readCsvStatement(text: string): ReadStatement {
  const { columns, usual, rows: all, before } = tableIn(text)
  const dayOf = ({ cells }: Row) => columns.day.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
  const isMovement = (row: Row) => {
    const hasState = columns.state.some((place) => (row.cells[place] ?? '') !== '')
    const says = [...columns.day, ...columns.amount, ...columns.debit, ...columns.credit]
    return (!isBalance(row.cells) || hasState) && says.some((place) => (row.cells[place] ?? '') !== '')
  }
  const rows = all.filter(isMovement)
  if (rows.length > linesMax) refuse(rows[linesMax]!.line, 'too_long')
  const days = readDays(
    rows.map((row) => ({ line: row.line, text: dayOf(row) })),
    usual,
  )
  const amounts = amountsOf(rows, columns)
  const states = statesOf(rows, amounts, columns)
  const lines = rows.map(({ line, cells }, index) => {
    const currency = columns.currency
      .map((place) => (cells[place] ?? '').toUpperCase())
      .find((value) => /^[A-Z]{3}$/.test(value))
    const given = columns.reference.map((place) => cells[place] ?? '')
    if ((given.find((value) => value !== '') ?? '').length > referenceLengthMax) refuse(line, 'reference')
    const { amount } = amounts[index]!
    return {
      line,
      ...referenceOf(line, given),
      amount,
      day: days[index]!,
      state: states[index]!,
      ...(currency ? { currency } : {}),
    }
  })
  const others = [...before, ...all.filter((row) => !isMovement(row))]
  return {
    lines,
    skipped: others.map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(' · ').slice(0, 100) })),
  }
}
