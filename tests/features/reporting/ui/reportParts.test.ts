import { describe, expect, test } from 'vitest'
import { measureColumn } from '#resources/measures.ts'
import { defineReport, product, type Report } from '#engine/declaration/report.ts'
import { presetPeriod } from '#engine/values/periodPresets.ts'
import { readQuery, reportPath, writeQuery } from '#features/reporting/ui/reportQuery.ts'
import { columnGroups, reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { reportSheet } from '#engine/declaration/derive/report/reportSheet.ts'
import type { ReportLabels } from '#features/reporting/ui/reportLabels.ts'
import { chartBars } from '#features/reporting/ui/chartBars.ts'

const report = defineReport({
  name: 'example',
  path: '/reports/example',
  openTo: ['session', 'partnerToken'],
  rows: ['affiliate'],
  openInto: ['day', 'action'],
  measures: ['clicks', ...product('lotto', ['turnover', 'admin_fee']), 'cpa_reward', 'ngr', 'margin'],
  filters: ['period', 'brand', 'affiliate', 'product'],
  chart: 'ngr',
}) as Report
const labels = {
  dimension: (name: string) => name,
  column: ({ name }: { name: string }) => name,
  value: (_: string, value: { id: unknown; name: string | null }) => value.name ?? String(value.id),
} as unknown as ReportLabels
const rowOf = (id: number, ngr: number, more: object = {}) =>
  reportRow({
    row: {
      affiliate: id,
      affiliate_name: `A${id}`,
      clicks: 1,
      lotto_turnover: 2,
      lotto_admin_fee: 0.5,
      cpa_reward: 0,
      ngr,
      margin: 8,
      ...more,
    },
    dimensions: ['affiliate', 'day'],
    columns: report.measures,
  })

describe('the period', () => {
  test('presets are seen from today', () => {
    expect(presetPeriod('thisMonth', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-21' })
    expect(presetPeriod('untilYesterday', '2026-11-21')).toEqual({ from: '2026-11-01', to: '2026-11-20' })
    expect(presetPeriod('untilYesterday', '2026-11-01')).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(presetPeriod('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(presetPeriod('last7', '2026-11-03')).toEqual({ from: '2026-10-28', to: '2026-11-03' })
  })
})

describe('the address', () => {
  test('asks for a year where that can be asked, and for the period once it is narrowed by what only days know', () => {
    const isYear = (search: string) =>
      readQuery({
        report: { ...report, filters: ['period', 'brand', 'campaign'] },
        search: new URLSearchParams(search),
        today: '2026-11-21',
      }).isYear
    expect(isYear('span=year&brand=1')).toBe(true)
    expect([isYear('span=year&campaign=1'), isYear('span=year&currency=BRL'), isYear('')]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('holds the question, and the question is read from it', () => {
    const search = writeQuery(new URLSearchParams('sort=-ngr'), {
      period: { from: '2026-02-01', to: '2026-02-28' },
      filters: { brand: ['1', '2'] },
    })
    expect(search.get('sort')).toBe('-ngr')
    expect(readQuery({ report, search, today: '2026-11-21' })).toMatchObject({
      period: { from: '2026-02-01', to: '2026-02-28' },
      filters: { brand: ['1', '2'] },
    })
  })
  test('without a period is this month', () => {
    expect(readQuery({ report, search: new URLSearchParams(), today: '2026-11-21' }).period).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
    })
  })
})

describe('the call', () => {
  const query = readQuery({
    report,
    search: new URLSearchParams(
      'from=2026-02-01&to=2026-02-28&brand=1&brand=2&affiliate=9&partnerToken=pt1&affiliateToken=af1',
    ),
    today: '2026-11-21',
  })
  test('repeats a filter for each value and sends only tokens the report is open to', () => {
    expect(reportPath({ report, query })).toBe(
      '/api/report/example?from=2026-02-01&to=2026-02-28&brand=1&brand=2&affiliate=9&partnerToken=pt1',
    )
  })
  test('for what is inside a row narrows to that row; a day narrows the period', () => {
    const path = reportPath({
      report,
      query: { ...query, tokens: {} },
      open: { into: 'action', within: { affiliate: '5', day: '2026-02-03' } },
    })
    expect(path).toBe('/api/report/example?from=2026-02-03&to=2026-02-03&brand=1&brand=2&affiliate=5&rows=action')
  })
})

test('columns of one product stand under one head, CPA under its own', () => {
  expect(
    columnGroups(report.measures.map(measureColumn)).map((group) => [
      group.product,
      group.columns.map(({ measure }) => measure),
    ]),
  ).toEqual([
    [null, ['clicks']],
    ['lotto', ['turnover', 'admin_fee']],
    ['cpa', ['reward']],
    [null, ['ngr', 'margin']],
  ])
})

test('a row is known by what it stands for, and an empty ratio stays empty', () => {
  const row = rowOf(3, 10, { margin: null })
  expect(row.dimensions.affiliate).toEqual({ id: 3, name: 'A3' })
  expect(row.values['margin']).toBeNull()
})

test('the exported sheet holds what is seen: hidden columns are left out, the total row is the last', () => {
  const child = {
    ...rowOf(1, 4),
    key: 'child',
    dimensions: { affiliate: { id: 1, name: 'A1' }, day: { id: '2026-02-03', name: null } },
  }
  const sheet = reportSheet({
    report,
    measureColumns: report.measures.map(measureColumn),
    rows: [{ ...rowOf(1, 10), children: [child] }],
    total: rowOf(0, 10),
    labels,
    hidden: new Set(['clicks', 'margin']),
    totalLabel: 'Total',
  })
  expect(sheet.columns).toEqual([
    { key: 'affiliate', label: 'affiliate', kind: 'text' },
    { key: 'day', label: 'day', kind: 'date' },
    ...['lotto_turnover', 'lotto_admin_fee', 'cpa_reward', 'ngr'].map((key) => ({ key, label: key, kind: 'money' })),
  ])
  expect(sheet.rows).toEqual([
    ['A1', null, 2, 0.5, 0, 10],
    ['A1', '2026-02-03', 2, 0.5, 0, 4],
    ['Total', null, 2, 0.5, 0, 10],
  ])
})

test('a chart draws the largest rows and says what the others come to, to the cent', () => {
  const rows = Array.from({ length: 25 }, (_, index) => rowOf(index + 1, index % 2 === 0 ? index + 0.1 : -index))
  const { bars, rest } = chartBars({ report, rows, name: ({ key }) => key })
  expect([bars.length, rest.count]).toEqual([20, 5])
  const cents = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.round(value * 100), 0)
  expect(cents([...bars.map(({ value }) => value), rest.value])).toBe(cents(rows.map((row) => row.values['ngr']!)))
})

test('the chart has one bar for what rows stand for first, in the order of the rows', () => {
  const rows = ['2026-02-01', '2026-02-02'].flatMap((day) => [rowOf(1, 1.1, { day }), rowOf(2, 2.2, { day })])
  expect(
    chartBars({ report, rows, name: (row) => row.dimensions.affiliate!.name! }).bars.map(({ name, value }) => [
      name,
      value,
    ]),
  ).toEqual([
    ['A1', 2.2],
    ['A2', 4.4],
  ])
})

test('the chart of one affiliate has its days, in order, with those of the period before', () => {
  const own = { ...report, rows: ['affiliate', 'day'] } as Report
  const rows = [rowOf(1, 3, { day: '2026-02-02' }), rowOf(1, 1, { day: '2026-02-01' })]
  const { bars } = chartBars({
    report: own,
    rows,
    before: { rows: new Map([[rows[0]!.key, { ngr: 2 }]]), total: {} },
    name: (row) => String(row.dimensions.day!.id),
  })
  expect(bars.map(({ name, value, before }) => [name, value, before])).toEqual([
    ['2026-02-01', 1, 0],
    ['2026-02-02', 3, 2],
  ])
})

test('the sheet of a tree names partners the further in the deeper they stand', () => {
  const tree = defineReport({
    name: 'tree',
    path: '/reports/tree',
    openTo: ['session'],
    rows: ['partner'],
    measures: ['ngr'],
    filters: ['period'],
    views: ['structural'],
  }) as Report
  const own = (name: string, more: object = {}) => ({ partner: name.length, partner_name: name, ngr: 1, ...more })
  const rows = [
    reportRow({
      row: own('Norte', { children: [own('Norte', { direct: true }), own('Litoral', { children: [own('Praia')] })] }),
      dimensions: ['partner'],
      columns: ['ngr'],
    }),
  ]
  const sheet = reportSheet({
    report: tree,
    measureColumns: tree.measures.map(measureColumn),
    rows,
    total: rows[0]!,
    labels: { ...labels, direct: (name: string) => `${name} (direct)` },
    hidden: new Set(),
    totalLabel: 'Total',
  })
  expect(sheet.rows.map(([name]) => name)).toEqual([
    'Norte',
    '\u2003Norte (direct)',
    '\u2003Litoral',
    '\u2003\u2003Praia',
    'Total',
  ])
})
