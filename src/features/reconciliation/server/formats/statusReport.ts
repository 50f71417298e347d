import { isDay } from '#engine/values/calendar.ts'
import { roundMoney, zeroMoney } from '#engine/values/money.ts'
import { namesOf, type ReadStatement, refuse, type StatementLine, StatementReader } from './statementLine.ts'
import { unescaped } from './unescaped.ts'

/* ISO 20022, pain.002: what a bank says of the payments of a file (customer payment status report). */

interface Element {
  readonly name: string
  readonly line: number
  readonly attributes: string
  readonly children: Element[]
  text: string
}

const depthMax = 40

/** The elements of a document, without the prefixes of their names. @throws ApiError `invalid_statement` */
function elementsOf(text: string): Element {
  const root: Element = { name: '', line: 1, attributes: '', children: [], text: '' }
  const open = [root]
  let [line, at] = [1, 0]
  for (const tag of text.matchAll(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<([^>]*)>/g)) {
    const between = text.slice(at, tag.index)
    open.at(-1)!.text += unescaped(between)
    line += between.split('\n').length - 1
    at = tag.index + tag[0].length
    const [whole, data, inner] = tag
    if (data !== undefined) open.at(-1)!.text += data
    else if (inner?.startsWith('!')) refuse(line, 'format', 'XML DTD')
    else if (inner?.startsWith('/')) {
      if (open.length === 1 || inner.slice(1).trim().split(':').at(-1) !== open.pop()!.name) refuse(line, 'torn')
    } else if (inner !== undefined) {
      const [, name, attributes, closed] = /^([^\s/]+)([\s\S]*?)(\/?)$/.exec(inner) ?? refuse(line, 'torn')
      const element: Element = { name: name!.split(':').at(-1)!, line, attributes: attributes!, children: [], text: '' }
      open.at(-1)!.children.push(element)
      if (closed !== '/') open.push(element)
      if (open.length > depthMax) refuse(line, 'torn')
    }
    line += whole.split('\n').length - 1
  }
  if (open.length > 1) refuse(line, 'cut_off')
  return root
}

const all = (element: Element | undefined, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element ? [element] : [],
    )
const textAt = (element: Element | undefined, path: string): string => all(element, path)[0]?.text.trim() ?? ''

const states: readonly (readonly [StatementLine['state'], readonly string[]])[] = [
  ['settled', ['ACSC', 'ACCC']],
  ['accepted', ['ACTC', 'ACCP', 'ACSP', 'ACWC', 'ACWP', 'ACFC', 'RCVD', 'PDNG', 'PATC', 'PRES']],
  ['rejected', ['RJCT', 'CANC', 'BLCK']],
]
/** In the place of a bank's three digits: these codes are everybody's. */
const codeList = 'ISO'

const stateOf = (code: string): Pick<StatementLine, 'state' | 'code'> => {
  const known = states.find(([, codes]) => codes.includes(code))
  return known ? { state: known[0] } : { state: 'unclear', code: { bank: codeList, code: code.slice(0, 10) } }
}

/** The reason as a code, or the bank's own, and what it adds. */
const reasonIn = (element: Element | undefined): string =>
  all(element, 'StsRsnInf')
    .map((reason) =>
      [
        textAt(reason, 'Rsn/Cd') || textAt(reason, 'Rsn/Prtry'),
        ...all(reason, 'AddtlInf').map(({ text }) => text.trim()),
      ]
        .filter(Boolean)
        .join(' '),
    )
    .filter(Boolean)
    .join(', ')

function amountIn(element: Element): Pick<StatementLine, 'amount' | 'currency' | 'isWithoutAmount'> {
  const [amount] = [...all(element, 'OrgnlTxRef/Amt/InstdAmt'), ...all(element, 'OrgnlTxRef/IntrBkSttlmAmt')]
  const currency = /\bCcy\s*=\s*["']([A-Z]{3})["']/.exec(amount?.attributes ?? '')?.[1]
  if (!amount || !/^\d{1,18}(?:\.\d{1,5})?$/.test(amount.text.trim()))
    return { amount: zeroMoney, isWithoutAmount: true }
  return { amount: roundMoney(amount.text.trim()), ...(currency ? { currency } : {}) }
}

interface Said {
  readonly element: Element
  readonly names: readonly string[]
  readonly code: string
  readonly reason: string
}

/** What a report says of all payments of a file or batch, where it names none of them. */
const ofAll = (element: Element | undefined, path: { reference: string; status: string }): Said[] =>
  element && textAt(element, path.status) !== ''
    ? [
        {
          element,
          names: [textAt(element, path.reference)],
          code: textAt(element, path.status),
          reason: reasonIn(element),
        },
      ]
    : []

function saidOf(report: Element): Said[] {
  const group = all(report, 'OrgnlGrpInfAndSts')[0]
  const batches = all(report, 'OrgnlPmtInfAndSts')
  const transactions = [...batches.flatMap((batch) => all(batch, 'TxInfAndSts')), ...all(report, 'TxInfAndSts')]
  const payments = transactions.map((element) => ({
    element,
    names: [textAt(element, 'OrgnlEndToEndId'), textAt(element, 'OrgnlInstrId')],
    code: textAt(element, 'TxSts'),
    reason: reasonIn(element),
  }))
  const whole = batches
    .filter((batch) => all(batch, 'TxInfAndSts').length === 0)
    .flatMap((batch) => ofAll(batch, { reference: 'OrgnlPmtInfId', status: 'PmtInfSts' }))
  if (payments.length + whole.length > 0) return [...payments, ...whole]
  return ofAll(group, { reference: 'OrgnlMsgId', status: 'GrpSts' })
}

/** Does a text begin as a payment status report does? */
export const looksLikeStatusReport = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,500}?-->\s*)?<(?:\w+:)?Document\b[^>]*pain\.002\./i.test(text.slice(0, 2000))

/**
 * Reads what a bank says of a file of credit transfers, each payment by its end-to-end id; of a file or batch as a whole
 * where it names none. A line without an amount is of the payment's own.
 * @throws ApiError `invalid_statement`
 */
export function readStatusReport(text: string): ReadStatement {
  const document = elementsOf(text)
  const [report] = all(document, 'Document/CstmrPmtStsRpt')
  const made = textAt(report, 'GrpHdr/CreDtTm')
  const reader = new StatementReader()
  for (const { element, names, code, reason } of report ? saidOf(report) : [])
    reader.take(element.line, [...names, code, reason].filter(Boolean).join(' '), () => {
      const day = (textAt(element, 'AccptncDtTm') || textAt(element, 'FctvIntrBkSttlmDt/Dt') || made).slice(0, 10)
      if (!isDay(day)) refuse(element.line, 'day', day)
      if (code === '') refuse(element.line, 'state', code)
      const { line } = element
      return { line, ...namesOf(line, { names, texts: [reason] }), ...amountIn(element), day, ...stateOf(code) }
    })
  const read = reader.done()
  if (read.lines.length + read.skipped.length === 0) refuse(1, 'cut_off')
  return read
}
