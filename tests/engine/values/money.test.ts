import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  Decimal,
  allocateMoney,
  compareMoney,
  isNegative,
  plusMoney,
  roundMoney,
  sumMoney,
} from '#engine/values/money.ts'

const cents = fc
  .integer({ min: -1_000_000_000, max: 1_000_000_000 })
  .map((value) => new Decimal(value).dividedBy(100).toFixed(2))

describe('rounding money', () => {
  it.each([
    ['2.345', '2.35'],
    ['-2.345', '-2.35'],
    ['2.344999999999999999999', '2.34'],
    ['4.725', '4.73'],
    ['-0.004', '0.00'],
    ['0', '0.00'],
    ['12', '12.00'],
    ['99999999999999.995', '100000000000000.00'],
  ])('rounds %s half away from zero to %s', (value, rounded) => {
    expect(roundMoney(value)).toBe(rounded)
  })

  it('is not fooled by what a binary fraction would make of 1.005', () => {
    expect(roundMoney('1.005')).toBe('1.01')
  })

  it.each(['NaN', 'Infinity', '-Infinity', 'abc', ''])('refuses %j, which is no amount', (value) => {
    expect(() => roundMoney(value)).toThrow()
  })
})

describe('adding and comparing money', () => {
  it('adds a hundred thousand cents without losing one', () => {
    expect(sumMoney(Array.from({ length: 100_000 }, () => '0.01'))).toBe('1000.00')
  })

  it('gives 0.00 for the sum of nothing', () => {
    expect(sumMoney([])).toBe('0.00')
  })

  it('adds two amounts as the sum of many does, however long they are', () => {
    const any = fc.oneof(
      cents,
      fc
        .bigInt({ min: -(10n ** 18n), max: 10n ** 18n })
        .map((value) => roundMoney(new Decimal(value.toString()).dividedBy(100))),
    )
    fc.assert(
      fc.property(any, any, (one, other) => {
        expect(plusMoney(roundMoney(one), roundMoney(other))).toBe(sumMoney([one, other]))
      }),
    )
  })

  it('orders by amount, not as text', () => {
    expect(['10.00', '9.00', '-1.00'].sort(compareMoney)).toEqual(['-1.00', '9.00', '10.00'])
  })

  it('calls only what is below zero negative', () => {
    expect([isNegative('-0.01'), isNegative('0.00'), isNegative('-0.00'), isNegative('0.01')]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('splitting money', () => {
  it.each([
    { amount: '10.00', weights: [1, 1, 1], parts: ['3.34', '3.33', '3.33'] },
    { amount: '-10.00', weights: [1, 1, 1], parts: ['-3.34', '-3.33', '-3.33'] },
    { amount: '0.05', weights: ['0', '0'], parts: ['0.05', '0.00'] },
    { amount: '100.00', weights: ['0', '1'], parts: ['0.00', '100.00'] },
    { amount: '0.01', weights: [1, 3], parts: ['0.00', '0.01'] },
    { amount: '5.00', weights: [], parts: [] },
  ])('splits $amount by $weights into $parts', ({ amount, weights, parts }) => {
    expect(allocateMoney({ amount, weights })).toEqual(parts)
  })

  it('refuses a negative weight', () => {
    expect(() => allocateMoney({ amount: '1.00', weights: [1, -1] })).toThrow('weight')
  })

  it('always gives parts that add up to the amount, each within a cent of its share', () => {
    fc.assert(
      fc.property(
        cents,
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 20 }),
        (amount, weights) => {
          const parts = allocateMoney({ amount, weights })
          expect(sumMoney(parts)).toBe(roundMoney(amount))
          const total = weights.reduce((sum, weight) => sum + weight, 0)
          if (total === 0) return
          parts.forEach((part, index) => {
            const share = new Decimal(amount).times(weights[index]!).dividedBy(total)
            expect(new Decimal(part).minus(share).abs().lessThan('0.01')).toBe(true)
          })
        },
      ),
    )
  })
})
