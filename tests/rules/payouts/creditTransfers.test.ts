import { describe, expect, it } from 'vitest'
import { type CreditTransferFile, creditTransferXml, endToEndId, schemeText } from '#rules/payouts/creditTransfers.ts'
import { creditTransferProblems, parseXml, textsAt } from '#tests/support/money/creditTransferRules.ts'

const transfer = {
  transferId: '5b1c7a52-0d1e-4c39-9a6e-2f7d10c4e801',
  amount: '350.75',
  name: 'Ġorġ Żammit & Sons <Malta>',
  iban: 'MT84MALT011000012345MTLCAST001S',
  bic: 'MALTMTMT',
  country: 'MT',
}
const file: CreditTransferFile = {
  messageId: '20261128-0000000012',
  createdAt: '2026-11-28T03:40:00Z',
  executedOn: '2026-11-30',
  currency: 'EUR',
  debtor: { name: 'Aurora Group Ltd', iban: 'DE89370400440532013000', bic: null },
  transfers: [
    transfer,
    { ...transfer, transferId: '0e9d4f10-7713-4a1b-8a55-6c1f0b9ad202', amount: '12.10', bic: null, country: null },
  ],
}
const payment = 'CstmrCdtTrfInitn/PmtInf'

describe('a file of credit transfers', () => {
  it.each([
    ['of euros', file],
    ['of another currency', { ...file, currency: 'GBP' }],
    ['of one payment', { ...file, transfers: [transfer] }],
    ['of names in other letters', { ...file, transfers: [{ ...transfer, name: '李 / Чехов' }] }],
  ])('%s is as pain.001.001.09 has it', (_, each) => {
    expect(creditTransferProblems(parseXml(creditTransferXml(each)))).toEqual([])
  })

  it('says id, count and control sum, the same in its head and its batch, and each payment by its end-to-end id', () => {
    const root = parseXml(creditTransferXml(file))
    for (const part of ['CstmrCdtTrfInitn/GrpHdr', payment])
      expect([...textsAt(root, `${part}/NbOfTxs`), ...textsAt(root, `${part}/CtrlSum`)]).toEqual(['2', '362.85'])
    expect(textsAt(root, 'CstmrCdtTrfInitn/GrpHdr/MsgId')).toEqual([file.messageId])
    expect(textsAt(root, `${payment}/CdtTrfTxInf/PmtId/EndToEndId`)).toEqual([
      '5b1c7a520d1e4c399a6e2f7d10c4e801',
      '0e9d4f1077134a1b8a556c1f0b9ad202',
    ])
    expect(textsAt(root, `${payment}/CdtTrfTxInf/Amt/InstdAmt`)).toEqual(['350.75', '12.10'])
  })

  it('goes by the rules of SEPA in euros alone', () => {
    const said = (currency: string) => {
      const root = parseXml(creditTransferXml({ ...file, currency }))
      return [...textsAt(root, `${payment}/PmtTpInf/SvcLvl/Cd`), ...textsAt(root, `${payment}/ChrgBr`)]
    }
    expect([said('EUR'), said('USD')]).toEqual([['SEPA', 'SLEV'], ['SHAR']])
  })

  it('is refused by the rules where an element is missing, strange, in another place or of other text', () => {
    const xml = creditTransferXml(file)
    const wrong = [
      xml.replace(/ *<PmtMtd>TRF<\/PmtMtd>\n/, ''),
      xml.replace('<PmtMtd>TRF</PmtMtd>', '<PmtMtd>PIX</PmtMtd>'),
      xml.replace(/<(\/?)Ustrd>/g, '<$1Text>'),
      xml
        .replace(/( *<CtrlSum>.*\n)( *<InitgPty>)/, '$2')
        .replace('</InitgPty>\n', '</InitgPty>\n<CtrlSum>1</CtrlSum>\n'),
      xml.replace('Ccy="EUR"', 'Ccy="E"'),
      xml.replace('pain.001.001.09', 'pain.001.001.03'),
    ]
    for (const each of wrong) expect(creditTransferProblems(parseXml(each))).not.toEqual([])
  })
})

describe('schemeText', () => {
  it.each([
    ['Tárcio Assunção', 'Tarcio Assuncao'],
    ['Ġorġ & Żammit', 'Gorg + Zammit'],
    ['Groß/Łódź', 'Gross/Lodz'],
    ['//a//b/', 'a/b'],
    ['李', '.'],
    ['  ', 'NOTPROVIDED'],
  ])('writes %j as %j', (text, written) => expect(schemeText(text, 140)).toBe(written))

  it('cuts what is longer', () => expect(schemeText(`${'a'.repeat(139)}/b`, 140)).toBe('a'.repeat(139)))
})

it('endToEndId is at most 35 characters', () => expect(endToEndId(transfer.transferId)).toHaveLength(32))
