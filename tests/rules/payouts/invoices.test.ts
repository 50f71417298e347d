import { describe, expect, it } from 'vitest'
import { invoiceProblem, isOfAnother, normalizeInvoice, typedInvoiceProblem } from '#rules/payouts/invoices.ts'
import { invoiceKey } from '#tests/support/money/invoiceKey.ts'

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
    ['a key in groups with some missing', '3550 3082 1000 3124 5087 6900 00'],
    ['several lines of text', 'nota de novembro que ainda vai chegar 2026'],
  ])('is not %s', (_what, number) => {
    expect(invoiceProblem(normalizeInvoice(number))).toBe('invalid_invoice')
  })

  it.each<[string, string, string | null]>([
    [
      'key, CPF, right digit',
      '35503082100031245087690000000000004726115501273401',
      '35503082100031245087690000000000004726115501273401',
    ],
    [
      'same, in groups of four',
      '3550 3082 1000 3124 5087 6900 0000 0000 0048 2611 5501 2734 13',
      '35503082100031245087690000000000004826115501273413',
    ],
    ['wrong digit', '35503082100031245087690000000000004926115501273426', null],
    [
      'key, CNPJ with letters, right digit',
      '330455722B4TX09LM000100000000000120326110902133770',
      '330455722B4TX09LM000100000000000120326110902133770',
    ],
    ['CNPJ with letters, wrong digit', '330455722B4TX09LM000100000000000120426110902133782', null],
    [
      'with NFS before it',
      'NFS330455722B4TX09LM000100000000000120526110902133793',
      '330455722B4TX09LM000100000000000120526110902133793',
    ],
    ['two digits changed places', '35503082100031245087690000000000007526115501273129', null],
    ['number of a municipality', '2026/000451', '2026/000451'],
    ['nothing but zeros', '000', null],
    ['zero', '0', null],
  ])('with %s, %s, is kept as %s', (_what, typed, kept) => {
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
