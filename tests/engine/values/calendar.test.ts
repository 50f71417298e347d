import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  businessDay,
  daysBetween,
  eachDay,
  earliestDay,
  endOfMonth,
  isDay,
  isShorterThanOneMonth,
  isTimeZone,
  lastDayOfRange,
  latestDay,
  rangeProblem,
  startOfDay,
  startOfMonth,
} from '#engine/values/calendar.ts'

const days = fc.integer({ min: 0, max: 36_524 }).map((count) => addDays('2000-01-01', count))

describe('the business day', () => {
  it.each([
    ['2026-11-20T02:59:59Z', undefined, '2026-11-20'],
    ['2026-11-20T02:59:59Z', 'UTC', '2026-11-20'],
    ['2026-11-20T02:59:59Z', 'America/Sao_Paulo', '2026-11-19'],
    ['2026-11-20T03:00:00Z', 'America/Sao_Paulo', '2026-11-20'],
    ['2026-11-19T23:30:00-03:00', undefined, '2026-11-20'],
    ['2026-11-20T15:00:00.000Z', 'Asia/Tokyo', '2026-11-21'],
    ['2018-11-04T02:59:59Z', 'America/Sao_Paulo', '2018-11-03'],
    ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', '2018-11-04'],
    ['2026-11-20T18:14:59Z', 'Asia/Kathmandu', '2026-11-20'],
    ['2026-11-20T18:15:00Z', 'Asia/Kathmandu', '2026-11-21'],
    ['1912-01-01T00:10:00Z', 'America/Sao_Paulo', '1911-12-31'],
  ])('vector 11: %s with zone %s is %s', (at, zone, day) => {
    expect(businessDay({ at, zone })).toBe(day)
    expect(businessDay({ at: new Date(at), zone })).toBe(day)
  })

  it.each([
    ['2026-11-20', undefined, '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'America/Sao_Paulo', '2026-11-20T03:00:00.000Z'],
    ['2026-11-20', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['2026-11-20', 'Etc/GMT+12', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00.000Z'],
    // Clocks went from 00:00 to 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    // Samoa had no 30 December.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('%s begins with zone %s at %s', (day, zone, moment) => {
    expect(startOfDay({ day, zone }).toISOString()).toBe(moment)
  })

  it('begins with the first millisecond that belongs to it', () => {
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(
          'America/Sao_Paulo',
          'Europe/Lisbon',
          'Australia/Lord_Howe',
          'Asia/Kathmandu',
          'Pacific/Kiritimati',
          'Etc/GMT+12',
        ),
        (day, zone) => {
          const start = startOfDay({ day, zone })
          expect([businessDay({ at: start, zone }), businessDay({ at: new Date(start.getTime() - 1), zone })]).toEqual([
            day,
            addDays(day, -1),
          ])
        },
      ),
    )
  })

  it("agrees with the zone's own calendar at any moment, remembered or not", () => {
    const moments = fc.date({ min: new Date('1975-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        moments,
        fc.constantFrom('America/Sao_Paulo', 'Europe/Lisbon', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
        (at, zone) => {
          const reference = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at)
          expect(businessDay({ at, zone })).toBe(reference)
        },
      ),
    )
  })

  it.each(['', 'yesterday', '2026-13-01T00:00:00Z', '2026-02-31x'])('refuses %j, which is no moment', (at) => {
    expect(() => businessDay({ at })).toThrow(RangeError)
    expect(() => businessDay({ at, zone: 'America/Sao_Paulo' })).toThrow(RangeError)
  })

  it('knows which zones exist', () => {
    expect([isTimeZone('America/Sao_Paulo'), isTimeZone('UTC'), isTimeZone('Mars/Olympus')]).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('days', () => {
  it.each(['1900-01-01', '2024-02-29', '9999-12-31', '2000-02-29'])('%s is a day', (text) => {
    expect(isDay(text)).toBe(true)
  })

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-01',
    '2026-01-00',
    '1899-12-31',
    '0000-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '',
    null,
    20260101,
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false)
  })

  it('finds the ends of a month and steps over them', () => {
    expect([
      startOfMonth('2024-02-29'),
      endOfMonth('2024-02-10'),
      endOfMonth('2023-02-10'),
      endOfMonth('2026-12-01'),
    ]).toEqual(['2024-02-01', '2024-02-29', '2023-02-28', '2026-12-31'])
    expect([
      addDays('2026-12-31', 1),
      addDays('2024-03-01', -1),
      addMonths('2026-11-30', 3),
      addMonths('2026-01-31', -2),
    ]).toEqual(['2027-01-01', '2024-02-29', '2027-02-28', '2025-11-30'])
  })

  it('lists a range with both ends, and nothing where it ends before it begins', () => {
    expect(eachDay({ from: '2026-02-27', to: '2026-03-02' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ])
    expect(eachDay({ from: '2026-03-02', to: '2026-03-01' })).toEqual([])
  })

  it('takes the later and the earlier of two', () => {
    expect([latestDay('2026-02-01', '2026-01-31'), earliestDay('2026-02-01', '2026-01-31')]).toEqual([
      '2026-02-01',
      '2026-01-31',
    ])
  })

  it('counts days as it adds them', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (from, count) => {
        expect(daysBetween({ from, to: addDays(from, count) })).toBe(count)
      }),
    )
  })
})

describe('the range of a report', () => {
  it.each([
    ['2027-01-31', '2027-02-27'],
    ['2028-01-31', '2028-02-28'],
    ['2027-01-28', '2027-02-27'],
    ['2026-02-01', '2026-02-28'],
    ['2026-03-15', '2026-04-14'],
    ['2026-12-31', '2027-01-30'],
    ['2026-08-31', '2026-09-29'],
  ])('from %s the last day is %s', (from, last) => {
    expect(lastDayOfRange(from)).toBe(last)
    expect(isShorterThanOneMonth({ from, to: last })).toBe(true)
    expect(isShorterThanOneMonth({ from, to: addDays(last, 1) })).toBe(false)
  })

  it.each([
    [{ from: '2026-01-01', to: '2026-01-31' }, null],
    [{ from: '2026-01-01', to: '2026-02-01' }, 'one_month_or_longer'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'ends_before_it_begins'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'invalid_day'],
    [{ from: undefined, to: '2026-03-01' }, 'invalid_day'],
    [{ from: '9998-12-31', to: '9999-01-30' }, null],
    [{ from: '9999-12-01', to: '9999-12-31' }, 'invalid_day'],
  ])('%j: %s', (range, problem) => {
    expect(rangeProblem(range as { from: unknown; to: unknown })).toBe(problem)
  })
})
