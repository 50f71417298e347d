import type { Day } from '#engine/values/calendar.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { Decimal, type Money, sumMoney } from '#engine/values/money.ts'
import { escapeMarkup } from '#engine/values/markup.ts'

/** One payment of a file of credit transfers. */
export interface CreditTransfer {
  /** Our id (UUID); without its dashes it is the end-to-end id. */
  readonly transferId: string
  readonly amount: Money
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  /** Two letters. */
  readonly country: string | null
}

/** A file of credit transfers from one account in one currency. */
export interface CreditTransferFile {
  /** At most 35 characters. */
  readonly messageId: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly executedOn: Day
  /** ISO 4217. */
  readonly currency: string
  readonly debtor: { readonly name: string; readonly iban: string; readonly bic: string | null }
  readonly transfers: readonly CreditTransfer[]
}

/** The namespace of ISO 20022 customer credit transfers, version 9. */
export const creditTransferNamespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'
const nameLengthMax = 140
const remittanceLengthMax = 140

/** The end-to-end id of a payment: 32 characters, of the 35 there may be. */
export const endToEndId = (transferId: string): string => transferId.replaceAll('-', '')

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  Þ: 'Th',
  þ: 'th',
  Ð: 'D',
  ð: 'd',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  '&': '+',
}

/**
 * A text in the characters that every bank of the scheme takes: Latin letters without accents, digits and
 * `/-?:().,'+`. Others become a full stop; none begins or ends with a slash, and none has two of them in a row.
 */
export function schemeText(text: string, lengthMax: number): string {
  const plain = [...text.normalize('NFD').replace(/\p{M}/gu, '')]
    .map((character) => letters[character] ?? character)
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/^[\s/]+|[\s/]+$/g, '')
  return plain.slice(0, lengthMax).replace(/[\s/]+$/, '') || 'NOTPROVIDED'
}

type Node = readonly [name: string, content: string | readonly Node[], attributes?: string]

function rendered([name, content, attributes = '']: Node, indent = ''): string {
  const begin = `${indent}<${name}${attributes}>`
  if (typeof content === 'string') return `${begin}${escapeMarkup(content)}</${name}>\n`
  return `${begin}\n${content.map((node) => rendered(node, `${indent}  `)).join('')}${indent}</${name}>\n`
}

const bank = (bic: string | null): Node => [
  'FinInstnId',
  bic === null ? [['Othr', [['Id', 'NOTPROVIDED']]]] : [['BICFI', bic]],
]
const account = (name: string, iban: string): Node => [name, [['Id', [['IBAN', iban]]]]]

function transferNode({ currency, messageId }: CreditTransferFile, transfer: CreditTransfer): Node {
  const { transferId, amount, name, iban, bic, country } = transfer
  const address: readonly Node[] = country === null ? [] : [['PstlAdr', [['Ctry', country]]]]
  return [
    'CdtTrfTxInf',
    [
      ['PmtId', [['EndToEndId', endToEndId(transferId)]]],
      ['Amt', [['InstdAmt', new Decimal(amount).toFixed(decimalsOf(currency)), ` Ccy="${currency}"`]]],
      ...(bic === null ? [] : [['CdtrAgt', [bank(bic)]] as Node]),
      ['Cdtr', [['Nm', schemeText(name, nameLengthMax)], ...address]],
      account('CdtrAcct', iban),
      ['RmtInf', [['Ustrd', schemeText(messageId, remittanceLengthMax)]]],
    ],
  ]
}

/** What the transfers of a file come to. */
export const controlSum = (transfers: readonly Pick<CreditTransfer, 'amount'>[]): Money =>
  sumMoney(transfers.map(({ amount }) => amount))

/**
 * A file of credit transfers as banks take it (ISO 20022, pain.001.001.09): one message with one batch. Euros go by the
 * rules of SEPA (service level, shared charges), other currencies without a service level.
 */
export function creditTransferXml(file: CreditTransferFile): string {
  const { messageId, createdAt, executedOn, currency, debtor, transfers } = file
  const isSepa = currency === 'EUR'
  const debtorName = schemeText(debtor.name, nameLengthMax)
  const counted: readonly Node[] = [
    ['NbOfTxs', String(transfers.length)],
    ['CtrlSum', controlSum(transfers)],
  ]
  const document: Node = [
    'Document',
    [
      [
        'CstmrCdtTrfInitn',
        [
          ['GrpHdr', [['MsgId', messageId], ['CreDtTm', createdAt], ...counted, ['InitgPty', [['Nm', debtorName]]]]],
          [
            'PmtInf',
            [
              ['PmtInfId', messageId],
              ['PmtMtd', 'TRF'],
              ...counted,
              ...(isSepa ? [['PmtTpInf', [['SvcLvl', [['Cd', 'SEPA']]]]] as Node] : []),
              ['ReqdExctnDt', [['Dt', executedOn]]],
              ['Dbtr', [['Nm', debtorName]]],
              account('DbtrAcct', debtor.iban),
              ['DbtrAgt', [bank(debtor.bic)]],
              ['ChrgBr', isSepa ? 'SLEV' : 'SHAR'],
              ...transfers.map((transfer) => transferNode(file, transfer)),
            ],
          ],
        ],
      ],
    ],
    ` xmlns="${creditTransferNamespace}"`,
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rendered(document)}`
}
