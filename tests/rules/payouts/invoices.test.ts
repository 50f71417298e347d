import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { invoiceProblem, isOfAnother, normalizeInvoice, typedInvoiceProblem } from '#rules/payouts/invoices.ts'
import { invoiceKey } from '#tests/support/money/invoiceKey.ts'

const { numbers: cases } = JSON.parse(
  readFileSync(new URL('../../cases/08-nfse/numbers.json', import.meta.url), 'utf8'),
) as { numbers: readonly { id: string; what: string; number: string; kept: string | null }[] }
const cnpj = '11222333000181'
const cpf = '52998224725'

describe('the number of an invoice', () => {
  it.each([
    '1',
    'NF 1024-1',
    '2026/00000017',
    'RPS 12.A',
    invoiceKey(2, cnpj),
    invoiceKey(1, cpf),
    invoiceKey(2, '12ABC34501DE35'),
  ])('can be %s', (number) => {
    expect(invoiceProblem(normalizeInvoice(number))).toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['no digit', 'NOTA'],
    ['signs', '#12'],
    ['a key that was cut off', invoiceKey(2, cnpj).slice(0, 49)],
    ['a key with one digit more', `${invoiceKey(2, cnpj)}0`],
    ['a key of month 13', invoiceKey(2, cnpj, '13')],
    ['zero', '0'],
    ['zeros', '000'],
    ['a year and zeros', '2026/000000'],
    ['zero behind which a year stands', '0/2026'],
    ['a key in groups with some missing', '3550 3082 1000 3124 5087 6900 00'],
    ['several lines of text', 'nota de novembro que ainda vai chegar 2026'],
  ])('is not %s', (_what, number) => {
    expect(invoiceProblem(normalizeInvoice(number))).toBe('invalid_invoice')
  })

  it.each(cases)('$id $what: $number is kept as $kept', ({ number: typed, kept }) => {
    const number = normalizeInvoice(typed)
    const problem = invoiceProblem(number)
    expect(problem === null ? number : null).toBe(kept)
    // A key that was typed wrong is told from what is no number at all.
    if (kept === null) expect(problem).toBe(number.length === 50 ? 'invoice_key_digit' : 'invalid_invoice')
    expect(typedInvoiceProblem(typed)).toBe(problem)
  })

  it('has a key whose check digit tells every wrong digit and every two that changed places', () => {
    const whole = invoiceKey(2, '12ABC34501DE35')
    for (let place = 0; place < 49; place += 1) {
      const [one, next] = [whole[place]!, whole[place + 1]!]
      const wrong = `${whole.slice(0, place)}${(Number(one) + 1) % 10 || 0}${whole.slice(place + 1)}`
      if (/\d/.test(one)) expect(invoiceProblem(wrong), wrong).not.toBeNull()
      if (place === 48 || one === next) continue
      const swapped = `${whole.slice(0, place)}${next}${one}${whole.slice(place + 2)}`
      expect(invoiceProblem(swapped), swapped).not.toBeNull()
    }
  })

  it.each([
    (key: string) => `NFS-e nº ${key}`,
    (key: string) => `Chave de acesso: ${key.replaceAll(/(.{4})/g, '$1 ')}`,
    (key: string) => `nfse:${key.toLowerCase()}`,
    (key: string) => `"${key}"`,
    (key: string) => `${key.slice(0, 25)}\u00A0${key.slice(25)}\u200B`,
    (key: string) => key.replaceAll(/(.{5})/g, '$1\u2013'),
    (key: string) => `#${key}`,
  ])('is the key alone where more stands around it (%#)', (written) => {
    const key = invoiceKey(2, '12ABC34501DE35')
    expect(normalizeInvoice(written(key))).toBe(key)
    const wrong = `${key.slice(0, 49)}${(Number(key[49]) + 1) % 10}`
    expect(invoiceProblem(normalizeInvoice(written(wrong)))).toBe('invoice_key_digit')
  })

  it.each([
    ['nº 451', '451'],
    ['Nº451', '451'],
    ['No. 2026/12', '2026/12'],
  ])('is %s without the sign before it', (typed, kept) => {
    expect([normalizeInvoice(typed), invoiceProblem(kept)]).toEqual([kept, null])
  })

  it('is one however it is typed', () => {
    const spaced = invoiceKey(2, cnpj).replaceAll(/(.{4})/g, '$1 ')
    expect(normalizeInvoice(spaced)).toBe(invoiceKey(2, cnpj))
    expect(normalizeInvoice('  nf   7-a ')).toBe('NF 7-A')
  })

  it('is of the owner, where the key says whose it is', () => {
    expect(isOfAnother(invoiceKey(2, cnpj), { documentType: 'cnpj', document: '11.222.333/0001-81' })).toBe(false)
    expect(isOfAnother(invoiceKey(1, cpf), { documentType: 'cpf', document: cpf })).toBe(false)
    expect(isOfAnother(invoiceKey(2, '99222333000181'), { documentType: 'cnpj', document: cnpj })).toBe(true)
    expect(isOfAnother(invoiceKey(2, cnpj), { documentType: 'cpf', document: cpf })).toBe(true)
    expect(isOfAnother(invoiceKey(2, cnpj), { documentType: 'passport', document: 'AB123456' })).toBe(false)
    expect(isOfAnother('NF 7', { documentType: 'cnpj', document: cnpj })).toBe(false)
  })
})
