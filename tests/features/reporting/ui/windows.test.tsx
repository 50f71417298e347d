import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineReport, type Report } from '#engine/declaration/report.ts'
import { reportRow } from '#engine/declaration/derive/report/reportRows.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { chartBars } from '#features/reporting/ui/chartBars.ts'
import { ReportPage } from '#features/reporting/ui/ReportPage.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const report = defineReport({
  name: 'affiliateActivity',
  path: '/reports/example',
  openTo: ['session'],
  roles: ['activityPerAffiliate'],
  rows: ['affiliate'],
  openInto: ['day'],
  measures: ['clicks', 'ngr'],
  filters: ['period', 'affiliate'],
  chart: 'ngr',
}) as Report
const address = '/api/report/affiliateActivity?from=2026-02-01&to=2026-02-28'

/** Affiliates 1 to `count`, each with as many clicks as its number; the API's windows of them. */
function office(count: number) {
  const all = Array.from({ length: count }, (_, index) => ({
    affiliate: index + 1,
    affiliate_name: `Affiliate ${index + 1}`,
    clicks: index + 1,
    ngr: count - index,
  }))
  return vi.fn(async (path: string) => {
    const asked = new URL(path, 'http://office').searchParams
    if (asked.has('rows')) return answerOf([{ day: '2026-02-03', clicks: 1, ngr: 1 }], 1)
    const [column, direction] = JSON.parse(asked.get('sort') ?? '["clicks","ASC"]') as ['clicks' | 'ngr', string]
    const sorted = all.toSorted((one, other) => (direction === 'ASC' ? 1 : -1) * (one[column] - other[column]))
    const offset = Number(asked.get('offset') ?? 0)
    return answerOf(sorted.slice(offset, asked.has('limit') ? offset + Number(asked.get('limit')) : undefined), count)
  })
}
const answerOf = (rows: object[], count: number) => {
  const total = { clicks: 7_777, ngr: 88 }
  return {
    rows,
    count,
    total,
    totals: [{ currency: 'BRL', ...total }],
    from: '2026-02-01',
    to: '2026-02-28',
    zone: 'UTC',
    upTo: null,
  }
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => vi.restoreAllMocks())

function show(read: ReturnType<typeof office>, more = '') {
  const view = stage({
    actor: actorWith(['activityPerAffiliate']),
    resources: { parcel },
    pages: {},
    at: `/reports/example?from=2026-02-01&to=2026-02-28${more}`,
    others: { '/reports/example': <ReportPage report={report} /> },
    dataProvider: { read },
  })
  return { ...view, user: userEvent.setup() }
}
const pathsOf = (read: ReturnType<typeof office>) => read.mock.calls.map(([path]) => path)
const sorted = (column: string, direction: string) =>
  `&${new URLSearchParams({ sort: JSON.stringify([column, direction]) })}`
const scrollTo = (row: number) => {
  const box = screen.getByRole('treegrid').parentElement!
  box.scrollTop = row * 34
  act(() => {
    fireEvent.scroll(box)
  })
}

describe('a long report', () => {
  test('is asked for in windows: the first, and those somebody scrolls to, each row at its place', async () => {
    const read = office(5_000)
    show(read)
    const table = await screen.findByRole('treegrid')
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    expect(table.getAttribute('aria-rowcount')).toBe('5003')
    expect(screen.getByText(/5\.?000 linhas/)).toBeTruthy()
    expect(within(table).getByRole('row', { name: /^Total/ }).textContent).toContain('7.777')
    scrollTo(3_000)
    const row = (await screen.findByRole('rowheader', { name: /Affiliate 3001$/ })).closest('tr')!
    expect(row.getAttribute('aria-rowindex')).toBe('3003')
    expect(row.textContent).toContain('3.001')
    // Both windows that rows in sight stand in, and none in between.
    expect(pathsOf(read)).toEqual([
      `${address}&limit=200`,
      `${address}&limit=200&offset=2800`,
      `${address}&limit=200&offset=3000`,
    ])
    scrollTo(0)
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    expect(read).toHaveBeenCalledTimes(3)
  })

  test('is put in order by the API, by whatever column, also where somebody stands far below', async () => {
    const read = office(1_000)
    const { user } = show(read)
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    await user.click(screen.getByRole('button', { name: 'Cliques' }))
    await screen.findByRole('rowheader', { name: /Affiliate 1000$/ })
    scrollTo(500)
    await screen.findByRole('rowheader', { name: /Affiliate 500$/ })
    await user.click(screen.getByRole('button', { name: /^Cliques/ }))
    await screen.findByRole('rowheader', { name: /Affiliate 501$/ })
    expect(pathsOf(read)).toContain(`${address}${sorted('clicks', 'ASC')}&limit=200&offset=400`)
    await user.click(screen.getByRole('button', { name: 'Afiliado' }))
    await waitFor(() => expect(pathsOf(read)).toContain(`${address}${sorted('affiliate_name', 'ASC')}&limit=200`))
    expect(pathsOf(read).every((path) => path.includes('limit=200'))).toBe(true)
  })

  test('keeps the focus on a cell whose row comes later, and the keys go on from there', async () => {
    const { user } = show(office(1_000))
    const table = await screen.findByRole('treegrid')
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    act(() => table.querySelector<HTMLElement>('[tabindex="0"]')!.focus())
    await user.keyboard('{ArrowDown}')
    scrollTo(600)
    const cell = await waitFor(() => {
      const found = table.querySelector<HTMLElement>('tr[aria-busy="true"] [aria-colindex="1"]')
      if (!found) throw new Error('no row to come')
      return found
    })
    cell.tabIndex = -1
    act(() => cell.focus())
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/Affiliate \d+/))
    expect(document.activeElement?.tagName).toBe('BUTTON')
    const place = Number(document.activeElement!.closest('tr')!.getAttribute('aria-rowindex'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement!.closest('tr')!.getAttribute('aria-rowindex')).toBe(String(place + 1))
  })

  test('opens a row of any window into what is inside it', async () => {
    const { user } = show(office(1_000))
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    scrollTo(600)
    await user.click(await screen.findByRole('button', { name: /Affiliate 605$/ }))
    const inside = await screen.findByRole('rowheader', { name: '03/02/2026' })
    expect(inside.closest('tr')!.previousElementSibling!.textContent).toContain('Affiliate 605')
    expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('1004')
  })

  test('is searched by the API among all rows; files hold what was found, and nothing found can be searched again', async () => {
    const read = office(1_000)
    const all = read.getMockImplementation()!
    read.mockImplementation(async (path) => (path.includes('q=') ? answerOf([], 0) : all(path)))
    const { user, location } = show(read)
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    await user.type(screen.getByRole('searchbox', { name: 'Buscar nas linhas' }), 'Ana')
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /Affiliate/ })).toBeNull())
    expect(pathsOf(read).at(-1)).toBe(`${address}&q=Ana&limit=200`)
    expect(location.search).toContain('q=Ana')
    await user.clear(screen.getByRole('searchbox', { name: 'Buscar nas linhas' }))
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    expect(location.search).not.toContain('q=')
  })

  test('is asked for whole for a file', async () => {
    const read = office(1_000)
    const { user } = show(read)
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    await user.click(screen.getByRole('button', { name: 'Exportar' }))
    await user.click(await screen.findByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(pathsOf(read)).toContain(address))
  })

  test('is asked for whole where it is compared, or its order is none of the API', async () => {
    const compared = office(1_000)
    const { unmount } = show(compared, '&compare=before')
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    expect(pathsOf(compared)).toContain(address)
    unmount()
    const masked = office(1_000)
    const whole = masked.getMockImplementation()!
    masked.mockImplementation(async (path) => {
      if (path.includes('sort=')) throw toHttpError(400, { code: 'invalid_request', message: 'sort can be by: clicks' })
      return whole(path)
    })
    show(masked, '&sort=-affiliate')
    await screen.findByRole('rowheader', { name: /Affiliate 1000$/ })
    expect(pathsOf(masked)).toEqual([`${address}${sorted('affiliate_name', 'DESC')}&limit=200`, address])
  })
})

test('a report that fits into one window is put in order by the page, and not asked for again', async () => {
  const read = office(100)
  const { user } = show(read)
  await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
  await user.click(screen.getByRole('button', { name: 'Cliques' }))
  await screen.findByRole('rowheader', { name: /Affiliate 100$/ })
  expect(pathsOf(read)).toEqual([`${address}&limit=200`])
})

test('a chart of the largest rows says what all the others come to', () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    reportRow({
      row: { affiliate: index + 1, affiliate_name: `A${index + 1}`, clicks: 0, ngr: index === 0 ? -90 : index },
      dimensions: ['affiliate'],
      columns: report.measures,
    }),
  )
  const { bars, rest } = chartBars({ report, rows, name: ({ key }) => key, all: { count: 900, value: 1_000.5 } })
  expect(bars).toHaveLength(20)
  expect(bars[0]!.value).toBe(-90)
  expect(rest.count).toBe(880)
  expect(rest.value + bars.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1_000.5)
})
