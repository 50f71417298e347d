import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportPage } from '#features/reporting/ui/ReportPage.tsx'
import { defineReport, type Report } from '#engine/declaration/report.ts'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const report = defineReport({
  name: 'affiliates',
  path: '/reports/example',
  openTo: ['session'],
  rows: ['affiliate'],
  openInto: ['day'],
  measures: ['ngr', 'lotto_reward', 'affiliate_reward'],
  filters: ['period', 'affiliate'],
}) as Report
const rows = [
  { affiliate: 1, affiliate_name: 'Ana', ngr: 100, lotto_reward: 20, affiliate_reward: 30 },
  { affiliate: 2, affiliate_name: 'Bia', ngr: 50, lotto_reward: 0, affiliate_reward: -5.5 },
]
const answer = {
  rows,
  total: { ngr: 150, lotto_reward: 20.01, affiliate_reward: 24.5 },
  from: '2026-02-01',
  to: '2026-02-28',
  zone: 'UTC',
  upTo: null,
}
const entry = (id: number, day: string, lotto: number, value: number) => ({
  id,
  day,
  kind: 'commission',
  status: 'pending',
  value,
  lines: [
    { product: 'lotto', amount: lotto },
    { product: 'bets', amount: value - lotto },
  ],
})
const explanation = {
  entry: { id: 7, day: '2026-02-03', kind: 'commission', value: 12.5, owner: { name: 'Ana' } },
  events: [],
  lines: [],
  adjustment: null,
  players: [],
  below: [],
  adjustedBy: [],
  total: 12.5,
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => vi.restoreAllMocks())

function show(roles: Parameters<typeof actorWith>[0], entries: readonly object[]) {
  const read = vi.fn(async (path: string) => (path.includes('/explain') ? explanation : answer))
  const getList = vi.fn(async (_resource: string, _params: { filter: object }) => ({
    data: entries as never[],
    total: entries.length,
  }))
  stage({
    actor: actorWith(roles),
    resources: { parcel },
    pages: {},
    at: '/reports/example?from=2026-02-01&to=2026-02-28',
    others: { '/reports/example': <ReportPage report={report} /> },
    dataProvider: { read, getList } as never,
  })
  return { read, getList, user: userEvent.setup() }
}

test('a commission opens its entries, of a product its lines, and an entry every step', async () => {
  const { user, getList, read } = show(
    ['entryByAffiliate'],
    [entry(7, '2026-02-03', 12.5, 20), entry(8, '2026-02-04', 7.5, 10), entry(9, '2026-02-05', 0, 0)],
  )
  await user.click(await screen.findByRole('button', { name: /Loteria · Recompensa, \$20,00/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Loteria · Recompensa · Ana' })
  await within(dialog).findByRole('button', { name: '03/02/2026' })
  expect(getList.mock.calls[0]![1]).toMatchObject({
    filter: { affiliate: [1], day_gte: '2026-02-01', day_lte: '2026-02-28' },
  })
  expect(
    within(dialog)
      .getAllByRole('row')
      .map((row) => [...row.children].at(-1)!.textContent),
  ).toEqual(['Valor', '$12,50', '$7,50', '$20,00'])
  await user.click(within(dialog).getByRole('button', { name: '03/02/2026' }))
  await waitFor(() => expect(read.mock.calls.at(-1)![0]).toBe('/api/entry/7/explain'))
  await user.click(await within(dialog).findByRole('button', { name: 'Voltar' }))
  expect(await within(dialog).findByRole('button', { name: '04/02/2026' })).toBeTruthy()
})

test('a sum opens who earned it, largest first, and each its entries; one entry opens by itself', async () => {
  const { user, read } = show(['entryByAffiliate'], [entry(7, '2026-02-03', 0, 30)])
  await user.click(await screen.findByRole('button', { name: /Recompensa do afiliado, \$24,50/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Recompensa do afiliado' })
  await within(dialog).findByRole('button', { name: 'Bia' })
  expect(
    within(dialog)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['AfiliadoValor', 'Ana$30,00', 'Bia-$5,50', 'Total$24,50'])
  await user.click(within(dialog).getByRole('button', { name: 'Ana' }))
  await waitFor(() => expect(read.mock.calls.at(-1)![0]).toBe('/api/entry/7/explain'))
})

test('says so where the entries hold more than the row, and where there are none yet', async () => {
  const { user } = show(['entryByAffiliate'], [entry(7, '2026-02-03', 0, 20), entry(8, '2026-02-04', 0, 20)])
  await user.click(await screen.findByRole('button', { name: /Recompensa do afiliado, \$30,00/ }))
  expect(await screen.findByText(/Esta linha tem \$30,00/)).toBeTruthy()
})

test('whoever may not read entries sees the number alone', async () => {
  show(['activityPerAffiliate'], [])
  await screen.findByRole('rowheader', { name: /Ana/ })
  expect(screen.queryByRole('button', { name: /Recompensa do afiliado,/ })).toBeNull()
  expect(screen.getByText('$30,00')).toBeTruthy()
})
