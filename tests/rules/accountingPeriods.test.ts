import { describe, expect, it } from 'vitest'
import { calendarPeriod, missingPeriods, rangesByMonth } from '#rules/accountingPeriods.ts'

const shown = (periods: readonly { from: string; to: string }[]) => periods.map(({ from, to }) => `${from} ${to}`)

describe('a period of a calendar', () => {
  it.each([
    ['month', '2028-02-29', '2028-02-01 2028-02-29'],
    ['halfMonth', '2026-02-15', '2026-02-01 2026-02-15'],
    ['halfMonth', '2026-02-16', '2026-02-16 2026-02-28'],
    ['week', '2026-11-22', '2026-11-16 2026-11-22'],
    ['week', '2026-11-23', '2026-11-23 2026-11-29'],
    ['week', '2027-01-01', '2026-12-28 2027-01-03'],
  ] as const)('%s holds %s', (calendar, day, expected) => {
    expect(shown([calendarPeriod(calendar, day)])).toEqual([expected])
  })
})

describe('the periods that are missing', () => {
  it('go from that of the first day to that of the last', () => {
    expect(shown(missingPeriods({ calendar: 'month', first: '2026-01-31', last: '2026-03-01', existing: [] }))).toEqual(
      ['2026-01-01 2026-01-31', '2026-02-01 2026-02-28', '2026-03-01 2026-03-31'],
    )
  })

  it('leave what is there as it is, and fill the days between', () => {
    const existing = [
      { from: '2026-02-20', to: '2026-03-10' },
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-02-05', to: '2026-02-05' },
    ]
    expect(shown(missingPeriods({ calendar: 'month', first: '2026-01-15', last: '2026-03-31', existing }))).toEqual([
      '2026-02-01 2026-02-04',
      '2026-02-06 2026-02-19',
      '2026-03-11 2026-03-31',
    ])
    expect(missingPeriods({ calendar: 'week', first: '2026-02-20', last: '2026-03-01', existing })).toEqual([
      { from: '2026-02-16', to: '2026-02-19' },
    ])
  })
})

describe('days as ranges', () => {
  it('are one a month', () => {
    expect(shown(rangesByMonth(['2026-02-03', '2026-01-09', '2026-01-04', '2026-02-03']))).toEqual([
      '2026-01-04 2026-01-09',
      '2026-02-03 2026-02-03',
    ])
    expect(rangesByMonth([])).toEqual([])
  })
})
