import { parse } from 'csv-parse/sync'
import type { StatementState } from '../../../config/answers/reconciliation.ts'
import { isDay, type Day } from '../../../domain/calendar.ts'
import { type Money, roundMoney } from '../../../domain/money.ts'
import { ApiError } from '../../errors.ts'

/** One line of a statement. */
export interface StatementLine {
  /** In the file, the header is line 1. */
  readonly line: number
  /** Our id of the payout, the payment's number, or the reference given when it was paid by hand. */
  readonly reference: string
  readonly amount: Money
  readonly day: Day
  readonly state: StatementState
}

const linesMax = 20_000
const referenceLengthMax = 100

/** The words of statements for each state. */
const stateWords: Readonly<Record<string, StatementState>> = {
  accepted: 'accepted',
  pending: 'accepted',
  processing: 'accepted',
  settled: 'settled',
  paid: 'settled',
  completed: 'settled',
  confirmed: 'settled',
  rejected: 'rejected',
  refused: 'rejected',
  failed: 'rejected',
  returned: 'returned',
  reversed: 'returned',
  refunded: 'returned',
}

/** The names a column may have in the header. */
const columnNames = {
  reference: ['id', 'reference'],
  amount: ['amount', 'value'],
  day: ['date', 'day'],
  state: ['status', 'state'],
} as const

function refuse(line: number, reason: string): never {
  throw new ApiError('invalid_statement', { values: { line, reason } })
}

/** `1234.56` or `1234,56`; statements write what left the account with a minus. */
function readAmount(text: string, line: number): Money {
  const match = /^-?(\d{1,14})(?:[.,](\d{1,2}))?$/.exec(text)
  if (!match) refuse(line, 'the amount must be written as 1234.56 or 1234,56')
  return roundMoney(`${match[1]}.${match[2] ?? '0'}`)
}

function readRows(text: string): string[][] {
  const header = text.slice(0, text.search(/\r?\n|$/))
  try {
    return parse(text, {
      bom: true,
      delimiter: header.includes(';') ? ';' : ',',
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
    })
  } catch (error) {
    const { lines } = error as { lines?: number }
    return refuse(lines ?? 1, 'the quotes do not close')
  }
}

function readColumns(header: readonly string[]): Record<keyof typeof columnNames, number[]> {
  const names = header.map((name) => name.toLowerCase())
  const positions = (wanted: readonly string[]) =>
    wanted.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : []))
  const columns = {
    reference: positions(columnNames.reference),
    amount: positions(columnNames.amount),
    day: positions(columnNames.day),
    state: positions(columnNames.state),
  }
  const missing = Object.entries(columns).find(([, found]) => found.length === 0)?.[0]
  if (missing)
    refuse(1, `the header must name a column ${columnNames[missing as keyof typeof columnNames].join(' or ')}`)
  return columns
}

/**
 * Reads a statement: CSV with a header that names `id` (or `reference`), `amount`, `date` (YYYY-MM-DD) and `status`,
 * separated by comma or semicolon, in any order, other columns beside them.
 * @throws ApiError `invalid_statement` naming the line and what is wrong with it
 */
export function readStatement(text: string): StatementLine[] {
  const [header, ...rows] = readRows(text)
  if (!header) refuse(1, 'the file is empty')
  if (rows.length > linesMax) refuse(linesMax + 2, `a statement has ${linesMax} lines at most; load it in parts`)
  const columns = readColumns(header)
  return rows.map((row, index) => {
    const line = index + 2
    const cell = (positions: readonly number[]) =>
      positions.map((position) => row[position] ?? '').find((value) => value !== '') ?? ''
    const reference = cell(columns.reference)
    if (reference === '' || reference.length > referenceLengthMax)
      refuse(line, `the id must have 1 to ${referenceLengthMax} characters`)
    const day = cell(columns.day).slice(0, 10)
    if (!isDay(day)) refuse(line, 'the date must be written as YYYY-MM-DD')
    const state = stateWords[cell(columns.state).toLowerCase()]
    if (!state) refuse(line, `the status must be one of ${Object.keys(stateWords).join(', ')}`)
    return { line, reference, amount: readAmount(cell(columns.amount), line), day, state }
  })
}
