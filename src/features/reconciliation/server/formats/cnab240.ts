import { isDay } from '#engine/values/calendar.ts'
import { roundMoney } from '#engine/values/money.ts'
import { codesIn, knownMeaning, stateOfCodes } from './cnabCodes.ts'
import { linesMax, namesOf, type ReadStatement, refuse, type StatementLine, StatementReader } from './statementLine.ts'

/* FEBRABAN's layout of 240 characters: segments A and J of a payment's return, segment E of an account's statement. */
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
const isSet = (text: string) => /[1-9]/.test(text)

/** The state of a line by its occurrences; `unclear` with the code where no table has it. */
function stateIn(row: string): Pick<StatementLine, 'state' | 'code'> {
  const occurrences = row.slice(230, 240).trimEnd()
  const state = stateOfCodes(codesIn(occurrences), knownMeaning)
  return state ? { state } : { state: 'unclear', code: { bank: row.slice(0, 3), code: occurrences } }
}

function payment(row: string, line: number): StatementLine {
  const [effected, paid, currency] = [at(row, 155, 162), at(row, 163, 177), at(row, 102, 104)]
  return {
    line,
    ...namesOf(line, { names: [at(row, 74, 93)], texts: [at(row, 44, 73), at(row, 135, 154)] }),
    amount: amountOf(isSet(effected) && isSet(paid) ? paid : at(row, 120, 134), line),
    day: dayOf(isSet(effected) ? effected : at(row, 94, 101), line),
    ...stateIn(row),
    ...(/^[A-Z]{3}$/.test(currency) ? { currency: currency === 'REA' ? 'BRL' : currency } : {}),
  }
}

function titlePayment(row: string, line: number): StatementLine {
  return {
    line,
    ...namesOf(line, { names: [at(row, 183, 202)], texts: [at(row, 62, 91), at(row, 203, 222)] }),
    amount: amountOf(isSet(at(row, 153, 167)) ? at(row, 153, 167) : at(row, 100, 114), line),
    day: dayOf(isSet(at(row, 145, 152)) ? at(row, 145, 152) : at(row, 92, 99), line),
    ...stateIn(row),
  }
}

function movement(row: string, line: number): StatementLine {
  const sign = at(row, 169, 169)
  if (sign !== 'D' && sign !== 'C') refuse(line, 'sign', sign)
  return {
    line,
    ...namesOf(line, { names: [], texts: [at(row, 202, 240), at(row, 177, 201)] }),
    amount: amountOf(at(row, 151, 168), line),
    day: dayOf(at(row, 143, 150), line),
    state: sign === 'D' ? 'settled' : 'returned',
  }
}

const readers: Readonly<Record<string, (row: string, line: number) => StatementLine>> = {
  A: payment,
  J: titlePayment,
  E: movement,
}
/** Segments that say more of the payment before them; J52 says who it is. */
const companions: ReadonlySet<string> = new Set(['B', 'C', 'Z'])

/**
 * A line without the quotes or tabs that other programs put around it; where accents were counted as two bytes, with
 * each byte in a place of its own.
 */
function bareRecord(given: string): string {
  if (given.length > width * 2) return given
  const row = given.replace(/^"(.*)"$/, '$1').replace(/\t+$/, '')
  const bytes = Buffer.from(row)
  return row.length < width && bytes.length === width ? bytes.toString('latin1') : row
}

/**
 * The records of a file that begins as CNAB 240 does: the head of a file, then that of a batch or the end, of one bank.
 * Some systems write them without line ends. Null for other files.
 */
export function cnab240Records(rows: readonly string[]): readonly string[] | null {
  const isRunOn = rows.length === 1 && rows[0]!.length > width
  const records = isRunOn ? (rows[0]!.match(new RegExp(`.{1,${width}}`, 'g')) ?? []) : rows.map(bareRecord)
  const [head = '', next] = records.filter((row) => row.trim() !== '')
  const isOne = /^\d{3}00000/.test(head) && !/[;|\t]/.test(head)
  const isFollowed = next === undefined || (next.startsWith(head.slice(0, 3)) && /^\d{7}[0-9]/.test(next))
  return isOne && isFollowed ? records : null
}

/** Is this kind of line where the layout has it? Head, batches of head, details and end, end; then another file. */
const isInPlace = (kind: string, { before }: { before: string }): boolean =>
  ({ '': '0', '0': '19', '1': '2345', '2': '2345', '3': '2345', '4': '2345', '5': '19', '9': '0' })[before]!.includes(
    kind,
  )

/** Reads a return of CNAB 240, also with the blanks at the ends of lines stripped. @throws ApiError `invalid_statement` */
export function readCnab240(rows: readonly string[]): ReadStatement {
  if (rows.length > linesMax * 4) refuse(rows.length, 'too_long')
  const reader = new StatementReader()
  let [before, count, said] = ['', 0, '-']
  rows.forEach((given, index) => {
    const line = index + 1
    if (given.trim() === '') return
    count += 1
    const row = given.trimEnd().padEnd(width)
    const [kind, segment] = [row[7]!, row[13]!]
    reader.take(line, given, () => {
      if (row.length > width) refuse(line, 'width', String(row.length))
      if (!isInPlace(kind, { before })) refuse(line, 'place')
      if (kind === '0') count = 1
      before = kind
      if (kind === '9' && Number(at(row, 24, 29)) !== count) refuse(line, 'count', at(row, 24, 29))
      if (kind !== '3') return null
      const isMore = companions.has(segment) && !said.includes(segment)
      const read = segment === 'J' && at(row, 18, 19) === '52' ? undefined : readers[segment]
      said = read ? '' : said + segment
      return isMore || !read ? null : read(row, line)
    })
  })
  if (before !== '9') refuse(rows.length, 'cut_off')
  return reader.done()
}
