import type { StatementState } from '../../answers/reconciliation.ts'
import { isDay } from '#engine/values/calendar.ts'
import { roundMoney } from '#engine/values/money.ts'
import { linesMax, type ReadStatement, referenceOf, refuse, type StatementLine } from './statementLine.ts'

/* FEBRABAN's layout of 240 characters: segment A of a payment's return, segment E of an account's statement. */
const width = 240
/** Places as the layout counts them: from 1, both included. */
const at = (row: string, from: number, to: number) => row.slice(from - 1, to).trim()

function dayOf(text: string, line: number): string {
  const day = `${text.slice(4, 8)}-${text.slice(2, 4)}-${text.slice(0, 2)}`
  return /^\d{8}$/.test(text) && isDay(day) ? day : refuse(line, 'day', text)
}
function amountOf(text: string, line: number): string {
  return /^\d{3,18}$/.test(text) ? roundMoney(`${text.slice(0, -2)}.${text.slice(-2)}`) : refuse(line, 'amount', text)
}

const settled = ['00', '03']
const accepted = ['BD', 'BE']
/** What the payer's bank did not do; other codes are not guessed. */
const refusals = /^(?:01|02|BF|B[ABC]|C[A-K]|[AH][A-Z])$/

function stateOf(occurrences: string, line: number): StatementState {
  const codes = occurrences.match(/../g) ?? []
  if (codes.some((code) => settled.includes(code))) return 'settled'
  if (codes.length > 0 && codes.every((code) => accepted.includes(code))) return 'accepted'
  return codes.length > 0 && codes.every((code) => refusals.test(code))
    ? 'rejected'
    : refuse(line, 'occurrence', occurrences)
}

function payment(row: string, line: number): StatementLine {
  const effected = at(row, 155, 162)
  const hasEffect = /[1-9]/.test(effected)
  const currency = at(row, 102, 104)
  return {
    line,
    ...referenceOf(line, [at(row, 74, 93), at(row, 135, 154)]),
    amount: amountOf(hasEffect && /[1-9]/.test(at(row, 163, 177)) ? at(row, 163, 177) : at(row, 120, 134), line),
    day: dayOf(hasEffect ? effected : at(row, 94, 101), line),
    state: stateOf(at(row, 231, 240), line),
    ...(/^[A-Z]{3}$/.test(currency) ? { currency: currency === 'REA' ? 'BRL' : currency } : {}),
  }
}

function movement(row: string, line: number): StatementLine {
  const sign = at(row, 169, 169)
  if (sign !== 'D' && sign !== 'C') refuse(line, 'sign', sign)
  return {
    line,
    ...referenceOf(line, [at(row, 202, 240), at(row, 177, 201)]),
    amount: amountOf(at(row, 151, 168), line),
    day: dayOf(at(row, 143, 150), line),
    state: sign === 'D' ? 'settled' : 'returned',
  }
}

/** Does a file begin as CNAB does, of 240 or of 400 characters a line? One that is a little off is said to be so. */
export function looksLikeCnab(first: string, length: 240 | 400): boolean {
  const isHead = length === width ? /^\d{3}00000/.test(first) : /^0[12]/.test(first)
  return isHead && Math.abs(first.length - length) < 20
}

/** Is this kind of line where the layout has it? Head, batches of head, details and end, end. */
function isInPlace(kind: string, { index, count, isOpen }: { index: number; count: number; isOpen: boolean }): boolean {
  if (index === 0 || index === count - 1) return kind === (index === 0 ? '0' : '9') && !isOpen
  return kind === '1' ? !isOpen : isOpen && ['2', '3', '4', '5'].includes(kind)
}

/** Reads a return of CNAB 240. @throws ApiError `invalid_statement` */
export function readCnab240(rows: readonly string[]): ReadStatement {
  const lines: StatementLine[] = []
  const skipped: { line: number; text: string }[] = []
  if (rows.length > linesMax * 4) refuse(rows.length, 'too_long')
  let [isOpen, companions] = [false, '']
  rows.forEach((row, index) => {
    const line = index + 1
    if (row.length !== width) refuse(line, 'width', String(row.length))
    const [kind, segment] = [row[7]!, row[13]!]
    if (!isInPlace(kind, { index, count: rows.length, isOpen })) refuse(line, 'cut_off')
    if (kind === '1' || kind === '5') isOpen = kind === '1'
    else if (kind === '3' && segment === 'A') [companions] = ['', lines.push(payment(row, line))]
    else if (kind === '3' && segment === 'E') lines.push(movement(row, line))
    else if (kind === '3' && ['B', 'C', 'Z'].includes(segment) && !companions.includes(segment) && lines.length > 0)
      // They say more of the payment before them.
      companions += segment
    else if (index > 0 && index < rows.length - 1) skipped.push({ line, text: row.slice(0, 40) })
  })
  if (Number(at(rows.at(-1)!, 24, 29)) !== rows.length) refuse(rows.length, 'cut_off')
  if (lines.length > linesMax) refuse(lines.length, 'too_long')
  return { lines, skipped }
}
