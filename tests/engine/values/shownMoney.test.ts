import { expect, test } from 'vitest'
import { languages } from '#locales/languages.ts'
import { shownMoney } from '#engine/values/shownMoney.ts'

test.each([
  ['pt', 'BRL', 1234.5, 'R$ 1.234,50'],
  ['pt', 'USD', -1234.5, '-US$ 1.234,50'],
  ['es', 'BRL', 1234.5, 'R$ 1.234,50'],
  ['es', 'USD', 1_234_567, 'US$ 1.234.567,00'],
  ['es', 'MXN', -0.5, '-MXN 0,50'],
  ['en', 'USD', 1234.5, 'US$1,234.50'],
  ['en', 'EUR', 0, '€0.00'],
  ['en', 'JPY', 1234, 'JPY 1,234'],
  ['pt', 'KRW', 12.5, 'KRW 12,50'],
] as const)('in %s an amount in %s is written as the voice says: %d, %s', (language, currency, value, text) => {
  const shown = shownMoney(value, { locale: languages[language].numbers, currency })
  expect(shown.replaceAll('\u00a0', ' ')).toBe(text)
})
