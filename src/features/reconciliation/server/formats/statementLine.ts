import type { SkippedLine, StatementProblem, StatementState } from '../../answers/reconciliation.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/** One movement of a statement. */
export interface StatementLine {
  /** In the file, from 1. */
  readonly line: number
  /** What the movement is called where it is shown. */
  readonly reference: string
  /** What stands where a reference of ours belongs: any length, the number of a payment among them. */
  readonly names: readonly string[]
  /** Free text of the bank (history, payee, remark) and its own numbers (document, CHECKNUM): they may hold a reference. */
  readonly text: string
  readonly amount: Money
  /** It says none, and is of the amount of the payments that it names. */
  readonly isWithoutAmount?: true
  readonly day: Day
  readonly state: StatementState
  /** Where the statement says one. */
  readonly currency?: string
  /** What a bank wrote instead of a state we know; the state is `unclear` then. */
  readonly code?: BankCode
}

/** An occurrence of CNAB as one bank writes it; empty where it left the place blank. */
export interface BankCode {
  /** Three digits; `ISO` for the codes of ISO 20022. */
  readonly bank: string
  readonly code: string
}

/** A statement as it was read: its movements, and the lines that are none or could not be read. */
export interface ReadStatement {
  readonly lines: readonly StatementLine[]
  readonly skipped: readonly SkippedLine[]
}

/** Most movements of a statement. */
export const linesMax = 20_000
/** Longest reference. */
export const referenceLengthMax = 100
const skippedTextMax = 100

const reasons: Readonly<Record<StatementProblem, string>> = {
  empty: 'the file is empty',
  not_text: 'this is no text file; save it as CSV, OFX or CNAB 240',
  format: 'this is %{value}, which is not supported; ask the bank for CSV, OFX or CNAB 240',
  cnab_400: 'this is CNAB 400 %{value}; ask the bank for the return as CNAB 240',
  too_long: `a statement has ${linesMax} lines at most; load it in parts`,
  cut_off: 'the file ends too early; fetch it from the bank again',
  torn: 'parts of a movement stand outside of one, or two movements are in one',
  count: 'the last line counts %{value} lines; some may be missing',
  quotes: 'the quotes do not close, or stand inside of a text',
  header:
    'no line names the columns for reference or description, amount and date (and status, or the sign of amounts)',
  reference: `the reference must have 1 to ${referenceLengthMax} characters`,
  day: 'this is no date: %{value}',
  ambiguous_day: 'day and month cannot be told apart: %{value}; write YYYY-MM-DD',
  no_amount: 'there is no amount',
  amount: 'this is no amount: %{value}',
  ambiguous_amount: 'thousands and decimals cannot be told apart: %{value}; write 1234.56',
  state: 'this is no status we know: %{value}',
  sign: 'there is no status, and no amount has a minus: what left and what came cannot be told apart',
  width: 'a line of CNAB 240 has 240 characters; this one has %{value}',
  place: 'a line of this kind does not belong here',
}
const valueLengthMax = 60

/** Refuses a statement, or the line of one; pages say it by `problem`. */
export function refuse(line: number, problem: StatementProblem, value = ''): never {
  const short = value.slice(0, valueLengthMax)
  const reason = reasons[problem].replace('%{value}', () => short)
  throw new ApiError('invalid_statement', { values: { line, problem, value: short, reason } })
}

/** A line that is no movement: a balance, a total, a head. */
export const noMovement = (line: number, text: string): SkippedLine => ({
  line,
  text: text.trim().slice(0, skippedTextMax),
  problem: null,
  value: '',
  reason: null,
})

/**
 * Reads a file's movements one by one. One that cannot be read is set aside with its text and the reason, and the rest
 * is read; a file of which nothing can be read is refused with the first reason.
 */
export class StatementReader {
  readonly #lines: StatementLine[] = []
  readonly #skipped: SkippedLine[] = []
  #refusal: unknown = null

  /**
   * @param read null for what is no movement; throws by {@link refuse}
   * @returns whether it was a movement
   */
  take(line: number, text: string, read: () => StatementLine | null): boolean {
    try {
      const movement = read()
      if (movement === null) this.skip(line, text)
      else this.#lines.push(movement)
      if (this.#lines.length > linesMax) refuse(line, 'too_long')
      return movement !== null
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_statement') throw error
      this.#refusal ??= error
      const { problem, value, reason } = error.values as Pick<SkippedLine, 'problem' | 'value' | 'reason'>
      if (problem === 'too_long') throw error
      this.#skipped.push({ ...noMovement(line, text), problem, value, reason })
      return false
    }
  }

  skip(line: number, text: string): void {
    this.#skipped.push(noMovement(line, text))
  }

  /** What follows a movement and says more of it. */
  amend(more: (last: StatementLine) => StatementLine): boolean {
    const last = this.#lines.pop()
    if (last) this.#lines.push(more(last))
    return last !== undefined
  }

  done(): ReadStatement {
    if (this.#lines.length === 0 && this.#refusal !== null) throw this.#refusal
    return { lines: this.#lines, skipped: this.#skipped.toSorted((one, other) => one.line - other.line) }
  }
}

/** How a movement is called and what may be a reference of ours in it; refuses none at all. */
export function namesOf(
  line: number,
  { names, texts }: { names: readonly string[]; texts: readonly string[] },
): Pick<StatementLine, 'reference' | 'names' | 'text'> {
  const distinct = (given: readonly string[]) => [...new Set(given.map((each) => each.trim()).filter(Boolean))]
  const [own, free] = [distinct(names), distinct(texts)]
  const reference = own[0] ?? free[0]
  if (reference === undefined || (own[0] ?? '').length > referenceLengthMax) refuse(line, 'reference')
  const text = free.join(' ')
  return { reference: reference.slice(0, referenceLengthMax), names: own, text }
}
