import { describe, expect, it, test } from 'vitest'
import { messages } from '#locales/en/index.ts'
import { readStatement } from '#features/reconciliation/server/readBankStatement.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { statementProblems } from '#features/reconciliation/answers/reconciliation.ts'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'

/** Statements as banks of several countries write them, whole and broken. */
type Short = [reference: string, amount: string, day: string, state: string]
const shortOf = (text: string): Short[] =>
  readStatement(text).lines.map(({ reference, amount, day, state }) => [reference, amount, day, state])
function problemOf(text: string): [number, string] | string {
  try {
    readStatement(text)
    return 'read'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { line, problem } = error.values as { line: number; problem: string }
    return [line, problem]
  }
}

const expected: Short[] = [
  ['A-1', '1234.56', '2030-03-25', 'settled'],
  ['A-2', '7.00', '2030-03-05', 'returned'],
]

describe('a statement in CSV', () => {
  test.each<[string, string]>([
    [
      'of a Brazilian bank, with a sign',
      'Data;Documento;Histórico;Valor\n25/03/2030;A-1;PIX ENVIADO;-1.234,56\n05/03/2030;A-2;DEVOLUCAO;7,00\n',
    ],
    [
      'with what stands above and below the table',
      'Extrato conta corrente\nAgência;1234\n\nData Lançamento;Histórico;Nº documento;Valor (R$)\n25/03/2030;PIX;A-1;R$ -1.234,56\n05/03/2030;TED;A-2;R$ 7,00\n31/03/2030;SALDO DO DIA;;10,00\nTotal;;;1.241,56\n',
    ],
    [
      'of a Spanish bank, with columns for what left and what came',
      'Fecha;Concepto;Referencia;Cargo;Abono\n25-03-2030;Transf.;A-1;1.234,56;\n05-03-2030;Devol.;A-2;;7,00\n',
    ],
    [
      'of an American bank, by tabs',
      'Posting Date\tReference\tAmount\n03/25/2030\tA-1\t(1,234.56)\n03/05/2030\tA-2\t7.00\n',
    ],
    ['with a letter behind the amounts', 'data|id|valor\n25.03.2030|A-1|1.234,56 D\n05.03.2030|A-2|7,00 C\n'],
    [
      'with a column that says which',
      'fecha;id;importe;cargo/abono\n25 mar 2030;A-1;1234,56;Cargo\n5 de marzo de 2030;A-2;7;Abono\n',
    ],
    [
      'with a status in words',
      'Situação;Data do pagamento;Identificador;Valor\nPago;25 de março de 2030;A-1;1234,56\nDevolvido;2030-03-05T10:20:30Z;A-2;7\n',
    ],
    [
      'with a year of two figures and English months',
      'date,reference,amount\n"Mar 25, 2030",A-1,"-1,234.56"\n5-Mar-30,A-2,7.00\n',
    ],
    [
      'of a Brazilian bank, with its currency behind the columns and signs in both',
      'Data;Lançamento;Dcto.;Crédito (R$);Débito (R$);Saldo (R$)\n25/03/2030;PIX;A-1;;-1.234,56;1,00\n05/03/2030;DEVOLUCAO;A-2;7,00;;8,00\n',
    ],
    [
      'of an English bank, with debit and credit amounts',
      'Posting Date,Description,Reference Number,Debit Amount,Credit Amount\n25/03/2030,x,A-1,"1,234.56",\n05/03/2030,x,A-2,,7.00\n',
    ],
    [
      'of a Spanish bank, by the day of the movement and not of its value',
      'F. Valor;F. Operación;Concepto;Referencia 1;Importe (EUR)\n26/03/2030;25/03/2030;Transf.;A-1;-1.234,56\n06/03/2030;05/03/2030;Devol.;A-2;7,00\n',
    ],
    [
      'of a Latin American bank',
      'Fecha de operación;Nro;Docto;Egresos;Ingresos\n25 mar 2030;1;A-1;1.234,56;\n5 mar 2030;2;A-2;;7,00\n',
    ],
    [
      'with a status in the feminine',
      'Data;Identificador;Valor R$;Situação\n25/03/2030;A-1;1.234,56;Efetivada\n05/03/2030;A-2;7,00;Estornada\n',
    ],
    [
      'with days in one number and a column for the sign',
      '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"\n"1";"20300325";"A-1";"PIX";"1234.56";"D"\n"1";"20300305";"A-2";"PIX";"7.00";"C"\n',
    ],
    ['without a head', '25/03/2030;A-1;-1.234,56\n05/03/2030;A-2;7,00\n'],
  ])('%s', (_, text) => expect(shortOf(text)).toEqual(expected))

  it('is refused without a head where its columns could be others', () => {
    expect(problemOf('25/03/2030;A-1;-1.234,56;7,00\n05/03/2030;A-2;7,00;8,00\n')).toEqual([1, 'header'])
    expect(problemOf('03/05/2030,A-1,-7.00\n')).toEqual([1, 'ambiguous_day'])
    expect(problemOf('Transaction Date,Reference,Amount\n03/05/2030,A-1,-7.00\n')).toEqual([2, 'ambiguous_day'])
  })

  it('is read by whichever characters it has', () => {
    const text = 'Situação;Data;Referência;Valor\nNão efetuado;25/03/2030;A-1;7,00\n'
    const latin = Buffer.from(text, 'latin1')
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      latin,
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
    ])
      expect(shortOf(decodeText(bytes))).toEqual([['A-1', '7.00', '2030-03-25', 'rejected']])
  })

  it('tells what it left out, with the line', () => {
    const { skipped } = readStatement(
      'Conta 1\nData;Doc;Valor\n01/03/2030;SALDO ANTERIOR;100,00\n13/03/2030;A-1;-7,00\n',
    )
    expect(skipped).toMatchObject([
      { line: 1, text: 'Conta 1' },
      { line: 3, text: '01/03/2030 · SALDO ANTERIOR · 100,00' },
    ])
  })

  it('takes an amount that could be a thousand as one where the others say so', () => {
    expect(shortOf('data;id;valor\n13/03/2030;A-1;-1.234\n13/03/2030;A-2;-1,50\n').map(([, amount]) => amount)).toEqual(
      ['1234.00', '1.50'],
    )
  })

  it('keeps what else a movement is called in its text', () => {
    const [line] = readStatement(
      'data;id;documento;historico;valor\n13/03/2030;A-1;000012;PIX E1234567890 Ana;-7,00\n',
    ).lines
    expect(line).toMatchObject({ reference: 'A-1', names: ['A-1'], text: 'PIX E1234567890 Ana 000012' })
  })
})

const ofx = (body: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\nCHARSET:1252\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL\n<BANKTRANLIST>\n${body}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
const sgml =
  '<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>20300325100000[-3:BRT]\n<TRNAMT>-1234.56\n<FITID>F1\n<REFNUM>A-1\n<MEMO>Fulano &amp; Cia\n</STMTTRN>\n<STMTTRN>\n<TRNTYPE>CREDIT\n<DTPOSTED>20300305\n<TRNAMT>7,00\n<FITID>F2\n<CHECKNUM>A-2\n</STMTTRN>\n'
const xml = `<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX><CURDEF>USD</CURDEF>
<STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20300325</DTPOSTED><TRNAMT>-1234.56</TRNAMT><FITID>F1</FITID><REFNUM>A-1</REFNUM></STMTTRN>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20300305</DTPOSTED><TRNAMT>7</TRNAMT><FITID>A-2</FITID></STMTTRN></OFX>`

describe('a statement in OFX', () => {
  test.each([
    ['SGML (1.x)', ofx(sgml), 'BRL'],
    ['XML (2.x)', xml, 'USD'],
  ])('%s', (_, text, currency) => {
    expect(shortOf(text)).toEqual(expected)
    expect(readStatement(text).lines.map((line) => line.currency)).toEqual([currency, currency])
  })
})

/** Fills a line of 240 characters: what stands at which place, from 1. */
function row(parts: Readonly<Record<number, string>>): string {
  const cells = Array<string>(240).fill(' ')
  for (const [place, text] of Object.entries(parts)) cells.splice(Number(place) - 1, text.length, ...text)
  return cells.join('')
}
const cnab = (...details: Readonly<Record<number, string>>[]) =>
  [
    row({ 1: '00100000' }),
    row({ 1: '00100011' }),
    ...details.map((parts) => row({ 1: '0010001', 8: '3', ...parts })),
    row({ 1: '00100015' }),
    row({ 1: '00199999', 24: String(details.length + 4).padStart(6, '0') }),
  ].join('\r\n') + '\r\n'
const segmentA = (reference: string, occurrence: string) => ({
  14: 'A',
  74: reference,
  94: '25032030',
  102: 'BRL',
  120: '000000000123456',
  155: '00000000',
  163: '000000000000000',
  231: occurrence,
})

describe('a return of CNAB 240', () => {
  it('tells of each payment what came of it', () => {
    const text = cnab(segmentA('A-1', '00'), { 14: 'B' }, segmentA('A-2', 'BD'), segmentA('A-3', 'AGHB'))
    expect(shortOf(text)).toEqual([
      ['A-1', '1234.56', '2030-03-25', 'settled'],
      ['A-2', '1234.56', '2030-03-25', 'accepted'],
      ['A-3', '1234.56', '2030-03-25', 'rejected'],
    ])
    expect(readStatement(text).lines.map(({ line }) => line)).toEqual([3, 5, 6])
  })

  it('tells of an account what left and what came', () => {
    const movement = (value: string, sign: string, day: string, reference: string) => ({
      14: 'E',
      143: day,
      151: value,
      169: sign,
      202: reference,
    })
    const text = cnab(
      movement('000000000000123456', 'D', '25032030', 'A-1'),
      movement('000000000000000700', 'C', '05032030', 'A-2'),
    )
    expect(shortOf(text)).toEqual(expected)
  })
})

describe('a broken or hostile file is refused, with the line and a reason', () => {
  test.each<[string, string, number, string]>([
    ['nothing', ' \n', 1, 'empty'],
    ['a PDF', '%PDF-1.7', 1, 'format'],
    ['a workbook', 'PK\u0003\u0004....', 1, 'format'],
    ['bytes that are no text', 'a\u0000b', 1, 'not_text'],
    ['CNAB 400', `${'02RETORNO'.padEnd(400)}\n`, 1, 'cnab_400'],
    ['no head', 'a;b\n1;2\n', 1, 'header'],
    ['quotes that do not close', 'id,amount,date,status\n"x,1.00,2030-03-10,settled', 2, 'quotes'],
    ['a day that is none', 'data;id;valor\n31/02/2030;A;-1,00\n', 2, 'day'],
    ['days that could be months', 'date,id,amount\n03/04/2030,A,-1.00\n', 2, 'ambiguous_day'],
    ['days that contradict each other', 'data;id;valor\n25/03/2030;A;-1,00\n03/25/2030;B;-1,00\n', 2, 'ambiguous_day'],
    ['an amount that is none', 'data;id;valor\n13/03/2030;A;-1,00,00\n', 2, 'amount'],
    ['an amount that could be a thousand', 'data;id;valor\n13/03/2030;A;-1.234\n', 2, 'ambiguous_amount'],
    ['no day on a line of money', 'data;id;valor\n;B;-2,00\n', 2, 'day'],
    ['a status nobody knows', 'data;id;valor;status\n13/03/2030;A;1,00;sumiu\n', 2, 'state'],
    ['neither status nor sign', 'data;id;valor\n13/03/2030;A;1,00\n', 2, 'sign'],
    ['no reference', 'data;id;valor\n13/03/2030;;-1,00\n', 2, 'reference'],
    ['a reference without an end', `data;id;valor\n13/03/2030;${'x'.repeat(101)};-1,00\n`, 2, 'reference'],
    ['OFX that is cut off', ofx(sgml).slice(0, 300), 7, 'cut_off'],
    ['OFX without its end', ofx(sgml).replace('</OFX>', ''), 22, 'cut_off'],
    ['CNAB that is cut off', cnab(segmentA('A', '00')).slice(0, 3 * 242), 3, 'cut_off'],
    ['CNAB of one line that is too long', cnab({ ...segmentA('A', '00'), 231: `00${'x'.repeat(20)}` }), 3, 'width'],
  ])('%s', (_, text, line, problem) => {
    const found = problemOf(text)
    expect(found[1]).toBe(problem)
    expect(found[0]).toBeGreaterThan(0)
    if (!text.startsWith('OFX')) expect(found[0]).toBe(line)
  })

  it('expands no entities of an OFX file’s own', () => {
    const { lines, skipped } = readStatement(ofx(sgml.replace('-1234.56', '&boom;')))
    expect([lines.length, skipped]).toMatchObject([1, [{ problem: 'no_amount', value: '&boom;' }]])
  })

  it('in little time, however it repeats itself', () => {
    const begun = performance.now()
    for (const part of ['<STMTTRN>', '<A>', '"', ';', '-', ' ', '(', '1.', '<?xml '])
      problemOf(`OFXHEADER:100\n<OFX>${part.repeat(300_000)}`)
    for (const part of ['1.', '(', ' ', '-', 'a ', '1,000'])
      problemOf(`data;id;valor\n13/03/2030;A;${part.repeat(100_000)}\n`)
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  it('loses nothing: each line is read, told as left out, or refused, whatever byte is changed', () => {
    const files = [
      'data;id;valor\n25/03/2030;A-1;-1.234,56\n05/03/2030;A-2;7,00\n31/03/2030;B;-3,00\n',
      ofx(sgml),
      cnab(segmentA('A-1', '00'), segmentA('A-2', 'BD')),
    ]
    let seed = 7
    const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
    for (const text of files) {
      const whole = readStatement(text)
      const count = whole.lines.length + whole.skipped.length
      for (let number = 0; number < 300; number += 1) {
        const place = below(text.length)
        const changed = text.slice(0, place) + String.fromCharCode(32 + below(90)) + text.slice(place + 1)
        let read
        try {
          read = readStatement(changed)
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError)
          continue
        }
        // Two lines that were joined are told as one, with the reason why it cannot be read.
        const told = read.skipped.filter(({ problem }) => problem !== null).length
        const lost = count - read.lines.length - read.skipped.length - told
        expect(lost, changed.slice(Math.max(0, place - 40), place + 40)).toBeLessThanOrEqual(0)
      }
    }
  })

  it.each(statementProblems)('%s is said in words', (problem) => {
    expect(messages.moneyPages.reconciliation.problems[problem]).toBeTruthy()
  })
})
