import { describe, expect, it } from 'vitest'
import {
  allCurrencies,
  bookableCurrencies,
  currencyNames,
  decimalsOf,
  fitsCurrency,
} from '#engine/values/currencies.ts'
import { allocateMoney, roundMoney, sumMoney } from '#engine/values/money.ts'
import fc from 'fast-check'

describe('the currencies of ISO 4217', () => {
  it.each([
    ['JPY', 0],
    ['KRW', 0],
    ['CLP', 0],
    ['BRL', 2],
    ['EUR', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['CLF', 4],
  ])('%s has %d decimals', (code, decimals) => expect(decimalsOf(code)).toBe(decimals))

  it('stand there once each, and those of more than 2 decimals cannot be booked', () => {
    expect(new Set(allCurrencies).size).toBe(allCurrencies.length)
    expect(allCurrencies.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
    expect(allCurrencies.filter((code) => !bookableCurrencies.includes(code)).toSorted()).toEqual([
      'BHD',
      'CLF',
      'IQD',
      'JOD',
      'KWD',
      'LYD',
      'OMR',
      'TND',
      'UYW',
    ])
  })

  it('are the currencies in use that Intl knows the decimals of', () => {
    for (const code of ['JPY', 'KWD', 'BRL', 'USD', 'GBP', 'CHF', 'SEK', 'VND', 'TND'])
      expect([code, decimalsOf(code)]).toEqual([
        code,
        new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits,
      ])
  })

  it('have a name in each language', () => {
    for (const language of ['pt', 'en', 'es']) {
      const names = currencyNames(language, { BRL: 'Real' })
      expect(names['BRL']).toBe('Real')
      // Intl has no name for the digital bolívar.
      expect(Object.entries(names).filter(([code, name]) => name === code && code !== 'VED')).toEqual([])
    }
  })
})

describe('amounts of a currency', () => {
  it('are rounded to its decimals, half away from zero, and written with 2', () => {
    expect([roundMoney('1234.5', 0), roundMoney('-1234.5', 0), roundMoney('0.49', 0)]).toEqual([
      '1235.00',
      '-1235.00',
      '0.00',
    ])
    expect([fitsCurrency('10.50', 'JPY'), fitsCurrency('10.00', 'JPY'), fitsCurrency('10.50', 'EUR')]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('are split into its units without one too many or too few', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 9 }),
        (yen, weights) => {
          const parts = allocateMoney({ amount: yen, weights, places: 0 })
          expect(sumMoney(parts)).toBe(roundMoney(yen))
          expect(parts.every((part) => part.endsWith('.00'))).toBe(true)
        },
      ),
    )
  })
})
