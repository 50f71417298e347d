import { isDay } from '#engine/values/calendar.ts'
import { roundMoney, zeroMoney } from '#engine/values/money.ts'
import { elementsAt, readXml, type XmlElement, XmlError, xmlTextAt } from '#engine/values/xml.ts'
import { namesOf, type ReadStatement, refuse, type StatementLine, StatementReader } from './statementLine.ts'

/* ISO 20022, pain.002: what a bank says of the payments of a file (customer payment status report). */

/** The elements of a report. @throws ApiError `invalid_statement` */
function elementsOf(text: string): XmlElement {
  try {
    return readXml(text)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    return error.problem === 'dtd' ? refuse(error.line, 'format', 'XML DTD') : refuse(error.line, error.problem)
  }
}

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
const reasonIn = (element: XmlElement | undefined): string =>
  elementsAt(element, 'StsRsnInf')
    .map((reason) =>
      [
        xmlTextAt(reason, 'Rsn/Cd') || xmlTextAt(reason, 'Rsn/Prtry'),
        ...elementsAt(reason, 'AddtlInf').map(({ text }) => text.trim()),
      ]
        .filter(Boolean)
        .join(' '),
    )
    .filter(Boolean)
    .join(', ')

function amountIn(element: XmlElement): Pick<StatementLine, 'amount' | 'currency' | 'isWithoutAmount'> {
  const [amount] = [
    ...elementsAt(element, 'OrgnlTxRef/Amt/InstdAmt'),
    ...elementsAt(element, 'OrgnlTxRef/IntrBkSttlmAmt'),
  ]
  const currency = /\bCcy\s*=\s*["']([A-Z]{3})["']/.exec(amount?.attributes ?? '')?.[1]
  if (!amount || !/^\d{1,18}(?:\.\d{1,5})?$/.test(amount.text.trim()))
    return { amount: zeroMoney, isWithoutAmount: true }
  return { amount: roundMoney(amount.text.trim()), ...(currency ? { currency } : {}) }
}

interface Said {
  readonly element: XmlElement
  readonly names: readonly string[]
  readonly code: string
  readonly reason: string
}

/** What a report says of all payments of a file or batch, where it names none of them. */
const ofAll = (element: XmlElement | undefined, path: { reference: string; status: string }): Said[] =>
  element && xmlTextAt(element, path.status) !== ''
    ? [
        {
          element,
          names: [xmlTextAt(element, path.reference)],
          code: xmlTextAt(element, path.status),
          reason: reasonIn(element),
        },
      ]
    : []

function saidOf(report: XmlElement): Said[] {
  const group = elementsAt(report, 'OrgnlGrpInfAndSts')[0]
  const batches = elementsAt(report, 'OrgnlPmtInfAndSts')
  const transactions = [
    ...batches.flatMap((batch) => elementsAt(batch, 'TxInfAndSts')),
    ...elementsAt(report, 'TxInfAndSts'),
  ]
  const payments = transactions.map((element) => ({
    element,
    names: [xmlTextAt(element, 'OrgnlEndToEndId'), xmlTextAt(element, 'OrgnlInstrId')],
    code: xmlTextAt(element, 'TxSts'),
    reason: reasonIn(element),
  }))
  const whole = batches
    .filter((batch) => elementsAt(batch, 'TxInfAndSts').length === 0)
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
  const [report] = elementsAt(document, 'Document/CstmrPmtStsRpt')
  const made = xmlTextAt(report, 'GrpHdr/CreDtTm')
  const reader = new StatementReader()
  for (const { element, names, code, reason } of report ? saidOf(report) : [])
    reader.take(element.line, [...names, code, reason].filter(Boolean).join(' '), () => {
      const day = (xmlTextAt(element, 'AccptncDtTm') || xmlTextAt(element, 'FctvIntrBkSttlmDt/Dt') || made).slice(0, 10)
      if (!isDay(day)) refuse(element.line, 'day', day)
      if (code === '') refuse(element.line, 'state', code)
      const { line } = element
      return { line, ...namesOf(line, { names, texts: [reason] }), ...amountIn(element), day, ...stateOf(code) }
    })
  const read = reader.done()
  if (read.lines.length + read.skipped.length === 0) refuse(1, 'cut_off')
  return read
}
