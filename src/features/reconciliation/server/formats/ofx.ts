import { isDay } from '#engine/values/calendar.ts'
import { linesMax, type ReadStatement, referenceOf, refuse, type StatementLine } from './statementLine.ts'
import { roundMoney } from '#engine/values/money.ts'

const begin = '<STMTTRN>'
const end = '</STMTTRN>'
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" }

/** No entities of the file's own: nothing is expanded that the format does not name. */
const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|nbsp|quot|apos);/g, (_, name: string) => entities[name]!).trim()

/** The values of a part: of XML between the tags, of SGML up to the line's end. */
function valuesIn(part: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const [, name, value] of part.matchAll(/<([A-Z][A-Z0-9.]{1,31})>([^<\r\n]*)/g))
    if (!values.has(name!)) values.set(name!, unescaped(value!))
  return values
}

function lineOf(values: Map<string, string>, line: number, currency: string | undefined): StatementLine | null {
  const amount = (values.get('TRNAMT') ?? '').replace(',', '.')
  if (!/^[+-]?\d{1,14}(\.\d{1,4})?$/.test(amount)) refuse(line, 'amount', values.get('TRNAMT') ?? '')
  if (Number(amount) === 0) return null
  const posted = values.get('DTPOSTED') ?? ''
  const day = `${posted.slice(0, 4)}-${posted.slice(4, 6)}-${posted.slice(6, 8)}`
  if (!/^\d{8}/.test(posted) || !isDay(day)) refuse(line, 'day', posted)
  const names = ['REFNUM', 'CHECKNUM', 'MEMO', 'NAME', 'FITID'].map((name) => values.get(name) ?? '')
  return {
    line,
    ...referenceOf(line, names),
    amount: roundMoney(amount.replace(/^[+-]/, '')),
    day,
    // What comes back under the name of a payment is its return.
    state: amount.startsWith('-') ? 'settled' : 'returned',
    ...(currency ? { currency } : {}),
  }
}

/** Parts of a movement outside of any: its beginning or end was lost. */
function refuseStray(between: string, line: number): void {
  if (between.includes('<TRNAMT>') || between.includes('<DTPOSTED>') || between.includes(end)) refuse(line, 'cut_off')
}

/** Reads OFX, of SGML (1.x) and of XML (2.x). @throws ApiError `invalid_statement` */
export function readOfx(given: string): ReadStatement {
  const text = given.replace(/<\/?[A-Za-z][A-Za-z0-9.]*>/g, (tag) => tag.toUpperCase())
  const lines: StatementLine[] = []
  const skipped: { line: number; text: string }[] = []
  let [line, counted] = [1, 0]
  let currency: string | undefined
  for (let from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, counted)) {
    const between = text.slice(counted, from)
    currency = [...between.matchAll(/<CURDEF>\s*([A-Z]{3})/g)].at(-1)?.[1] ?? currency
    refuseStray(between.slice(counted === 0 ? 0 : end.length), line)
    line += between.split('\n').length - 1
    const to = text.indexOf(end, from)
    const next = text.indexOf(begin, from + 1)
    if (to < 0 || (next >= 0 && next < to)) refuse(line, 'cut_off')
    const part = text.slice(from, to)
    const read = lineOf(valuesIn(part), line, currency)
    if (read) lines.push(read)
    else skipped.push({ line, text: valuesIn(part).get('MEMO') ?? '' })
    if (lines.length > linesMax) refuse(line, 'too_long')
    line += part.split('\n').length - 1
    counted = to
  }
  const rest = text.slice(counted)
  refuseStray(rest.slice(counted === 0 ? 0 : end.length), line)
  if (!rest.includes('</OFX>')) refuse(line, 'cut_off')
  return { lines, skipped }
}
