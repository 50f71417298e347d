import { isDay } from '#engine/values/calendar.ts'
import { unescaped } from '#engine/values/xml.ts'
import { isReturnText } from '../payeeNames.ts'
import { amountReader, hasSign, type SignedAmount } from './bankValues.ts'
import { isBalance } from './csvWords.ts'
import { namesOf, type ReadStatement, refuse, type StatementLine, StatementReader } from './statementLine.ts'

const begin = '<STMTTRN>'
const ends = ['</STMTTRN>', begin, '</BANKTRANLIST>', '</OFX>']
/** The values of a part, each up to the next tag: banks write some over two lines. */
function valuesIn(part: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  const tags = [...part.matchAll(/<(\/?)([A-Z][A-Z0-9.]{1,31})>/g)]
  tags.forEach(([tag, closing, name], place) => {
    if (closing === '/') return
    const from = tags[place]!.index + tag.length
    const value = unescaped(part.slice(from, tags[place + 1]?.index)).replace(/\s+/g, ' ')
    values.set(name!, [...(values.get(name!) ?? []), value.trim()])
  })
  return values
}

interface Part {
  readonly line: number
  readonly values: Map<string, string[]>
  readonly currency: string | undefined
  /** Outside of any movement. */
  readonly isStray: boolean
}

const first = ({ values }: Part, name: string) => values.get(name)?.find((value) => value !== '') ?? ''
const textOf = (part: Part) =>
  ['NAME', 'MEMO']
    .map((name) => first(part, name))
    .join(' ')
    .trim()

/** Digits alone are the bank's own number, never a reference of ours. */
const isNumber = (text: string) => /^\d*$/.test(text)

/** An amount as OFX has it, with a point or comma and up to four decimals; grouped ones as the file's others are. */
function amountOf({ line, values }: Part, read: (cell: { line: number; text: string }) => SignedAmount): SignedAmount {
  const text = values.get('TRNAMT')?.[0] ?? ''
  const decimals = /^([+-]?\d+)[.,](\d{2})0{1,2}$/.exec(text.trim())
  return read({ line, text: decimals ? `${decimals[1]},${decimals[2]}` : text })
}

function movement(part: Part, { amount, isOut }: { amount: string; isOut: boolean }): StatementLine {
  const { line, currency } = part
  const posted = ['DTPOSTED', 'DTUSER', 'DTAVAIL'].map((name) => first(part, name)).find(Boolean) ?? ''
  const [, year, month, date] =
    /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)/.exec(posted) ?? /^()(\d\d)[-/.](\d\d)[-/.]\d{4}/.exec(posted) ?? []
  const day = year === '' ? `${posted.slice(6, 10)}-${date}-${month}` : `${year}-${month}-${date}`
  if (!isDay(day)) refuse(line, 'day', posted)
  const [reference, check, id] = ['REFNUM', 'CHECKNUM', 'FITID'].map((name) => first(part, name))
  const texts = [...[reference!, check!].filter((number) => !isNumber(number)), textOf(part), id!]
  return {
    line,
    ...namesOf(line, { names: [], texts }),
    amount,
    day,
    // What comes back under the name of a payment is its return.
    state: isOut ? 'settled' : 'returned',
    ...(currency ? { currency } : {}),
  }
}

/** The movements of a file, each up to its end or where the next begins; what lies between with their parts in it. */
function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let [line, counted] = [1, 0]
  let currency: string | undefined
  const cut = (to: number, isStray: boolean) => {
    const piece = text.slice(counted, to)
    currency = [...piece.matchAll(/<CURDEF>\s*([A-Z]{3})/g)].at(-1)?.[1] ?? currency
    const isMovement = !isStray || piece.includes('<TRNAMT>') || piece.includes('<DTPOSTED>')
    if (isMovement) parts.push({ line, values: valuesIn(piece), currency, isStray })
    line += piece.split('\n').length - 1
    counted = to
  }
  for (let from = text.indexOf(begin); from >= 0; from = text.indexOf(begin, counted)) {
    cut(from, true)
    const places = ends.map((end) => text.indexOf(end, from + 1)).filter((place) => place >= 0)
    cut(places.length === 0 ? text.length : Math.min(...places), false)
  }
  cut(text.length, true)
  return parts
}

const outKinds =
  /^(?:D|DEBIT|DEBITO|PAGAMENTO|TARIFA|SAIDA|SAQUE|PAYMENT|FEE|SRVCHG|CHECK|DIRECTDEBIT|REPEATPMT|CASH|ATM|POS)$/
const inKinds = /^(?:C|CREDIT|CREDITO|DEPOSITO|ENTRADA|DEP|DIRECTDEP|INT|DIV)$/

/** A text without the comment it begins with; an unclosed comment stays. */
function withoutComment(text: string): string {
  const end = text.indexOf('-->')
  return end < 0 ? text : text.slice(0, end).replace(/[^\n]/g, '') + text.slice(end + 3)
}

/** Reads OFX, of SGML (1.x) and of XML (2.x). @throws ApiError `invalid_statement` */
export function readOfx(given: string): ReadStatement {
  const text = given
    .replace(/\r\n?/g, '\n')
    // What stands in a comment is no movement; its lines still count.
    .split('<!--')
    .map((piece, index) => (index === 0 ? piece : withoutComment(piece)))
    .join('')
    .replace(/<!\[CDATA\[([^<]*?)\]\]>/g, '$1')
    .replace(/<[ \t]{0,4}\/?[ \t]{0,4}[A-Za-z][A-Za-z0-9.]{0,31}[ \t]{0,4}>/g, (tag) =>
      tag.replace(/[ \t]/g, '').toUpperCase(),
    )
    .replace(/<OFX\s[^<>]{0,200}>/i, '<OFX>')
  if (!text.includes('</OFX>')) refuse(text.split('\n').length, 'cut_off')
  const parts = partsOf(text)
  const amounts = parts.map(({ values }) => values.get('TRNAMT')?.[0] ?? '')
  const read = amountReader(amounts)
  // Some banks write what left without a minus, and say so by its kind alone.
  const isSigned = amounts.some(hasSign)
  const reader = new StatementReader()
  for (const part of parts)
    reader.take(part.line, textOf(part) || (part.values.get('TRNAMT') ?? []).join(' '), () => {
      if (isBalance([first(part, 'MEMO'), first(part, 'NAME')])) return null
      const isTorn = part.isStray || ['TRNAMT', 'DTPOSTED'].some((name) => (part.values.get(name)?.length ?? 0) > 1)
      if (isTorn) refuse(part.line, 'torn')
      const { amount, isMinus } = amountOf(part, read)
      if (Number(amount) === 0) return null
      const kind = first(part, 'TRNTYPE').normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
      const isOutKind = outKinds.test(kind)
      // Taken for money that came back, it would be paid again.
      if (!isSigned && !isOutKind && !inKinds.test(kind) && !isReturnText(textOf(part))) refuse(part.line, 'sign')
      return movement(part, { amount, isOut: isMinus || (!isSigned && isOutKind) })
    })
  return reader.done()
}
