import { describe, expect, it } from 'vitest'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'
import { compareStatement } from '#features/reconciliation/server/compareStatement.ts'
import { readStatement } from '#features/reconciliation/server/readBankStatement.ts'
import { payments } from './support/knownPayments.ts'

/** What a file comes to: payments by their new state once confirmed, and lines that are nobody's. */
function outcome(file: string | Buffer): { states: Record<number, string>; unknown: number } {
  const { lines } = readStatement(typeof file === 'string' ? file : decodeText(file))
  const compared = compareStatement(lines, { known: payments, expected: payments })
  const due = compared.filter(({ nextStep }) => nextStep === 'confirm')
  return {
    states: Object.fromEntries(due.map(({ payment, there }) => [payment, there!.state])),
    unknown: compared.filter(({ finding }) => finding === 'missing_here').length,
  }
}
const settled = { 1: 'settled' }
const both = { 1: 'settled', 6: 'returned' }

const head = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nCHARSET:1252\n\n'
type Movement = Readonly<Record<string, string>>
const movement = (values: Movement) => {
  const all = { TRNTYPE: 'DEBIT', DTPOSTED: '20261120', ...values }
  return `<STMTTRN>\n${Object.entries(all)
    .map(([tag, value]) => `<${tag}>${value}`)
    .join('\n')}\n</STMTTRN>\n`
}
const ofx = (...movements: readonly Movement[]) =>
  `${head}<OFX><CURDEF>BRL\n<BANKTRANLIST>\n${movements.map(movement).join('')}</BANKTRANLIST></OFX>\n`
const paid = { TRNAMT: '-350.75', MEMO: 'PIX RF-2041' }

describe('OFX of other banks', () => {
  it.each<[string, string | Buffer, Record<number, string>]>([
    ['a grouped comma amount', ofx({ TRNAMT: 'R$ -1.287,40', MEMO: 'PAG-20260002' }), { 2: 'settled' }],
    ['a minus behind', ofx({ TRNAMT: '350,75-', MEMO: 'RF-2041' }), settled],
    ['a dash for a minus', ofx({ TRNAMT: '\u2013350,75', MEMO: 'RF-2041' }), settled],
    ['four decimals', ofx({ TRNAMT: '-350.7500', MEMO: 'RF-2041' }), settled],
    ['dates with hyphens', ofx({ ...paid, DTPOSTED: '2026-11-20' }), settled],
    ['dates with the day first', ofx({ ...paid, DTPOSTED: '20/11/2026' }), settled],
    ['a date of the user alone', ofx({ ...paid, DTPOSTED: '', DTUSER: '20261120' }), settled],
    ['a text over two lines', ofx({ ...paid, MEMO: 'PIX ENVIADO\nRF-2041' }), settled],
    ['brackets in the text', ofx({ ...paid, MEMO: 'PIX < RF-2041 >' }), settled],
    ['numbered characters', ofx({ ...paid, MEMO: 'PIX RF&#45;2041' }), settled],
    ['a blank in tags', ofx(paid).replaceAll('<STMTTRN>', '<STMTTRN >').replace('<TRNAMT>', '< TRNAMT >'), settled],
    ['CDATA', ofx({ ...paid, MEMO: '<![CDATA[PIX RF-2041]]>' }), settled],
    ['UTF-16 without a mark', Buffer.from(ofx(paid), 'utf16le'), settled],
    [
      'the rest of a batch before the payment of it that is told alone',
      ofx({ TRNAMT: '-1119.00', MEMO: 'LOTE-31' }, { TRNAMT: '-412.00', MEMO: 'LOTE-31' }),
      { 3: 'settled', 4: 'settled', 5: 'settled' },
    ],
  ])('is read with %s', (_what, file, states) => {
    expect(outcome(file)).toEqual({ states, unknown: 0 })
  })

  it('takes no balance for a movement, whatever it is called', () => {
    const names = [
      'SALDO TOTAL DISPONIVEL DIA',
      'SDO CTA/APL AUTOMATICAS',
      '*** SALDO ***',
      'Saldos',
      'CLOSING BALANCE',
    ]
    const balances = names.map((MEMO) => ({ TRNTYPE: 'OTHER', TRNAMT: '350.75', MEMO }))
    expect(outcome(ofx(paid, ...balances))).toEqual({ states: settled, unknown: 0 })
  })

  it('never takes for money that came back what no sign, kind or word says so of', () => {
    const { skipped } = readStatement(ofx(paid, { TRNAMT: '-1.00', MEMO: 'x' }).replaceAll('TRNAMT>-', 'TRNAMT>'))
    expect(skipped).toEqual([])
    const unsigned = { TRNTYPE: 'XFER', TRNAMT: '350.75', MEMO: 'PIX ENVIADO RF-2041' }
    expect(() => readStatement(ofx(unsigned))).toThrow('cannot be told apart')
    expect(outcome(ofx({ ...unsigned, TRNAMT: '77.10', MEMO: 'DEVOLUCAO PX-0006-AB' })).states).toEqual({
      6: 'returned',
    })
  })
})

const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`

describe('CSV of other banks and gateways', () => {
  it.each<[string, string | Buffer, Record<number, string>]>([
    [
      'Wise',
      csv(
        '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference"',
        'TRANSFER-1,20-11-2026,-350.75,BRL,"Sent money to Tarcio",RF-2041',
      ),
      settled,
    ],
    [
      'Revolut, whose state says that the return is done',
      csv(
        'Type,Started Date,Completed Date,Description,Amount,Fee,Currency,State',
        'TRANSFER,2026-11-20 10:00:00,2026-11-20 10:00:01,RF-2041,-350.75,0.00,BRL,COMPLETED',
        'TRANSFER,2026-11-24 10:00:00,2026-11-24 10:00:01,PX-0006-AB refund,77.10,0.00,BRL,COMPLETED',
      ),
      both,
    ],
    [
      'Mercado Pago, with a table of totals above',
      csv(
        'INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE',
        '100,00;0,00;-350,75;10,00',
        '',
        'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
        '20-11-2026;Transferência Pix enviada RF-2041;90001;-350,75;10,00',
      ),
      settled,
    ],
    [
      'Stone',
      csv(
        'Movimentação;Tipo;Valor;Saldo antes;Saldo depois;Tarifa;Data;Situação;Destino',
        'Débito;Pix;-350,75;500,00;149,25;0,00;20/11/2026 10:00;Efetivado;Tarcio RF-2041',
      ),
      settled,
    ],
    [
      'Cora',
      csv('Data,Transação,Tipo Transação,Identificação,Valor', '20/11/2026,Pix RF-2041,DÉBITO,Tarcio,-350.75'),
      settled,
    ],
    [
      'BBVA in Mexico',
      csv(
        'Fecha,Concepto / Referencia,Cargo,Abono,Saldo',
        '20/11/2026,SPEI ENVIADO RF-2041,350.75,,10.00',
        '24/11/2026,DEVOLUCION PX-0006-AB,,77.10,10.00',
      ),
      both,
    ],
    ['a bank in Chile', csv('Fecha;Detalle;Monto cargo ($);Monto abono ($)', '20/11/2026;RF-2041;350,75;'), settled],
    [
      'abbreviated names of columns',
      csv('Dt. Lançamento;Descrição do Lançamento;Vlr. Lançamento', '20/11/2026;RF-2041;-350,75'),
      settled,
    ],
    ['one column for both ways', csv('Data;Descrição;Créditos e débitos', '20/11/2026;RF-2041;-350,75'), settled],
    ['net values', csv('Data;Movimentação;Valor líquido', '20/11/2026;RF-2041;-350,75'), settled],
    ['dashes for minuses', csv('Data;Descrição;Valor', '20/11/2026;RF-2041;\u2013350,75'), settled],
    [
      'balances by other names',
      csv(
        'Data;Histórico;Valor',
        '20/11/2026;RF-2041;-350,75',
        '20/11/2026;SDO DISPONIVEL;10,00',
        '20/11/2026;(=) SALDO;10,00',
        '20/11/2026;** Saldo **;10,00',
      ),
      settled,
    ],
    [
      'states of a gateway',
      csv(
        'Data;Favorecido;Valor;Status;Identificador',
        '20/11/2026;Tarcio;350,75;Sucesso;RF-2041',
        '24/11/2026;Caranã;640,00;Falha;RF-2047',
      ),
      { 1: 'settled', 7: 'rejected' },
    ],
    [
      'UTF-16 without a mark',
      Buffer.from(csv('Data;Histórico;Valor', '20/11/2026;RF-2041;-350,75'), 'utf16le'),
      settled,
    ],
  ])('%s', (_what, file, states) => {
    expect(outcome(file)).toEqual({ states, unknown: 0 })
  })

  it('takes a payment for paid that a gateway lists beside a fee, both without a minus of its own', () => {
    const text = csv('Data;Descrição;Valor;Status', '20/11/2026;RF-2041;350,75;Pago', '20/11/2026;Tarifa;-1,00;Pago')
    expect(outcome(text).states).toEqual(settled)
  })
})

const record = (places: Readonly<Record<number, string>>) => {
  let row = ' '.repeat(240)
  for (const [place, text] of Object.entries(places))
    row = row.slice(0, Number(place) - 1) + text + row.slice(Number(place) - 1 + text.length)
  return row
}
const detail = (reference: string, code: string) =>
  record({
    1: '2370001300001A000009',
    44: 'FAVORECIDO',
    74: reference,
    94: '20112026BRL',
    105: '0'.repeat(15),
    120: '000000000035075',
    155: '20112026000000000035075',
    231: code,
  })
const cnab = (code: string, lineEnd = '\r\n', reference = 'RF-2041') =>
  [
    record({ 1: '23700000' }),
    record({ 1: '23700011C2045046' }),
    detail(reference, code),
    record({ 1: '23700015', 18: '000003' }),
    record({ 1: '23799999', 18: '000001000005' }),
    '',
  ].join(lineEnd)

describe('CNAB 240 of other banks', () => {
  it.each([
    ['without line ends', cnab('00', '')],
    ['with blank lines between', cnab('00', '\r\n\r\n')],
    ['with a blank line above', `\r\n${cnab('00')}`],
    ['with a mark and an end', `\uFEFF${cnab('00')}\u001A`],
    ['taken in and then paid', cnab('BD00')],
    ['authorised by the branch', cnab('03')],
    ['with the reference in small letters', cnab('00', '\n', 'rf2041')],
  ])('is read %s', (_what, text) => {
    expect(outcome(text)).toEqual({ states: settled, unknown: 0 })
  })

  it.each(['ZK', '5A', 'RJ', 'QQ', '  ', '00ZA', '00AG', 'bd', 'SS', 'IA'])(
    'neither settles nor rejects by the code %j, which no table has',
    (code) => {
      expect(outcome(cnab(code))).toEqual({ states: {}, unknown: 0 })
    },
  )

  it.each([
    ['AG', 'rejected'],
    ['02', 'rejected'],
    ['PJ', 'rejected'],
    ['DV', 'returned'],
  ])('by the code %s the payment is %s', (code, state) => {
    expect(outcome(cnab(code)).states).toEqual({ 1: state })
  })

  it.each(['02RETORNO01COBRANCA', '02RETORNO03PAGAMENTO', '02RETORNO01COBRANCA       00000000000001234567EMPRESA'])(
    'is asked for in place of CNAB 400 that begins with %s',
    (begin) => {
      for (const width of [0, 400, 402]) {
        const text = [begin, '1', '9201'].map((row) => row.padEnd(width)).join('\r\n')
        expect(() => readStatement(text)).toThrow('CNAB 400')
      }
    },
  )
})
