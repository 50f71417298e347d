import { describe, expect, it } from 'vitest'
import { readInvoiceXml } from '#rules/payouts/invoiceXml.ts'
import { isAnotherIssuer, numberInKey } from '#rules/payouts/invoices.ts'
import { invoiceKey } from '#tests/support/money/invoiceKey.ts'

const cnpj = '11222333000181'
const key = invoiceKey(2, cnpj)
const national = (id = `NFS${key}`) => `<?xml version="1.0" encoding="UTF-8"?>
<NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.00"><infNFSe Id="${id}"><nNFSe>123</nNFSe>
<dhProc>2026-11-27T10:00:00-03:00</dhProc><emit><CNPJ>${cnpj}</CNPJ><xNome>Aurora &amp; Cia</xNome></emit>
<valores><vLiq>1100.00</vLiq></valores><DPS><infDPS Id="DPS1"><dCompet>2026-11-01</dCompet>
<toma><CNPJ>99888777000166</CNPJ></toma>
<valores><vServPrest><vServ>1200.00</vServ></vServPrest></valores></infDPS></DPS></infNFSe></NFSe>`
const abrasf = `<ConsultarNfseResposta xmlns:ns3="http://www.abrasf.org.br/nfse.xsd"><ns3:CompNfse><ns3:Nfse><ns3:InfNfse Id="n1">
<ns3:Numero>202600451</ns3:Numero><ns3:DataEmissao>2026-11-26T09:30:00</ns3:DataEmissao>
<ns3:ValoresNfse><ns3:ValorLiquidoNfse>940.50</ns3:ValorLiquidoNfse></ns3:ValoresNfse>
<ns3:PrestadorServico><ns3:IdentificacaoPrestador><ns3:CpfCnpj><ns3:Cnpj>${cnpj}</ns3:Cnpj></ns3:CpfCnpj></ns3:IdentificacaoPrestador></ns3:PrestadorServico>
<ns3:DeclaracaoPrestacaoServico><ns3:Servico><ns3:Valores><ns3:ValorServicos>990.5</ns3:ValorServicos></ns3:Valores></ns3:Servico>
<ns3:Tomador><ns3:CpfCnpj><ns3:Cpf>52998224725</ns3:Cpf></ns3:CpfCnpj></ns3:Tomador></ns3:DeclaracaoPrestacaoServico>
</ns3:InfNfse></ns3:Nfse></ns3:CompNfse></ConsultarNfseResposta>`
const saoPaulo = `<NFe><ChaveNFe><InscricaoPrestador>31000000</InscricaoPrestador><NumeroNFe>77</NumeroNFe></ChaveNFe>
<DataEmissaoNFe>2026-11-20T12:00:00</DataEmissaoNFe><CPFCNPJPrestador><CPF>529.982.247-25</CPF></CPFCNPJPrestador>
<ValorServicos>350</ValorServicos></NFe>`

describe('the XML of an NFS-e', () => {
  it.each([
    ['of the national form', national(), { number: key, document: cnpj, amount: '1200.00', issuedOn: '2026-11-27' }],
    [
      'of the national form without its key',
      national('x'),
      { number: '123', document: cnpj, amount: '1200.00', issuedOn: '2026-11-27' },
    ],
    ['of ABRASF', abrasf, { number: '202600451', document: cnpj, amount: '990.50', issuedOn: '2026-11-26' }],
    ['of São Paulo', saoPaulo, { number: '77', document: '52998224725', amount: '350.00', issuedOn: '2026-11-20' }],
  ])('%s says number, issuer, amount and day', (_, text, expected) => {
    expect(readInvoiceXml(text)).toEqual(expected)
  })

  it.each([
    ['several notes', `<a>${abrasf}${abrasf}</a>`],
    ['another document', '<Document><Pmt>1</Pmt></Document>'],
    ['a note that was cut off', national().slice(0, -20)],
    ['entities of its own', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${national()}`],
    ['no XML at all', 'NF 77'],
  ])('is none where there are %s', (_, text) => {
    expect(readInvoiceXml(text)).toBeNull()
  })

  it('is of another where its issuer is not the payee, and says nothing of payees without a document', () => {
    const issuer = { documentType: 'cnpj', document: '11.222.333/0001-81' } as const
    expect(isAnotherIssuer(cnpj, issuer)).toBe(false)
    expect(isAnotherIssuer('99888777000166', issuer)).toBe(true)
    expect(isAnotherIssuer('99888777000166', { documentType: 'cnpj', document: null })).toBe(false)
    expect(isAnotherIssuer(null, issuer)).toBe(false)
  })

  it('has its number within its key', () => {
    expect([numberInKey(key), numberInKey('NF 7')]).toEqual(['123', null])
  })
})
