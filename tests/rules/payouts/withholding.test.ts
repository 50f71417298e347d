import { describe, expect, it } from 'vitest'
import { type TaxTable, withhold } from '#rules/payouts/withholding.ts'

/** The numbers are examples and no law. */
const table = (tax: string, brackets: TaxTable['brackets'], more: Partial<TaxTable> = {}): TaxTable => ({
  tax,
  after: [],
  brackets,
  ceiling: null,
  ...more,
})
const inss = table('inss', [{ from: 0, rate: 11, deduct: 0 }], { ceiling: 50 })
const irrf = table(
  'irrf',
  [
    { from: 0, rate: 0, deduct: 0 },
    { from: 500, rate: 7.5, deduct: 37.5 },
    { from: 1000, rate: 15, deduct: 112.5 },
  ],
  { after: ['inss'] },
)

describe('what is kept back of a payment', () => {
  it('is nothing without tables', () => {
    expect(withhold('100.00', [])).toEqual({ lines: [], net: '100.00' })
  })

  it('is by the bracket of the base, from which the taxes before it are taken off, up to a ceiling', () => {
    expect(withhold('1000.00', [inss, irrf])).toEqual({
      lines: [
        { tax: 'inss', base: '1000.00', before: '0.00', rate: 11, value: '50.00' },
        { tax: 'irrf', base: '950.00', before: '0.00', rate: 7.5, value: '33.75' },
      ],
      net: '916.25',
    })
  })

  it('begins with a bracket at its amount, and is not below zero', () => {
    expect(withhold('499.99', [irrf]).lines).toEqual([])
    expect(withhold('500.00', [irrf]).lines).toEqual([])
    expect(withhold('1000.00', [irrf]).lines).toEqual([
      { tax: 'irrf', base: '1000.00', before: '0.00', rate: 15, value: '37.50' },
    ])
  })

  it('is rounded once, half away from zero', () => {
    expect(withhold('0.30', [table('iss', [{ from: 0, rate: 5, deduct: 0 }])]).lines[0]!.value).toBe('0.02')
  })

  it('is never more than there is', () => {
    const all = table('iss', [{ from: 0, rate: 100, deduct: 0 }])
    expect(withhold('10.00', [all, { ...all, tax: 'irrf' }])).toMatchObject({
      lines: [{ value: '10.00' }],
      net: '0.00',
    })
  })
})
