import { describe, expect, test } from 'vitest'
import { lastDueDay, nextDueDay, type Repetition } from '#engine/values/repetition.ts'

const daily: Repetition = { repeats: 'daily', weekday: null, monthDay: null }
const weekly = (weekday: Repetition['weekday']): Repetition => ({ repeats: 'weekly', weekday, monthDay: null })
const monthly = (monthDay: number): Repetition => ({ repeats: 'monthly', weekday: null, monthDay })

describe('what is repeated', () => {
  test.each<[string, Repetition, string, string, string]>([
    ['daily is due every day', daily, '2026-11-21', '2026-11-21', '2026-11-22'],
    ['weekly on the day itself is due that day', weekly('saturday'), '2026-11-21', '2026-11-21', '2026-11-28'],
    ['weekly was due up to six days ago', weekly('sunday'), '2026-11-21', '2026-11-15', '2026-11-22'],
    ['monthly was due in this month', monthly(5), '2026-11-21', '2026-11-05', '2026-12-05'],
    [
      'monthly was due in the month before where its day is still to come',
      monthly(25),
      '2026-11-21',
      '2026-10-25',
      '2026-11-25',
    ],
    [
      'monthly on a day the month does not have is due on its last one',
      monthly(31),
      '2026-03-30',
      '2026-02-28',
      '2026-03-31',
    ],
    ['monthly knows leap years', monthly(30), '2028-02-29', '2028-02-29', '2028-03-30'],
    ['monthly goes over the end of a year', monthly(31), '2027-01-01', '2026-12-31', '2027-01-31'],
  ])('%s', (_, repetition, day, last, next) => {
    expect([lastDueDay(repetition, day), nextDueDay(repetition, day)]).toEqual([last, next])
  })
})
