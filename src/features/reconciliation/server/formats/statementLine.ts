import type { StatementProblem, StatementState } from '../../answers/reconciliation.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/** One movement of a statement. */
export interface StatementLine {
  /** In the file, from 1. */
  readonly line: number
  /** Our id of the payout, the payment's number, or the reference given when it was paid by hand. */
  readonly reference: string
  /** What else it may be called by there: other numbers of the bank, words of its text. */
  readonly names?: readonly string[]
  readonly amount: Money
  readonly day: Day
  readonly state: StatementState
  /** Where the statement says one. */
  readonly currency?: string
}

/** A statement as it was read: its movements, and the lines that are none (balances, totals, heads). */
export interface ReadStatement {
  readonly lines: readonly StatementLine[]
  readonly skipped: readonly { readonly line: number; readonly text: string }[]
}

/** Most movements of a statement. */
export const linesMax = 20_000
/** Longest reference. */
export const referenceLengthMax = 100

const reasons: Readonly<Record<StatementProblem, string>> = {
  empty: 'the file is empty',
  not_text: 'this is no text file; save it as CSV, OFX or CNAB 240',
  cnab_400: 'this is CNAB 400; ask the bank for the return as CNAB 240',
  too_long: `a statement has ${linesMax} lines at most; load it in parts`,
  cut_off: 'the file ends too early; fetch it from the bank again',
  quotes: 'the quotes do not close, or stand inside of a text',
  header: 'no line names the columns for reference, amount and date (and status, or the sign of amounts)',
  reference: `the reference must have 1 to ${referenceLengthMax} characters`,
  day: 'this is no date: %{value}',
  ambiguous_day: 'day and month cannot be told apart: %{value}; write YYYY-MM-DD',
  amount: 'this is no amount: %{value}',
  ambiguous_amount: 'thousands and decimals cannot be told apart: %{value}; write 1234.56',
  state: 'this is no status we know: %{value}',
  sign: 'there is no status, and no amount has a minus: what left and what came cannot be told apart',
  width: 'a line of CNAB 240 has 240 characters; this one has %{value}',
  occurrence: 'this occurrence of CNAB is not one we know: %{value}',
}
const valueLengthMax = 60

/** Refuses a statement, naming the line and what is wrong with it; pages say it by `problem`. */
export function refuse(line: number, problem: StatementProblem, value = ''): never {
  const short = value.slice(0, valueLengthMax)
  const reason = reasons[problem].replace('%{value}', () => short)
  throw new ApiError('invalid_statement', { values: { line, problem, value: short, reason } })
}

/** A reference, with what else the movement may be called by; refuses none at all. */
export function referenceOf(line: number, given: readonly string[]): Pick<StatementLine, 'reference' | 'names'> {
  const names = [...new Set(given.map((name) => name.trim()).filter((name) => name !== ''))]
  const [reference, ...others] = names
  if (reference === undefined || reference.length > referenceLengthMax) refuse(line, 'reference')
  // What is filled up with zeros, and words long enough to be no coincidence.
  const unfilled = names.map((name) => name.replace(/^0+(?=\d)/, ''))
  const words = names.flatMap((name) => name.match(/[A-Za-z0-9][A-Za-z0-9-]{7,}/g) ?? [])
  const more = [...new Set([...others, ...unfilled, ...words])].filter((name) => name !== reference)
  return { reference, names: more.filter((name) => name.length <= referenceLengthMax) }
}
