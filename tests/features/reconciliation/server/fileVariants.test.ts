import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'
import { compareStatement } from '#features/reconciliation/server/compareStatement.ts'
import { readStatement } from '#features/reconciliation/server/readBankStatement.ts'
import { payments } from './support/knownPayments.ts'

/** The states of payments once confirmed, and how many lines are of no payment of ours. */
function outcomeOf(bytes: string | Uint8Array): { states: Record<number, string>; unknown: number } {
  const { lines } = readStatement(decodeText(typeof bytes === 'string' ? Buffer.from(bytes) : bytes))
  const compared = compareStatement(lines, { known: payments, expected: payments })
  const due = compared.filter(({ nextStep }) => nextStep === 'confirm')
  return {
    states: Object.fromEntries(due.map(({ payment, there }) => [payment, there!.state])),
    unknown: compared.filter(({ finding }) => finding === 'missing_here').length,
  }
}

const payment = {
  TRNTYPE: 'DEBIT',
  DTPOSTED: '20261120120000[-3:BRT]',
  TRNAMT: '-350.75',
  FITID: 'F1',
  MEMO: 'PIX RF-2041',
}
const fee = { ...payment, DTPOSTED: '20261120', TRNAMT: '-1.45', FITID: 'F2', MEMO: 'TARIFA PIX' }
const movement = (values: object) => {
  const parts = Object.entries(values).map(([tag, value]) => `<${tag}>${value}`)
  return `<STMTTRN>\n${parts.join('\n')}\n</STMTTRN>\n`
}
/** A payment of ours and the bank's fee. */
const ofx = (own: object = {}, more: object = {}) =>
  `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX>\n<BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>BRL\n<BANKTRANLIST>\n<DTSTART>20261101\n${movement({ ...payment, ...own })}${movement({ ...fee, ...more })}</BANKTRANLIST>\n<LEDGERBAL>\n<BALAMT>9000.00\n</LEDGERBAL>\n</STMTRS></STMTTRNRS></BANKMSGSRSV1>\n</OFX>\n`

describe('an OFX file as other banks write it', () => {
  const plain = ofx()
  it.each<[string, string | Uint8Array]>([
    ['CRLF', plain.replaceAll('\n', '\r\n')],
    ['CR alone', plain.replaceAll('\n', '\r')],
    ['no line ends', plain.replace(/\n(?=<)/g, '')],
    ['blank lines between', plain.replaceAll('\n', '\n\n')],
    ['no head', plain.slice(plain.indexOf('<OFX>'))],
    ['small letters', plain.replace(/<[^>]+>/g, (tag) => tag.toLowerCase()).replace('OFXHEADER', 'ofxheader')],
    ['blanks before tags', plain.replace(/^</gm, '\t  <')],
    ['a byte order mark', `\uFEFF${plain}`],
    ['UTF-16', Buffer.from(`\uFEFF${plain}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(plain, 'utf16le')],
    ['windows-1252', Buffer.from(plain.replace('TARIFA', 'TARIFAÇÃO'), 'latin1')],
    ['XML', plain.replace(/^.*?<OFX>/s, '<?xml version="1.0"?>\n<OFX>').replace(/<([A-Z]+)>([^\n<]+)/g, '<$1>$2</$1>')],
    ['a namespace', plain.replace('<OFX>', '<OFX xmlns="http://ofx.example/types">')],
    ['a comment with a tag', plain.replace('<BANKTRANLIST>', '<!-- <STMTTRN>\nteste -->\n<BANKTRANLIST>')],
    ['movements not closed', plain.replaceAll('</STMTTRN>\n', '')],
    ['blanks in tags', plain.replaceAll('</STMTTRN>', '</STMTTRN >')],
    ['a credit card’s names', plain.replaceAll('BANKMSGSRSV1', 'CREDITCARDMSGSRSV1').replaceAll('STMTRS', 'CCSTMTRS')],
    ['the end of file of DOS', `${plain}\n\u001A`],
    ['decimal commas', ofx({ TRNAMT: '-350,75' }, { TRNAMT: '-1,45' })],
    ['currencies in amounts', ofx({ TRNAMT: '-R$ 350,75' }, { TRNAMT: '-R$ 1,45' })],
    ['minus signs behind', ofx({ TRNAMT: '350.75-' }, { TRNAMT: '1.45-' })],
    ['typographic minus signs', ofx({ TRNAMT: '\u2212350.75' }, { TRNAMT: '\u22121.45' })],
    ['kinds in place of signs', ofx({ TRNAMT: '350.75' }, { TRNAMT: '1.45' })],
    ['kinds in Portuguese', ofx({ TRNAMT: '350.75', TRNTYPE: 'DÉBITO' }, { TRNAMT: '1.45', TRNTYPE: 'Tarifa' })],
    ['days alone', ofx({ DTPOSTED: '20261120' })],
    ['days with slashes', ofx({ DTPOSTED: '20/11/2026' })],
    ['days of ISO 8601', ofx({ DTPOSTED: '2026-11-20T10:00:00' })],
    ['milliseconds', ofx({ DTPOSTED: '20261120100000.000[-03:EST]' })],
    ['the reference in REFNUM', ofx({ MEMO: 'PIX', REFNUM: 'RF-2041' })],
    ['entities', ofx({ MEMO: 'PIX RF&#45;2041 A &amp; B' })],
    ['CDATA', ofx({ MEMO: '<![CDATA[PIX RF-2041]]>' })],
    ['a kind of its own', ofx({ TRNTYPE: 'XFER' })],
    ['no kind', ofx({ TRNTYPE: '' })],
  ])('%s', (_, bytes) => {
    expect(outcomeOf(bytes)).toEqual({ states: { 1: 'settled' }, unknown: 1 })
  })

  it.each([plain.slice(0, plain.indexOf('<LEDGERBAL>')), plain.slice(0, plain.indexOf('<FITID>F2'))])(
    'is refused where it was cut off',
    (text) => expect(() => readStatement(text)).toThrow(/invalid_statement|cut|early/i),
  )
})

describe('a return of CNAB 240 as other systems write it', () => {
  const given = readFileSync(new URL('../../../cases/04-cnab/codes.ret', import.meta.url), 'latin1').split('\r\n')
  const put = (row: string, from: number, text: string) =>
    row.slice(0, from - 1) + text + row.slice(from - 1 + text.length)
  /** The rows with these occurrences in segments A, then 00. */
  const withCodes = (...codes: string[]) =>
    given
      .filter((row) => row !== '')
      .map((row) => (row[13] === 'A' ? put(row, 231, (codes.shift() ?? '00').padEnd(10)) : row))
  const rows = withCodes()
  const written = (lines: readonly string[], end = '\r\n') => lines.map((row) => row + end).join('')
  const named = rows.map((row) => (row[13] === 'A' ? put(row, 44, 'JOSÉ CONCEIÇÃO') : row))
  const settled = { 1: 'settled', 2: 'settled', 3: 'settled', 7: 'settled' }

  it.each<[string, string | Uint8Array]>([
    ['LF', written(rows, '\n')],
    ['CR alone', written(rows, '\r')],
    ['no line ends', rows.join('')],
    ['no last line end', rows.join('\r\n')],
    ['the end of file of DOS', `${written(rows)}\u001A`],
    ['blank lines between', written(rows, '\r\n\r\n')],
    ['blanks at the ends stripped', written(rows.map((row) => row.trimEnd()))],
    ['lines of 241', written(rows.map((row) => `${row} `))],
    ['lines of 239', written(rows.map((row) => row.slice(0, 239)))],
    ['tabs at the ends', written(rows.map((row) => `${row.trimEnd()}\t`))],
    ['quotes around lines', written(rows.map((row) => `"${row}"`))],
    ['a byte order mark', `\uFEFF${written(rows)}`],
    ['UTF-16', Buffer.from(`\uFEFF${written(rows)}`, 'utf16le')],
    ['windows-1252', Buffer.from(written(named), 'latin1')],
    ['UTF-8', written(named)],
    ['UTF-8 whose accents take two places', written(named.map((row) => row.replace('CONCEIÇÃO   ', 'CONCEIÇÃO')))],
    ['another bank', written(rows.map((row) => `341${row.slice(3)}`))],
    ['no currency', written(rows.map((row) => (row[13] === 'A' ? put(row, 102, '   ') : row)))],
    [
      'no day and amount of effect',
      written(rows.map((row) => (row[13] === 'A' ? put(row, 155, ' '.repeat(23)) : row))),
    ],
    ['references in small letters', written(rows.map((row) => put(row, 74, row.slice(73, 93).toLowerCase())))],
    ['codes filled up with zeros', written(withCodes('0000000000', 'BD00000000'))],
    ['two codes, the last of which counts', written(withCodes('00BD', 'BD00'))],
  ])('%s', (_, bytes) => {
    expect(outcomeOf(bytes)).toEqual({ states: settled, unknown: 0 })
  })

  it.each([
    ['small letters', 'bd', undefined],
    ['two reasons', 'AG01', 'rejected'],
    ['codes that contradict each other', '00AG', undefined],
    ['a code in no place of its own', '   00', undefined],
  ])('takes of %s (%s) what they say, and guesses nothing', (_, code, state) => {
    expect(outcomeOf(written(withCodes(code))).states[1]).toBe(state)
  })

  it.each([written(rows.slice(0, -1)), written(rows).slice(0, 242 * 5 + 60)])(
    'is refused where it was cut off',
    (text) => {
      expect(() => readStatement(text)).toThrow(/invalid_statement|cut|early/i)
    },
  )
})
