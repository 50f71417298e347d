import { describe, expect, it } from 'vitest'
import { dayOrderIn, decimalSignIn, plainAmount, plainDay, plainMoment } from '#rules/activity/feedValues.ts'

describe('plainAmount', () => {
  it.each([
    ['1.250,50', ',', '1250.50'],
    ['1.250,50', '.', '1250.50'],
    ['1,250.50', ',', '1250.50'],
    ['1.250', ',', '1250'],
    ['1.250', '.', '1.250'],
    ['1,250', '.', '1250'],
    ['12,5', '.', '12.5'],
    ['1.234.567', '.', '1234567'],
    ['R$ 87,30', ',', '87.30'],
    ['BRL 87.30', '.', '87.30'],
    ['-460,00', ',', '-460.00'],
    ['\u2212460,00', ',', '-460.00'],
    ['(460,00)', ',', '-460.00'],
    ['1 250,50', ',', '1250.50'],
    ['1\u2019250.50', '.', '1250.50'],
    [',5', ',', '0.5'],
    ['-.75', '.', '-0.75'],
    ['100', ',', '100'],
    ['1.25.00', ',', '1.25.00'],
    ['ten', ',', 'ten'],
    ['1e3', '.', '1e3'],
  ] as const)('reads %s in a file that writes decimals after %s as %s', (text, sign, amount) => {
    expect(plainAmount(text, sign)).toBe(amount)
  })
})

describe('decimalSignIn', () => {
  it('learns the sign from amounts that show it, and nothing from others or from both', () => {
    expect(decimalSignIn(['', '100', '1.250,50'])).toBe(',')
    expect(decimalSignIn(['1,250.50'])).toBe('.')
    expect(decimalSignIn(['1.250', '100'])).toBeNull()
    expect(decimalSignIn(['1,50', '1.50'])).toBeNull()
  })
})

describe('plainMoment', () => {
  it.each([
    ['26/11/2026 10:05', '2026-11-26T13:05:00.000Z'],
    ['26/11/26 10:05:07', '2026-11-26T13:05:07.000Z'],
    ['26-11-2026, 1:05 PM', '2026-11-26T16:05:00.000Z'],
    ['2026-11-26 23:30', '2026-11-27T02:30:00.000Z'],
    ['2026-11-26T23:30:00', '2026-11-27T02:30:00.000Z'],
    ['26/11/2026', '2026-11-26T03:00:00.000Z'],
    ['2026-11-26 10:05 UTC', '2026-11-26T10:05:00.000Z'],
    ['2026-11-26 10:05:00+0200', '2026-11-26T08:05:00.000Z'],
    ['2026-11-26 10:05:00+00', '2026-11-26T10:05:00.000Z'],
    ['2026-11-26 10:05 GMT', '2026-11-26T10:05:00.000Z'],
    ['26/11/2026 1:05 p.\u00a0m.', '2026-11-26T16:05:00.000Z'],
    ['26/nov/2026 10:05', '2026-11-26T13:05:00.000Z'],
    ['Nov 26, 2026 10:05 AM', '2026-11-26T13:05:00.000Z'],
    ['26 de novembro de 2026', '2026-11-26T03:00:00.000Z'],
    ['26-dic-26', '2026-12-26T03:00:00.000Z'],
    ['20261126', '2026-11-26T03:00:00.000Z'],
    ['20261326', '20261326'],
    ['26/foo/2026', '26/foo/2026'],
    ['2026-11-26T10:05:00Z', '2026-11-26T10:05:00Z'],
    // Clocks were put back at midnight: the hour before came twice, the first counts.
    ['17/02/2018 23:30', '2018-02-18T01:30:00.000Z'],
    ['11/26/2026 10:05', '11/26/2026 10:05'],
    ['26/11/2026 25:00', '26/11/2026 25:00'],
    ['yesterday', 'yesterday'],
  ])('reads %s in S\u00e3o Paulo as %s', (text, moment) => {
    expect(plainMoment(text, 'America/Sao_Paulo')).toBe(moment)
  })
})

describe('plainDay', () => {
  it('reads days with and without a time, day first', () => {
    expect(plainDay('01/09/2026')).toBe('2026-09-01')
    expect(plainDay('2026-09-01 10:00')).toBe('2026-09-01')
    expect(plainDay('31/09/2026')).toBeNull()
  })
  it.each([
    ['10/05/2026', '2026-10-05'],
    ['10-31-26', '2026-10-31'],
    ['2026-10-05', '2026-10-05'],
    ['5/Oct/2026', '2026-10-05'],
    ['Oct 5, 2026', '2026-10-05'],
    ["'10/05/2026 00:00", '2026-10-05'],
    ['31/10/2026', null],
  ])('reads %s as %s where the month comes first', (text, day) => {
    expect(plainDay(text, 'month_first')).toBe(day)
  })
})

describe('dayOrderIn', () => {
  it.each([
    ['10/31/2026', 'month_first'],
    ['Sat, 10-31-26 10:05', 'month_first'],
    ['31/10/2026', 'day_first'],
    ['10/05/2026', null],
    ['2026-10-31', null],
    ['31', null],
  ])('of %s is %s', (text, order) => {
    expect(dayOrderIn(text)).toBe(order)
  })
})
