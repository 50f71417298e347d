import { parse } from 'csv-parse/sync'
import type { StatementState } from '../../answers/reconciliation.ts'
import { isReturnText } from '../payeeNames.ts'
import { amountReader, type Cell, dayReader, hasSign, type SignedAmount } from './bankValues.ts'
import { columnNames, dayPlaces, isBalance, isEnglishHead, looseNames, nameOf, signOf, stateOf } from './csvWords.ts'
import { namesOf, type ReadStatement, refuse, StatementReader } from './statementLine.ts'

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
  const day = dayPlaces(names)
  const known = Object.entries(columnNames).map(([column, wanted]) => [column, places(wanted)] as const)
  const taken = new Set([...day, ...known.flatMap(([, found]) => found)])
  const found = known.map(([column, exact]) => {
    const is = looseNames[column as keyof typeof looseNames]
    if (exact.length > 0 || !is) return [column, exact]
    return [column, names.flatMap((name, place) => (!taken.has(place) && is(name) ? [place] : []))]
  })
  const columns = { ...Object.fromEntries(found), day } as unknown as Columns
  // What some call the type of a movement is all they say of it.
  return columns.text.length > 0 ? columns : { ...columns, text: columns.sign }
}
const isHead = ({ reference, number, text, amount, debit, credit, day }: Columns) =>
  [...reference, ...number, ...text].length > 0 && day.length > 0 && [...amount, ...debit, ...credit].length > 0

const options = {
  bom: true,
  trim: true,
  relax_column_count: true,
  skip_records_with_empty_values: true,
  info: true,
} as const
/** A formula that keeps a program from taking a cell for a number or day. */
const textFormula = /(^|[;,\t|])=("(?:[^"]|"")*")/gm

function rowsIn(text: string, delimiter: string): Row[] {
  const read = parse(text, { ...options, delimiter }) as unknown as { record: string[]; info: { lines: number } }[]
  return read.map(({ record, info }) => ({ line: info.lines, cells: record }))
}

/** The rows of a file; where its quotes do not close, those of each line that closes them, and the other lines. */
function rowsOf(text: string, delimiter: string): { rows: Row[]; torn: readonly Cell[] } {
  try {
    return { rows: rowsIn(text, delimiter), torn: [] }
  } catch {
    const rows: Row[] = []
    const torn: Cell[] = []
    text.split(/\r?\n/).forEach((each, index) => {
      try {
        rows.push(...rowsIn(each, delimiter).map(({ cells }) => ({ line: index + 1, cells })))
      } catch {
        torn.push({ line: index + 1, text: each })
      }
    })
    return { rows, torn }
  }
}

interface Table {
  readonly columns: Columns
  /** What comes first in dates that could be read in two ways; null where nothing says so. */
  readonly usual: 'day_first' | null
  readonly rows: readonly Row[]
  readonly before: readonly Row[]
  /** Lines whose quotes do not close. */
  readonly torn: readonly Cell[]
}
type Rows = Omit<Table, 'columns' | 'usual' | 'before'>

const noColumns = Object.fromEntries(Object.keys(columnNames).map((name) => [name, []])) as unknown as Columns

/** The table below a head among the first rows; null where none of them is one. */
function belowHead({ rows, torn }: Rows): Table | null {
  const place = rows.slice(0, headWithin).findIndex(({ cells }) => isHead(columnsIn(cells)))
  if (place < 0) return null
  const { cells } = rows[place]!
  const usual = isEnglishHead(cells.map(nameOf)) ? null : 'day_first'
  return { columns: columnsIn(cells), usual, rows: rows.slice(place + 1), before: rows.slice(0, place), torn }
}

/** A table without a head, where one column holds days alone and one amounts alone, with decimals; else null. */
function withoutHead({ rows, torn }: Rows): Table | null {
  const width = rows[0]?.cells.length ?? 0
  if (width < 3 || rows.some(({ cells }) => cells.length !== width)) return null
  const places = Array.from({ length: width }, (_, place) => place)
  const holding = (is: RegExp) => places.filter((place) => rows.every(({ cells }) => is.test(cells[place]!)))
  const [day, amount] = [holding(/^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/), holding(/^[^/]*\d[.,]\d{2}(?:\s*[-DC])?$/)]
  const text = places.filter((place) => !day.includes(place) && !amount.includes(place))
  if (day.length !== 1 || amount.length !== 1) return null
  // A decimal comma is written where the day comes first.
  const usual = rows.some(({ cells }) => /,\d{2}\D*$/.test(cells[amount[0]!]!)) ? 'day_first' : null
  return { columns: { ...noColumns, text, day, amount }, usual, rows, before: [], torn }
}

function tableIn(text: string): Table {
  const begin = text.split(/\r?\n/, headWithin).join('\n')
  const read = [';', ',', '\t', '|', '^', '~']
    .filter((delimiter) => begin.includes(delimiter))
    .map((each) => rowsOf(text, each))
  const found =
    read.map(belowHead).find((table) => table !== null) ?? read.map(withoutHead).find((table) => table !== null)
  return found ?? refuse(1, 'header')
}

const cellIn = ({ cells }: Row, places: readonly number[]) =>
  places.map((place) => cells[place] ?? '').find((value) => value !== '') ?? ''
const isNothing = (text: string) => text === '' || /^[-\s]*(?:R\$)?\s*0*([.,]0+)?$/.test(text)

/** What a row moved; in tables of two columns the one that is filled says which way. */
function amountIn(row: Row, { amount, debit, credit }: Columns, read: (cell: Cell) => SignedAmount): SignedAmount {
  const { line } = row
  if (amount.length > 0) return read({ line, text: cellIn(row, amount) })
  const out = cellIn(row, debit)
  if (isNothing(out)) return { ...read({ line, text: cellIn(row, credit) }), isMinus: false }
  return { ...read({ line, text: out }), isMinus: true }
}

/** What a row says came of the money: its status; else what left is settled, and what came under our name is a return. */
function stateIn(
  row: Row,
  columns: Columns,
  { isMinus, isSigned }: { isMinus: boolean; isSigned: boolean },
): StatementState {
  const { line } = row
  const word = cellIn(row, columns.state)
  if (word !== '') {
    const state = stateOf(word) ?? refuse(line, 'state', word)
    // What is done is then the return itself.
    const isReturn = state === 'settled' && isSigned && !isMinus && row.cells.some(isReturnText)
    return isReturn ? 'returned' : state
  }
  const sign = signOf(cellIn(row, columns.sign))
  if (!isSigned && sign === undefined)
    refuse(line, columns.sign.length > 0 ? 'state' : 'sign', cellIn(row, columns.sign))
  return (isSigned ? isMinus : sign === 'D') ? 'settled' : 'returned'
}

/** The year in which all whole days above a table lie; undefined where they are none or differ. */
function yearAbove(before: readonly Row[]): string | undefined {
  const years = new Set(before.flatMap(({ cells }) => cells.join(' ').match(/(?<=\d{1,2}\/\d{1,2}\/)\d{4}/g) ?? []))
  return years.size === 1 ? [...years][0] : undefined
}

/**
 * Reads CSV as banks write it: a head among the first lines in Portuguese, English or Spanish, separated by semicolon,
 * comma, tab or line, columns in any order, others beside them.
 * @throws ApiError `invalid_statement` where nothing of it can be read
 */
export function readCsvStatement(given: string): ReadStatement {
  // What spreadsheet programs are told of the separator is no line of the bank's.
  const text = given.replace(/^\uFEFF?sep=.(?=\r?\n)/i, '').replace(textFormula, '$1$2')
  const { columns, usual, rows, before, torn } = tableIn(text)
  const valued = [...columns.amount, ...columns.debit, ...columns.credit]
  const hasMoney = (row: Row) => [...columns.day, ...valued].some((place) => (row.cells[place] ?? '') !== '')
  const isMovement = (row: Row) => (!isBalance(row.cells) || cellIn(row, columns.state) !== '') && hasMoney(row)
  const moved = rows.filter(isMovement)
  const year = yearAbove(before)
  const readDay = dayReader(
    moved.map((row) => cellIn(row, columns.day)),
    { usual, year },
  )
  const amounts = moved.flatMap(({ cells }) => valued.map((place) => cells[place] ?? ''))
  const readAmount = amountReader(amounts)
  const isSigned = columns.amount.length === 0 || amounts.some(hasSign)
  if (moved.length === 0 && !isSigned && [...columns.state, ...columns.sign].length === 0) refuse(1, 'sign')
  const reader = new StatementReader()
  const told = (row: Row) => row.cells.filter(Boolean).join(' · ')
  for (const { line, text: given } of torn) reader.take(line, given, () => refuse(line, 'quotes'))
  for (const row of before) reader.skip(row.line, told(row))
  let isOpen = false
  for (const row of rows) {
    const { line } = row
    const more = row.cells.filter((cell) => cell !== '')
    // A text that goes on in a line of its own, as Bradesco and Sicoob write the payee.
    const isMore =
      isOpen && !hasMoney(row) && !isBalance(row.cells) && more.length === 1 && cellIn(row, columns.text) !== ''
    if (isMore && reader.amend((last) => ({ ...last, text: `${last.text} ${more[0]}` }))) continue
    isOpen = reader.take(line, told(row), () => {
      if (!isMovement(row)) return null
      const day = readDay({ line, text: cellIn(row, columns.day) })
      const { amount, isMinus } = amountIn(row, columns, readAmount)
      const state = stateIn(row, columns, { isMinus, isSigned })
      const at = (places: readonly number[]) => places.map((place) => row.cells[place] ?? '')
      const currency = at(columns.currency)
        .find((value) => /^[A-Z]{3}$/i.test(value))
        ?.toUpperCase()
      const numbers = at(columns.number)
      const texts = [...numbers.filter((number) => /\D/.test(number)), ...at(columns.text), ...numbers]
      if (Number(amount) === 0) return null
      return {
        line,
        ...namesOf(line, { names: at(columns.reference), texts }),
        amount,
        day,
        state,
        ...(currency ? { currency } : {}),
      }
    })
  }
  return reader.done()
}
