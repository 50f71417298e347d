import { describe, expect, it } from 'vitest'
import { addDays } from '#engine/values/calendar.ts'
import { nextPayDay, paidBefore, type PayCalendar, payCalendarIsWhole } from '#rules/payouts/payCalendar.ts'

const holidays = [{ day: '2026-12-25' }, { day: '2026-11-02' }]

describe('the next day on which a company pays', () => {
  it.each<[PayCalendar, string, string]>([
    [{}, '2026-11-22', '2026-11-22'],
    [{ payRhythm: 'day', holidays }, '2026-12-25', '2026-12-25'],
    [{ payRhythm: 'workingDay', holidays }, '2026-11-22', '2026-11-23'],
    [{ payRhythm: 'workingDay', holidays }, '2026-12-25', '2026-12-28'],
    [{ payRhythm: 'week', payDay: 1, holidays }, '2026-11-04', '2026-11-09'],
    // Monday the 2nd is a holiday: Tuesday.
    [{ payRhythm: 'week', payDay: 1, holidays }, '2026-10-27', '2026-11-03'],
    [{ payRhythm: 'week', payDay: 5 }, '2026-11-20', '2026-11-20'],
    [{ payRhythm: 'week', payDay: 7 }, '2026-11-20', '2026-11-23'],
    [{ payRhythm: 'fortnight', payFrom: '2026-11-06' }, '2026-11-07', '2026-11-20'],
    [{ payRhythm: 'fortnight', payFrom: '2026-11-06' }, '2026-01-01', '2026-11-06'],
    [{ payRhythm: 'fortnight', payFrom: '2020-01-03' }, '2026-11-07', '2026-11-13'],
    [{ payRhythm: 'month', payDay: 5 }, '2026-11-06', '2026-12-07'],
    [{ payRhythm: 'month', payDay: 31 }, '2027-02-02', '2027-03-01'],
    // The 31st of January is a Sunday: the day after is not lost.
    [{ payRhythm: 'month', payDay: 31 }, '2027-02-01', '2027-02-01'],
    [{ payRhythm: 'month', payDay: 25, holidays }, '2026-12-02', '2026-12-28'],
    // 15 days after the month: the 15th; 30 days after October: the 30th of November.
    [{ payAfterDays: 15 }, '2026-11-02', '2026-11-15'],
    [{ payAfterDays: 15 }, '2026-11-16', '2026-12-15'],
    [{ payRhythm: 'workingDay', payAfterDays: 15 }, '2026-11-02', '2026-11-16'],
    [{ payRhythm: 'workingDay', payAfterDays: 30 }, '2026-11-02', '2026-11-30'],
    [{ payAfterDays: 30 }, '2026-02-20', '2026-03-02'],
    [{ payAfterDays: 3, calendar: 'week' }, '2026-11-23', '2026-11-25'],
    [{ payAfterDays: 1, calendar: 'halfMonth' }, '2026-11-02', '2026-11-16'],
    [{ payAfterDays: 365 }, '2026-11-02', '2026-11-30'],
    [{ payRhythm: 'month', payDay: 20, payAfterDays: 15 }, '2026-11-02', '2026-11-20'],
  ])('%j from %s is %s', (calendar, from, expected) => {
    expect(nextPayDay(calendar, from)).toBe(expected)
  })

  it('is reached day by day, and every rhythm pays as often as it says', () => {
    const count = (calendar: PayCalendar) => {
      let days = 0
      for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
        const next = nextPayDay(calendar, day)
        expect(next >= day).toBe(true)
        if (next === day) days += 1
        else expect(nextPayDay(calendar, addDays(day, 1))).toBe(next)
      }
      return days
    }
    expect(count({ payRhythm: 'month', payDay: 10, holidays })).toBe(12)
    expect(count({ payRhythm: 'week', payDay: 3, holidays })).toBe(52)
    expect(count({ payRhythm: 'fortnight', payFrom: '2026-01-02', holidays })).toBe(26)
    expect(count({ payRhythm: 'workingDay', holidays })).toBe(259)
    expect(count({ payRhythm: 'workingDay', payAfterDays: 45, holidays })).toBe(12)
    expect(count({ payAfterDays: 2, calendar: 'week', holidays })).toBe(52)
  })
})

describe('what a pay day pays', () => {
  it.each<[PayCalendar, string, string]>([
    [{}, '2026-11-22', '2026-11-22'],
    [{ payAfterDays: 15 }, '2026-11-14', '2026-10-01'],
    [{ payAfterDays: 15 }, '2026-11-15', '2026-11-01'],
    [{ payAfterDays: 1 }, '2026-10-31', '2026-10-01'],
    [{ payAfterDays: 1 }, '2026-11-01', '2026-11-01'],
    [{ payAfterDays: 30 }, '2026-11-29', '2026-10-01'],
    [{ payAfterDays: 30 }, '2026-11-30', '2026-11-01'],
    [{ payAfterDays: 3, calendar: 'week' }, '2026-11-24', '2026-11-16'],
    [{ payAfterDays: 3, calendar: 'week' }, '2026-11-25', '2026-11-23'],
  ])('%j pays on %s what came before %s', (calendar, today, before) => {
    expect(paidBefore(calendar, today)).toBe(before)
  })
})

describe('a calendar of payments', () => {
  it.each<[PayCalendar, object | null]>([
    [{}, null],
    [{ payRhythm: 'workingDay' }, null],
    [{ payRhythm: 'week' }, { field: 'payDay', code: 'required' }],
    [
      { payRhythm: 'week', payDay: 8 },
      { field: 'payDay', code: 'too_large', values: { max: 7 } },
    ],
    [{ payRhythm: 'month', payDay: 31 }, null],
    [{ payRhythm: 'fortnight' }, { field: 'payFrom', code: 'required' }],
  ])('%j is answered %j', (calendar, problem) => {
    expect(payCalendarIsWhole(calendar)).toEqual(problem)
  })
})
