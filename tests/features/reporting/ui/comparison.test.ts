import { periodBefore } from '#engine/values/periodPresets.ts'
import { describe, expect, test } from 'vitest'
import { difference, sameDayIn, valuesBefore, withThoseBefore } from '#features/reporting/ui/comparison.ts'
import { reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { defineReport, type Report } from '#engine/declaration/report.ts'

const declare = (rows: Report['rows']) =>
  defineReport({
    name: 'example',
    path: '/reports/example',
    openTo: ['session'],
    rows,
    measures: ['turnover', 'margin'],
    filters: ['period'],
  }) as Report
const rowsOf = (report: Report, rows: object[]) =>
  rows.map((row) =>
    reportRow({ row: row as Record<string, unknown>, dimensions: report.rows, columns: report.measures }),
  )

describe('the period before', () => {
  test.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a February', '2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
    ['a month so far', '2026-03-01', '2026-03-10', '2026-02-01', '2026-02-10'],
    ['a month but its last day', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a day', '2026-03-15', '2026-03-15', '2026-03-14', '2026-03-14'],
    ['a week', '2026-03-08', '2026-03-14', '2026-03-01', '2026-03-07'],
    ['days of two months', '2026-02-20', '2026-03-05', '2026-02-06', '2026-02-19'],
  ])('of %s', (_, from, to, earlierFrom, earlierTo) => {
    expect(periodBefore({ from, to })).toEqual({ from: earlierFrom, to: earlierTo })
  })

  test('has a day for each day of the period, but those that a shorter month has not', () => {
    expect(sameDayIn({ from: '2026-03-08', to: '2026-03-14' }, '2026-03-01')).toBe('2026-03-08')
    expect(sameDayIn({ from: '2026-03-01', to: '2026-03-31' }, '2026-02-10')).toBe('2026-03-10')
    expect(sameDayIn({ from: '2026-02-01', to: '2026-02-28' }, '2026-01-31')).toBeNull()
  })
})

describe('a compared report', () => {
  test('finds the row of the period before by what it stands for, days by their place in the month', () => {
    const report = declare(['affiliate', 'day'])
    const rows = rowsOf(report, [{ affiliate: 1, affiliate_name: 'Ana', day: '2026-02-10', turnover: 5, margin: 1 }])
    const [now] = rowsOf(report, [{ affiliate: 1, affiliate_name: 'Ana', day: '2026-03-10', turnover: 8, margin: 2 }])
    expect(
      valuesBefore({ period: { from: '2026-03-01', to: '2026-03-31' }, rows, total: rows[0]! }).rows.get(now!.key),
    ).toEqual({ turnover: 5, margin: 1 })
  })

  test('shows as well what only the period before had, with nothing in it', () => {
    const report = declare(['affiliate'])
    const [ana, bia] = rowsOf(report, [
      { affiliate: 1, affiliate_name: 'Ana', turnover: 5, margin: 1 },
      { affiliate: 2, affiliate_name: 'Bia', turnover: 7, margin: 1 },
    ])
    const all = withThoseBefore({ report, rows: [ana!], before: [ana!, bia!] })
    expect(all.map(({ dimensions, values }) => [dimensions.affiliate?.name, values])).toEqual([
      ['Ana', { turnover: 5, margin: 1 }],
      ['Bia', { turnover: 0, margin: null }],
    ])
  })

  test('differs by an exact amount, and by nothing where one side is unknown', () => {
    expect([difference(0.3, 0.1), difference(1, 3), difference(null, 1), difference(1, undefined)]).toEqual([
      0.2,
      -2,
      null,
      null,
    ])
  })
})
