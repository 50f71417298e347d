import { describe, expect, it } from 'vitest'
import { isInvoice, isOfAnother, normalizeInvoice } from '#rules/payouts/invoices.ts'

const key = (kind: 1 | 2, document: string, month = '11') =>
  `3550308${2}${kind}${document.padStart(14, '0')}${'123'.padStart(13, '0')}26${month}${'456789'.padStart(9, '0')}7`
const cnpj = '11222333000181'
const cpf = '52998224725'

describe('the number of an invoice', () => {
  it.each(['1', 'NF 1024-1', '2026/00000017', 'RPS 12.A', key(2, cnpj), key(1, cpf), key(2, '12ABC34501DE35')])(
    'can be %s',
    (number) => {
      expect(isInvoice(normalizeInvoice(number))).toBe(true)
    },
  )

  it.each([
    ['nothing', ''],
    ['no digit', 'NOTA'],
    ['signs', '#12'],
    ['a key that was cut off', key(2, cnpj).slice(0, 49)],
    ['a key with one digit more', `${key(2, cnpj)}0`],
    ['a key of month 13', key(2, cnpj, '13')],
    ['several lines of text', 'nota de novembro que ainda vai chegar 2026'],
  ])('is not %s', (_what, number) => {
    expect(isInvoice(normalizeInvoice(number))).toBe(false)
  })

  it('is one however it is typed', () => {
    const spaced = key(2, cnpj).replaceAll(/(.{4})/g, '$1 ')
    expect(normalizeInvoice(spaced)).toBe(key(2, cnpj))
    expect(normalizeInvoice('  nf   7-a ')).toBe('NF 7-A')
  })

  it('is of the owner, where the key says whose it is', () => {
    expect(isOfAnother(key(2, cnpj), { documentType: 'cnpj', document: '11.222.333/0001-81' })).toBe(false)
    expect(isOfAnother(key(1, cpf), { documentType: 'cpf', document: cpf })).toBe(false)
    expect(isOfAnother(key(2, '99222333000181'), { documentType: 'cnpj', document: cnpj })).toBe(true)
    expect(isOfAnother(key(2, cnpj), { documentType: 'cpf', document: cpf })).toBe(true)
    expect(isOfAnother(key(2, cnpj), { documentType: 'passport', document: 'AB123456' })).toBe(false)
    expect(isOfAnother('NF 7', { documentType: 'cnpj', document: cnpj })).toBe(false)
  })
})
