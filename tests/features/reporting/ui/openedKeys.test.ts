import { expect, test } from 'vitest'
import { ownerOf, ownersPath, periodOf } from '#features/reporting/ui/explain/commission.ts'
import { readQuery } from '#features/reporting/ui/reportQuery.ts'
import { openedRowOf, outermostKey } from '#features/reporting/ui/drillDown/openedKeys.ts'
import { nextPlace } from '#features/reporting/ui/table/useGridFocus.ts'
import { measureColumn } from '#resources/measures.ts'
import { reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { defineReport, type Report } from '#engine/declaration/report.ts'

const report = defineReport({
  name: 'example',
  path: '/x',
  openTo: ['session'],
  rows: ['affiliate'],
  openInto: ['day', 'action', 'player'],
  measures: ['affiliate_reward', 'ngr'],
  filters: ['period', 'affiliate', 'action'],
}) as Report
const tree = defineReport({
  name: 'tree',
  path: '/y',
  openTo: ['session'],
  rows: ['partner', 'level'],
  openInto: ['affiliate', 'day'],
  measures: ['affiliate_reward', 'reward_value'],
  filters: ['period', 'partner', 'affiliate', 'level'],
  views: ['structural', 'list'],
}) as Report
const query = readQuery({
  report: tree,
  search: new URLSearchParams('from=2026-02-01&to=2026-02-28'),
  today: '2026-03-01',
})

test.each([
  ['/affiliate=3', report, { into: 'day', within: { affiliate: '3' }, opened: 0 }],
  [
    '/affiliate=3/day=2026-02-03/action=null',
    report,
    { into: 'player', within: { affiliate: '3', day: '2026-02-03', action: 'none' }, opened: 2 },
  ],
  [
    '/partner=1&level=1/partner=2&level=2',
    tree,
    { into: 'affiliate', within: { partner: '2', level: '2' }, opened: 0 },
  ],
  [
    '/partner=null&level=null/affiliate=9',
    tree,
    { into: 'day', within: { partner: 'none', level: 'none', affiliate: '9' }, opened: 1 },
  ],
] as const)('a row of the address, %s, says what is asked for inside it', (key, of, expected) => {
  expect(openedRowOf(of, key)).toEqual(expected)
  expect(key.startsWith(outermostKey(key))).toBe(true)
})

test.each([
  '',
  '/',
  '/nothing=1',
  '/affiliate',
  '/affiliate=',
  '/affiliate=3/day=2026-02-03/action=1/player=4',
  '/affiliate=3&__proto__=1',
])('an address that says %s opens nothing', (key) => {
  expect(openedRowOf(report, key)).toBeNull()
})

test.each([
  ['ArrowDown', false, [3, 4]],
  ['ArrowUp', false, [1, 4]],
  ['ArrowRight', false, [2, 5]],
  ['ArrowLeft', false, [2, 3]],
  ['PageDown', false, [9, 4]],
  ['PageUp', false, [0, 4]],
  ['Home', false, [2, 0]],
  ['End', false, [2, 5]],
  ['Home', true, [0, 0]],
  ['End', true, [9, 5]],
] as const)('in a table of 10 rows and 6 columns %s leads on, and never out of it', (key, isControl, [row, column]) => {
  expect(nextPlace({ key, isControl, place: { row: 2, column: 4 }, rowCount: 10, columnCount: 6 })).toEqual({
    row,
    column,
  })
  expect(nextPlace({ key: 'Tab', isControl, place: { row: 2, column: 4 }, rowCount: 10, columnCount: 6 })).toBeNull()
})

const rowOf = (row: object) =>
  reportRow({
    row: row as Record<string, unknown>,
    dimensions: ['partner', 'level', 'affiliate', 'day'],
    columns: tree.measures,
  })
const [reward, partnerReward] = [measureColumn('affiliate_reward'), measureColumn('reward_value')]
const manager = {
  partner: 1,
  partner_name: 'Norte',
  partner_level: 11,
  level: 1,
  children: [
    { partner: 1, partner_name: 'Norte', partner_level: 11, level: 1, direct: true },
    { partner: 2, partner_name: 'Sul', partner_level: 12, level: 2 },
  ],
}

test("a commission is one affiliate's or one partner's where its row is, else a sum over several", () => {
  const row = rowOf(manager)
  expect(ownerOf(row, partnerReward)).toBeNull()
  expect(ownerOf(row.children![1]!, partnerReward)).toEqual({ kind: 'partner', id: 2, name: 'Sul' })
  expect(ownerOf(row.children![1]!, reward)).toBeNull()
  expect(ownerOf(rowOf({ affiliate: 5, affiliate_name: 'Ana', day: '2026-02-03' }), reward)).toEqual({
    kind: 'affiliate',
    id: 5,
    name: 'Ana',
  })
  expect(periodOf(rowOf({ affiliate: 5, day: '2026-02-03' }), query)).toEqual({ from: '2026-02-03', to: '2026-02-03' })
})

test('who earned a sum is asked for inside its row: of a partner with others below it, all that is below', () => {
  const row = rowOf(manager)
  const asked = (of: typeof row, column: typeof reward) =>
    ownersPath({ report: tree, query, row: of, column })?.path.split('?')[1]
  expect(asked(row, partnerReward)).toBe('from=2026-02-01&to=2026-02-28&partner=1&view=list&rows=partner')
  expect(asked(row.children![0]!, reward)).toBe('from=2026-02-01&to=2026-02-28&hangsOn=1&view=list&rows=affiliate')
  const list = { ...query, view: 'list' as const }
  expect(
    ownersPath({ report: tree, query: list, row: rowOf({ partner: 2, partner_level: 12, level: 2 }), column: reward })
      ?.path,
  ).toContain('hangsOn=2&standsOn=12')
  expect(asked(rowOf({}), reward)).toBe('from=2026-02-01&to=2026-02-28&view=list&rows=affiliate')
})
