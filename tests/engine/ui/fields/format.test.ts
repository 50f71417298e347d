import { describe, expect, test } from 'vitest'
import {
  formatDay,
  formatMoment,
  formatMoney,
  formatPercent,
  languageOf,
  parseTyped,
} from '#engine/ui/fields/format.ts'
import { parseDay, parseHurriedDay } from '#engine/ui/fields/inputs/DayField.tsx'

describe('money', () => {
  test.each([
    ['pt', 1234.5, '$1.234,50'],
    ['es', 1234.5, '$1.234,50'],
    ['en', 1234.5, '$1,234.50'],
    ['pt', -0.5, '-$0,50'],
    ['pt', 0, '$0,00'],
    ['pt', '12.30', '$12,30'],
    ['en', null, '–'],
    ['es', 1_234_567.5, '$1.234.567,50'],
  ] as const)('in %s %j is %s', (language, value, text) => {
    expect(formatMoney(value, { language })).toBe(text)
  })
})

test('percent has two decimals, or as many as the rate has', () => {
  expect(formatPercent(12.5, { language: 'pt' })).toBe('12,50%')
  expect(formatPercent(0.1234, { language: 'en' })).toBe('0.1234%')
})

test('days and moments are DD/MM/YYYY, moments in UTC', () => {
  expect(formatDay('2014-08-23')).toBe('23/08/2014')
  expect(formatMoment('2014-08-23T23:04:59.000Z')).toBe('23/08/2014 23:04')
  expect(formatMoment('2014-08-23T23:04:59-03:00')).toBe('24/08/2014 02:04')
  expect(formatMoment(null)).toBe('–')
})

describe('a typed number', () => {
  test.each([
    ['pt', '1.234,5', 1234.5],
    ['pt', '1234,5', 1234.5],
    ['pt', '12.5', 12.5],
    ['pt', '1.234', 1234],
    ['en', '1,234.5', 1234.5],
    ['en', '0.1', 0.1],
    ['pt', '-3', -3],
    ['pt', '', null],
    ['pt', 'doze', 'doze'],
    ['pt', '1,2,3', '1,2,3'],
    ['pt', 'R$ 1.234,56', 1234.56],
    ['es', '-US$ 1.234,56', -1234.56],
    ['en', '€1,234.56', 1234.56],
    ['en', 'JPY 1,200', 1200],
    ['en', 'ABC 5', 'ABC 5'],
  ] as const)('in %s %j is read as %j', (language, typed, value) => {
    expect(parseTyped(typed, language)).toBe(value)
  })
})

test('a typed day is read as people write it, and stays as it is where it is none', () => {
  expect(parseDay('1/2/2026')).toBe('2026-02-01')
  expect(parseDay('2026-02-01')).toBe('2026-02-01')
  expect(parseDay('31/02/2026')).toBe('31/02/2026')
  // What is typed in a hurry is read once the field is left: on the way there it is something else.
  expect(['13092026', '130926', '13/09/26', '1-9-26', '31022026', '13/09'].map(parseHurriedDay)).toEqual([
    '2026-09-13',
    '2026-09-13',
    '2026-09-13',
    '2026-09-01',
    '31/02/2026',
    '13/09',
  ])
})

test('an unknown language is shown as Portuguese', () => {
  expect(languageOf('de')).toBe('pt')
})
