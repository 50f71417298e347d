import { describe, expect, it } from 'vitest'
import { decodeText } from '#engine/values/spreadsheet/decodeText.ts'
import { compareStatement } from '#features/reconciliation/server/compareStatement.ts'
import { readStatement } from '#features/reconciliation/server/readBankStatement.ts'
import { payments } from './support/knownPayments.ts'

/** Payments by their new state once confirmed; a line of somebody else's fails the test. */
function states(file: string | Buffer): Record<number, string> {
  const { lines } = readStatement(typeof file === 'string' ? file : decodeText(file))
  const compared = compareStatement(lines, { known: payments, expected: payments })
  expect(compared.filter(({ finding }) => finding === 'missing_here')).toEqual([])
  const due = compared.filter(({ nextStep }) => nextStep === 'confirm')
  return Object.fromEntries(due.map(({ payment, there }) => [payment, there!.state]))
}
const both = { 1: 'settled', 6: 'returned' }
const returned = { 6: 'returned' }

const movements = (close: (tag: string) => string) =>
  [
    {
      TRNTYPE: 'DEBIT',
      DTPOSTED: '20261120100000[-3:BRT]',
      TRNAMT: '-350.75',
      FITID: 'N1',
      CHECKNUM: '000',
      MEMO: 'PIX ENVIADO RF-2041 TÁRCIO',
    },
    { TRNTYPE: 'CREDIT', DTPOSTED: '20261124', TRNAMT: '77.10', FITID: 'N2', MEMO: 'DEVOLUÇÃO PIX PX-0006-AB' },
  ]
    .map(
      (each) =>
        `<STMTTRN>\n${Object.entries(each)
          .map(([tag, value]) => `<${tag}>${value}${close(tag)}`)
          .join('\n')}\n</STMTTRN>`,
    )
    .join('\n')
const body = (org: string, code: string, close: (tag: string) => string) =>
  `<OFX><SIGNONMSGSRSV1><SONRS><FI>\n<ORG>${org}${close('ORG')}\n<FID>${code}${close('FID')}\n</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS>\n<CURDEF>BRL${close('CURDEF')}\n<BANKTRANLIST>\n${movements(close)}\n</BANKTRANLIST>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
const sgml = (org: string, code: string) =>
  Buffer.from(
    `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n${body(org, code, () => '')}`,
    'latin1',
  )
const xml = (org: string, code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>\n${body(org, code, (tag) => `</${tag}>`)}`
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`

describe('a statement of the bank', () => {
  it.each([
    ['CAIXA', '0104'],
    ['BANCO DO BRASIL S/A', '1'],
    ['Banco Itaú S.A.', '0341'],
    ['Bradesco', '0237'],
    ['SANTANDER', '033'],
    ['SICOOB', '756'],
    ['Banco Intermedium S/A', '077'],
    ['C6', '336'],
    ['NU PAGAMENTOS S.A.', '260'],
  ])('%s is read as OFX 1 in windows-1252 and as OFX 2', (org, code) => {
    expect(states(sgml(org, code))).toEqual(both)
    expect(states(xml(org, code))).toEqual(both)
  })

  it.each<[string, string]>([
    [
      'CAIXA',
      csv(
        '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"',
        '"1";"20261120";"201001";"ENVIO PIX RF-2041";"350.75";"D"',
        '"1";"20261124";"201002";"DEV PIX PX-0006-AB";"77.10";"C"',
      ),
    ],
    [
      'Banco do Brasil',
      csv(
        '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",',
        '"20/11/2026","","Pix - Enviado RF-2041","","11.201","-350.75",',
        '"24/11/2026","","Pix - Devolução PX-0006-AB","","11.202","77.10",',
      ),
    ],
    [
      'Banco do Brasil, as its site gives it',
      csv(
        '"Data","Lançamento","Detalhes","N° documento","Valor","Tipo Lançamento"',
        '"20/11/2026","Pix - Enviado","20/11 10:00 RF-2041","11201","-350,75","Saída"',
        '"24/11/2026","Pix - Devolvido","PX-0006-AB","11202","77,10","Entrada"',
      ),
    ],
    [
      'Itaú',
      csv(
        'data;lançamento;ag./origem;valor (R$);saldos (R$)',
        '20/11/2026;PIX TRANSF RF-2041;;-350,75;',
        '24/11/2026;DEV PIX PX-0006-AB;;77,10;',
        '24/11/2026;SALDO DO DIA;;;1.000,00',
      ),
    ],
    [
      'Bradesco',
      csv(
        'Extrato de: Ag: 1234 | Conta: 1234-5',
        'Data;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$);',
        '20/11/2026;PIX DES: RF-2041;1;;-350,75;10,00;',
        '24/11/2026;DEVOLUCAO PIX PX-0006-AB;2;77,10;;87,10;',
        'Total;;;77,10;-350,75;87,10;',
      ),
    ],
    [
      'Santander',
      csv(
        'AGENCIA;1234;CONTA;130001',
        '',
        'Data;Histórico;Documento;Valor (R$);Saldo (R$)',
        '20/11/2026;PIX ENVIADO RF-2041;000000;-350,75;10,00',
        '24/11/2026;PIX DEVOLVIDO PX-0006-AB;000000;77,10;87,10',
      ),
    ],
    [
      'Sicoob',
      csv(
        'DATA;DOCUMENTO;HISTÓRICO;VALOR',
        '20/11/2026;Pix;DÉB.PIX RF-2041;350,75 D',
        '24/11/2026;Pix;CRÉD.PIX DEVOLUÇÃO PX-0006-AB;77,10 C',
        ';;SALDO DO DIA;1.000,00 C',
      ),
    ],
    [
      'Inter',
      csv(
        ' Extrato Conta Corrente ',
        'Conta ;12345',
        'Saldo ;100,00',
        '',
        'Data Lançamento;Histórico;Descrição;Valor;Saldo',
        '20/11/2026;Pix enviado ;RF-2041;-350,75;10,00',
        '24/11/2026;Pix devolvido;PX-0006-AB;77,10;87,10',
      ),
    ],
    [
      'C6',
      csv(
        'EXTRATO DE CONTA CORRENTE C6 BANK',
        '',
        'Data Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)',
        '20/11/2026,20/11/2026,Pix enviado,RF-2041,0.00,350.75,10.00',
        '24/11/2026,24/11/2026,Devolução de Pix,PX-0006-AB,77.10,0.00,87.10',
      ),
    ],
    [
      'Nubank',
      csv(
        'Data,Valor,Identificador,Descrição',
        '20/11/2026,-350.75,655a-1,Transferência enviada pelo Pix - RF-2041',
        '24/11/2026,77.10,655a-2,Reembolso recebido pelo Pix - PX-0006-AB',
      ),
    ],
    [
      'Nubank in English',
      csv(
        'Date,Amount,Identifier,Description',
        '2026-11-20,-350.75,655a-1,Transfer sent through Pix - RF-2041',
        '2026-11-24,77.10,655a-2,Refund received - PX-0006-AB',
      ),
    ],
    [
      'another in English, the month first',
      csv(
        'Date,Description,Debit,Credit,Balance',
        '11/20/2026,PIX OUT RF-2041,350.75,,10.00',
        '11/24/2026,Refund PX-0006-AB,,77.10,87.10',
      ),
    ],
  ])('%s is read as CSV', (_bank, file) => {
    expect(states(file)).toEqual(both)
  })

  it.each<[string, string]>([
    ['Portuguese', csv('Data;Histórico;Crédito', '24/11/2026;DEVOLUÇÃO PIX PX-0006-AB;77,10')],
    ['English', csv('Date,Description,Credit', '2026-11-24,Pix returned PX-0006-AB,77.10')],
  ])('that lists credits alone is read in %s', (_language, file) => {
    expect(states(file)).toEqual(returned)
  })
})
