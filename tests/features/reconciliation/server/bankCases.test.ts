import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { ApiError } from '#engine/server/http/errors.ts'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'
import { type ComparedLine, compareStatement, type Payments } from '#features/reconciliation/server/compareStatement.ts'
import { readStatement } from '#features/reconciliation/server/readBankStatement.ts'
import { payments } from './support/knownPayments.ts'

const folders = { ofx: '03-ofx', ret: '04-cnab', csv: '05-csv' } as const
const fileText = (name: string) => {
  const folder = folders[name.split('.')[1] as keyof typeof folders]
  return decodeText(readFileSync(new URL(`../../../cases/${folder}/${name}`, import.meta.url)))
}
const compare = (text: string, more: Partial<Payments> = {}) => {
  const { lines, skipped } = readStatement(text)
  return { compared: compareStatement(lines, { known: payments, expected: payments, ...more }), skipped }
}

/** The states of the payments that change, once the certain lines are confirmed. */
function afterConfirming(compared: readonly ComparedLine[]): Record<number, string> {
  const due = compared.filter(({ nextStep }) => nextStep === 'confirm')
  return Object.fromEntries(due.map(({ payment, there }) => [payment, there!.state]))
}
const unknownLines = (compared: readonly ComparedLine[]) =>
  compared.filter(({ finding }) => finding === 'missing_here').map(({ line }) => line)

describe('bank files beside known payments', () => {
  it.each<[string, string, Record<number, string>, number, number | null]>([
    ['ofx-p1', 'comma-1252.ofx', { 1: 'settled', 2: 'settled' }, 0, 1],
    ['ofx-p2', 'amount-missing.ofx', { 7: 'settled' }, 0, 2],
    ['ofx-p3', 'checknum-and-batch.ofx', { 3: 'settled', 4: 'settled', 5: 'settled', 7: 'settled' }, 1, 0],
    ['ofx-p4', 'stmttrn-not-closed.ofx', { 1: 'settled', 3: 'settled', 6: 'returned' }, 0, 0],
    ['cnab-p1', 'codes.ret', { 1: 'settled', 6: 'returned', 7: 'rejected' }, 0, null],
    ['cnab-p2', 'empty-and-unknown.ret', { 7: 'settled' }, 0, null],
    ['cnab-p3', 'stripped.ret', { 1: 'settled' }, 0, null],
    [
      'csv-p1',
      'pt-semicolon-1252.csv',
      { 1: 'settled', 2: 'settled', 3: 'settled', 4: 'settled', 5: 'settled' },
      1,
      null,
    ],
    ['csv-p2', 'credit-only-utf16.csv', { 6: 'returned' }, 1, 0],
    ['csv-p3', 'en-name-only.csv', {}, 1, 0],
    ['csv-p4', 'sign-column.csv', { 1: 'settled', 6: 'returned' }, 0, 0],
    ['csv-p5', 'pt-utf16-control.csv', { 1: 'settled', 6: 'returned' }, 0, 0],
  ])('%s: %s comes to %j after confirming, with %i unknown lines', (_id, name, states, unknown, skippedCount) => {
    const { compared, skipped } = compare(fileText(name))
    expect(afterConfirming(compared)).toEqual(states)
    expect(unknownLines(compared)).toHaveLength(unknown)
    if (skippedCount !== null) expect(skipped).toHaveLength(skippedCount)
  })

  it('cnab-p4: names the format of CNAB 400, and asks for CNAB 240', () => {
    expect.assertions(2)
    try {
      readStatement(fileText('cnab400-long-lines.ret'))
    } catch (error) {
      expect((error as ApiError).values).toMatchObject({ problem: 'cnab_400', value: 'COBRANCA' })
      expect(String((error as ApiError).values?.['reason'])).toMatch(/CNAB 400.*CNAB 240/)
    }
  })

  it('tells what could not be read with its text and reason, and reads the rest', () => {
    const { skipped } = compare(fileText('amount-missing.ofx'))
    expect(skipped).toMatchObject([
      { line: 30, text: 'SALDO ANTERIOR' },
      { line: 44, text: 'SALDO DIA' },
    ])
    const read = readStatement(
      'data;historico;valor\n20/11/2026;PIX RF-2041;-350,75\n20/11/2026;PIX A;x\n;PIX B;-7,00\n',
    )
    expect(read.lines.map(({ line }) => line)).toEqual([2])
    expect(read.skipped).toMatchObject([
      { line: 3, problem: 'no_amount', text: '20/11/2026 · PIX A · x', reason: 'there is no amount' },
      { line: 4, problem: 'day' },
    ])
  })

  it('csv-p3: proposes a payment by amount, day and payee, and says why', () => {
    const { compared } = compare(fileText('en-name-only.csv'))
    const found = compared.filter(({ line }) => line !== null)
    expect(found.map(({ payment, finding, nextStep, match }) => [payment, finding, nextStep, match])).toEqual([
      [1, 'proposed', 'accept', { reason: 'payee', confidence: 'likely' }],
      [7, 'proposed', 'accept', { reason: 'payee', confidence: 'likely' }],
      [null, 'missing_here', 'find_payment', null],
    ])
  })

  it('tells codes that no table has, and takes the company’s answer for its payments alone', () => {
    const text = fileText('codes.ret')
    const codeOf = (found: readonly ComparedLine[]) => found.filter(({ finding }) => finding === 'unknown_code')
    expect(codeOf(compare(text).compared)).toMatchObject([
      { line: 11, payment: 3, nextStep: 'answer_code', there: { code: { bank: '756', code: 'ZI', company: 1 } } },
    ])
    const answer = { company: 1, bank: '756', code: 'ZI', means: 'rejected' } as const
    expect(afterConfirming(compare(text, { codes: [answer] }).compared)).toMatchObject({ 3: 'rejected' })
    for (const other of [{ company: 2 }, { bank: '341' }, { means: 'information' as const }])
      expect(afterConfirming(compare(text, { codes: [{ ...answer, ...other }] }).compared)).not.toHaveProperty('3')
    expect(codeOf(compare(fileText('empty-and-unknown.ret')).compared)).toMatchObject([
      { payment: 1, there: { code: { code: '' } } },
      { payment: 2, there: { code: { code: 'Q9' } } },
    ])
  })
})

const csv = (...rows: readonly [day: string, text: string, value: string][]) =>
  ['data;historico;valor', ...rows.map((row) => row.join(';'))].join('\n')
/** What a line is thought to be: line, payment, finding. */
const found = (text: string, more: Partial<Payments> = {}) => shown(text, more).map((each) => each.slice(0, 3))
const shown = (text: string, more: Partial<Payments> = {}) =>
  compare(text, more)
    .compared.filter(({ line }) => line !== null)
    .map(({ line, payment, finding, match }) => [line, payment, finding, match?.reason])

describe('matching', () => {
  it('takes references of any length and form in a text, where the amount is the same', () => {
    expect(
      shown(csv(['20/11/2026', 'PIX RF 2041', '-350,75'], ['20/11/2026', 'TED pag20260002 X', '-1287,40'])),
    ).toEqual([
      [2, 1, 'settle', 'reference'],
      [3, 2, 'settle', 'reference'],
    ])
    expect(found(csv(['20/11/2026', 'TARIFA PIX RF-2041', '-1,45']))).toEqual([[2, null, 'missing_here']])
    expect(shown(csv(['20/11/2026', 'PIX 5B1C7A520D1E4C399A6E', '-350,75']))).toEqual([[2, 1, 'settle', 'reference']])
  })

  it('adds up several lines of one reference', () => {
    expect(
      shown(csv(['20/11/2026', 'PIX RF-2041 1/2', '-200,00'], ['20/11/2026', 'PIX RF-2041 2/2', '-150,75'])),
    ).toEqual([
      [2, 1, 'settle', 'parts'],
      [3, 1, 'settle', 'parts'],
    ])
  })

  it('never takes a payment’s number in a text or a document for its name', () => {
    expect(shown('data;documento;historico;valor\n24/11/2026;7;TARIFA;-640,00\n')).toEqual([
      [2, null, 'missing_here', undefined],
    ])
  })

  test.each([
    ['PIX ENVIADO IVONE Q PRATES', 'proposed'],
    ['TRANSF PIX IVONE QUADR', 'proposed'],
    ['PIX IVONE', 'proposed'],
    ['Transferência enviada pelo Pix - Ivone Quadrelli Prates - •••.123.456-•• - BCO', 'proposed'],
    ['PIX TRANSF IVONE 20/11', 'proposed'],
    ['PIX ENVIADO MARIA Q PRATES', 'missing_here'],
    ['PIX ENVIADO OTAVIO LIMA', 'missing_here'],
    ['PAGTO BOLETO IVONE QUADRELLI', 'missing_here'],
    ['PIX ENVIADO', 'proposed'],
  ])('finds the payee in %j: %s', (text, finding) => {
    expect(found(csv(['20/11/2026', text, '-1287,40']))).toEqual([[2, finding === 'proposed' ? 2 : null, finding]])
  })

  it('proposes nothing far from the payment’s day, and no return that does not say so', () => {
    expect(found(csv(['13/12/2026', 'PIX IVONE QUADRELLI', '-1287,40']))).toEqual([[2, null, 'missing_here']])
    expect(
      found(csv(['24/11/2026', 'PIX RECEBIDO CILENE DRUMMEL', '77,10'], ['24/11/2026', 'x', '-1,00'])),
    ).toMatchObject([
      [2, null, 'missing_here'],
      [3, null, 'missing_here'],
    ])
    expect(
      found(csv(['24/11/2026', 'PIX DEVOLVIDO CILENE DRUMMEL', '77,10'], ['24/11/2026', 'x', '-1,00'])),
    ).toMatchObject([
      [2, 6, 'proposed'],
      [3, null, 'missing_here'],
    ])
  })

  it('does not choose between payees that it cannot tell apart', () => {
    const twin = { ...payments[1]!, id: 8, payee: 'Otávio Lima', names: ['x'] }
    const both = { known: [...payments, twin], expected: [...payments, twin] }
    expect(found(csv(['20/11/2026', 'PIX ENVIADO', '-1287,40']), both)).toEqual([[2, null, 'missing_here']])
    expect(found(csv(['20/11/2026', 'PIX OTAVIO LIMA', '-1287,40']), both)).toEqual([[2, 8, 'proposed']])
  })

  it('proposes all payments of a day for a debit that is their sum', () => {
    expect(found(csv(['24/11/2026', 'SISPAG FORNECEDORES', '-1531,00']))).toEqual([
      [2, 3, 'proposed'],
      [2, 4, 'proposed'],
      [2, 5, 'proposed'],
    ])
  })

  it('learns what a person accepted or dismissed', () => {
    const line = csv(['20/11/2026', 'PIX ENVIADO STUDIO XYZ', '-1287,40'])
    expect(found(line)).toEqual([[2, null, 'missing_here']])
    const said = { company: 1, text: 'STUDIO XYZ', owner: { kind: 'affiliate', id: 102 } } as const
    expect(found(line, { texts: [said] })).toEqual([[2, 2, 'proposed']])
    expect(found(line, { texts: [{ ...said, owner: null }] })).toEqual([[2, null, 'not_ours']])
  })
})

describe('files as banks write them', () => {
  test.each<[string, string]>([
    [
      'C6',
      'EXTRATO C6 BANK\nData Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)\n20/11/2026,20/11/2026,Pix enviado para IVONE QUADRELLI,PAG-20260002,0.00,1287.40,10.00\n',
    ],
    [
      'Nubank',
      'Data,Valor,Identificador,Descrição\n20/11/2026,-1287.40,673f0b1e-aaaa-4bbb-8ccc-1234567890ab,Transferência enviada pelo Pix - PAG-20260002\n',
    ],
    [
      'Banco do Brasil',
      '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",\n"00/00/0000","","Saldo Anterior","","","99.00",\n"20/11/2026","","Pix - Enviado PAG-20260002","","112001","-1287.40",\n',
    ],
    [
      'Banco do Brasil, newer',
      'Data,Lançamento,Detalhes,N° documento,Valor,Tipo Lançamento\n20/11/2026,Pix - Enviado,20/11 10:33 PAG-20260002,112001,"1.287,40",Saída\n',
    ],
    ['Itaú', '20/11/2026;PIX TRANSF IVONE20/11;-1287,40\n20/11/2026;PAG-20260002 X;-1287,40\n'],
    [
      'Bradesco',
      'Extrato de: Ag: 1 | CC: 2\nData;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)\n20/11/2026;Pix Qr Code Din;112001;;-1.287,40;10,00\n;Des: PAG-20260002;;;;\n',
    ],
    [
      'Santander',
      'Data;Descrição;Docto;Situação;Crédito (R$);Débito (R$);Saldo (R$)\n20/11/2026;PIX ENVIADO PAG-20260002;000000;;;-1.287,40;10,00\n',
    ],
    [
      'Sicoob',
      'PERÍODO: 01/11/2026 - 30/11/2026\nDATA;HISTÓRICO;DOCUMENTO;VALOR\n20/11;PIX EMIT.OUTRA IF;Pix;1.287,40D\n;FAV.: PAG-20260002;;\n',
    ],
    [
      'Inter',
      'Extrato Conta Corrente\nData Lançamento;Histórico;Descrição;Valor;Saldo\n20/11/2026;Pix enviado;PAG-20260002;-1.287,40;10,00\n',
    ],
    [
      'CAIXA',
      '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"\n"1";"20261120";"201033";"ENVIO PIX PAG-20260002";"1287.40";"D"\n',
    ],
  ])('%s', (_, text) => {
    expect(afterConfirming(compare(text).compared)).toEqual({ 2: 'settled' })
  })

  test.each([
    ['%PDF-1.7', 'PDF'],
    ['PK\u0003\u0004..', 'Excel (.xlsx)'],
    ['<html><table><tr><td>Data</td></tr></table></html>', 'HTML'],
    [
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"></Document>',
      'CAMT (ISO 20022)',
    ],
    [':20:STARTUMS\n:25:1\n', 'MT940 (SWIFT)'],
    ['!Type:Bank\nD20/11/26\n', 'QIF'],
    [`${'A2'.padEnd(150, '0')}\n${'F'.padEnd(150, '1')}\n`, 'CNAB 150'],
    [`${'0'.padEnd(200, '0')}\n${'1'.padEnd(200, '1')}\n`, 'CNAB 200'],
    ['[{"a":1}]', 'JSON'],
  ])('%j is refused by its name, %s', (text, name) => {
    expect(() => readStatement(text)).toThrow()
    try {
      readStatement(text)
    } catch (error) {
      expect((error as ApiError).values).toMatchObject({ problem: 'format', value: name })
    }
  })

  const written = (day: string, value: string, head = 'Data;Histórico;Valor') =>
    `${head}\n${day};PAG-20260002;${value}\n`
  test.each<[string, string]>([
    ['a mark in brackets', written('20/11/2026', '1.287,40 (D)')],
    ['DB for a debit', written('20/11/2026', '1.287,40 DB')],
    ['DR for a debit', 'Date,Description,Amount\n2026-11-20,PAG-20260002,"1,287.40 DR"\n'],
    ['decimals filled up with zeros', written('20/11/2026', '-1287,4000')],
    ['a minus that is a dash', written('20/11/2026', '–R$ 1.287,40')],
    ['a narrow space between thousands', written('20/11/2026', '-1\u202f287,40')],
    ['a day as spreadsheet programs count it', written('46346', '-1287,40')],
    ['a day of the week', written('sex., 20/11/2026 10:33', '-1287,40')],
    ['a day with the name of its month', written('20 de novembro de 2026', '-1287,40')],
    ['carets', written('20/11/2026', '-1287,40').replaceAll(';', '^')],
    ['full-width letters in its head', written('20/11/2026', '-1287,40', 'Ｄａｔａ;Histórico;Valor')],
    ['invisible signs in its head', written('20/11/2026', '-1287,40', '\u200BData;Histórico;Valor\u00A0')],
    ['cells as formulas', '"Data";"Histórico";"Valor"\n="20/11/2026";="PAG-20260002";="-1287,40"\n'],
    ['sep=', `sep=;\n${written('20/11/2026', '-1287,40')}`],
    ['empty cells at the end', 'Data;Histórico;Valor;;\n20/11/2026;PAG-20260002;-1287,40;;\n;;;;\n'],
  ])('is read with %s, and nothing is left out', (_, text) => {
    const { compared, skipped } = compare(text)
    expect([afterConfirming(compared), unknownLines(compared), skipped]).toEqual([{ 2: 'settled' }, [], []])
  })

  it('leaves out sums below the table, the head again and balances of every name', () => {
    const sums = ['Total;;-1287,40', 'Subtotal;;-1287,40', '20/11/2026;Soma;-1287,40', '20/11/2026;S A L D O;9,00']
    const text = `${written('20/11/2026', '-1287,40')}${sums.join('\n')}\nData;Histórico;Valor\n`
    const { compared, skipped } = compare(text)
    expect([afterConfirming(compared), unknownLines(compared), skipped.length]).toEqual([{ 2: 'settled' }, [], 5])
  })

  it('is read of OFX that says by its kind alone what left', () => {
    const text =
      'OFXHEADER:100\n<OFX><CURDEF>BRL\n<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261120<TRNAMT>350.75<FITID>1<MEMO>PIX RF-2041\n</STMTTRN></OFX>'
    expect(afterConfirming(compare(text).compared)).toEqual({ 1: 'settled' })
  })
})
