import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Actor } from '#engine/declaration/actor.ts'
import { defineReport, product, type Report } from '#engine/declaration/report.ts'
import { toHttpError } from '#engine/records/ui/dataProvider.ts'
import { ReportPage } from '#features/reporting/ui/ReportPage.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const report = defineReport({
  name: 'affiliateActivity',
  path: '/reports/example',
  openTo: ['session', 'affiliateToken'],
  roles: ['activityPerAffiliate'],
  rows: ['affiliate'],
  openInto: ['day'],
  measures: ['clicks', ...product('lotto', ['turnover']), 'ngr', 'margin'],
  filters: ['period', 'affiliate', 'product'],
  chart: 'ngr',
}) as Report

const answer = (rows: object[]) => ({
  rows,
  total: { clicks: 30, lotto_turnover: 300.5, ngr: -12.5, margin: 8 },
  from: '2026-02-01',
  to: '2026-02-28',
  zone: 'UTC',
  upTo: '2026-02-28T10:00:00.000Z',
})
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    affiliate: index + 1,
    affiliate_name: `Affiliate ${index + 1}`,
    clicks: index,
    lotto_turnover: 10.25,
    ngr: index === 0 ? -12.5 : index,
    margin: null,
  }))

/** jsdom gives nothing a size: the table is told one, so that it draws rows. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => vi.restoreAllMocks())

function showReport({
  actor = actorWith(['activityPerAffiliate']),
  at = '/reports/example?from=2026-02-01&to=2026-02-28',
  read,
}: {
  actor?: Actor | null
  at?: string
  read: ReturnType<typeof vi.fn>
}) {
  const view = stage({
    actor: actor as Actor,
    resources: { parcel },
    pages: {},
    at,
    others: { '/reports/example': <ReportPage report={report} /> },
    dataProvider: { read },
  })
  return { ...view, user: userEvent.setup() }
}
const cellsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent)

describe('a report', () => {
  test('has a head for each product, its rows, and the total as the API answers it', async () => {
    const read = vi.fn(async (_path: string) => answer(rowsOf(2)))
    showReport({ read })
    const table = await screen.findByRole('treegrid')
    await screen.findByRole('rowheader', { name: /Affiliate 1/ })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Afiliado', 'Geral', 'Loteria', 'Geral', 'Cliques', 'Turnover', 'NGR', 'Margem'])
    const rows = within(table).getAllByRole('row')
    expect(cellsOf(rows[2]!)).toEqual(['▸Affiliate 1', '0', '$10,25', '-$12,50', '–'])
    expect(cellsOf(rows.at(-1)!)).toEqual(['Total', '30', '$300,50', '-$12,50', '8,00%'])
    expect(
      screen.getByText(/01\/02\/2026 – 28\/02\/2026 · Dias em UTC · Dados até 28\/02\/2026 10:00 UTC/),
    ).toBeTruthy()
    expect(read.mock.calls[0]![0]).toBe('/api/report/affiliateActivity?from=2026-02-01&to=2026-02-28&limit=200')
  })

  test('of ten thousand rows keeps only those in sight in the page', async () => {
    showReport({ read: vi.fn(async () => answer(rowsOf(10_000))) })
    const table = await screen.findByRole('treegrid')
    await screen.findByRole('rowheader', { name: /Affiliate 10$/ })
    expect(table.getAttribute('aria-rowcount')).toBe('10003')
    expect(table.querySelectorAll('*').length).toBeLessThan(1500)
  })

  test('of a long report keeps only the columns in sight in its rows, each at its place, all of them in head and total, and on paper every row and column', async () => {
    let tell: IntersectionObserverCallback = () => {}
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(callback: IntersectionObserverCallback) {
          tell = callback
        }
        observe() {}
        disconnect() {}
      },
    )
    showReport({ read: vi.fn(async () => answer(rowsOf(100))) })
    const table = await screen.findByRole('treegrid')
    await screen.findByRole('rowheader', { name: /Affiliate 1$/ })
    const inSight = [1, 3, 4]
    act(() =>
      tell(
        [...table.querySelectorAll('thead [aria-colindex]')].map(
          (target) =>
            ({
              target,
              isIntersecting: inSight.includes(Number(target.getAttribute('aria-colindex'))),
            }) as unknown as IntersectionObserverEntry,
        ),
        null as never,
      ),
    )
    const rows = within(table).getAllByRole('row')
    const places = (row: HTMLElement) =>
      [...row.querySelectorAll('[aria-colindex]')].map((cell) => [
        Number(cell.getAttribute('aria-colindex')),
        cell.textContent,
      ])
    expect(places(rows[2]!)).toEqual([
      [1, '▸Affiliate 1'],
      [3, '$10,25'],
      [4, '-$12,50'],
    ])
    expect([...rows[2]!.children].reduce((sum, cell) => sum + (cell as HTMLTableCellElement).colSpan, 0)).toBe(5)
    expect(places(rows.at(-1)!)).toHaveLength(5)
    expect(table.getAttribute('aria-colcount')).toBe('5')
    act(() => {
      window.dispatchEvent(new Event('beforeprint'))
    })
    const printed = within(table).getAllByRole('row').slice(2, -1)
    expect(printed.map((row) => places(row).length)).toEqual(Array.from({ length: 100 }, () => 5))
    vi.unstubAllGlobals()
  })

  test('says below each number how much it differs from the period before, once it is compared', async () => {
    const read = vi.fn(async (path: string) =>
      path.includes('from=2026-01-01')
        ? {
            ...answer([{ ...rowsOf(1)[0], ngr: -20.5 }]),
            total: { clicks: 10, lotto_turnover: 300, ngr: -20.5, margin: 9 },
          }
        : answer(rowsOf(1)),
    )
    const { user, location } = showReport({ read })
    await user.click(await screen.findByRole('button', { name: 'Comparar com o período anterior' }))
    await screen.findByText('+20')
    const rows = within(screen.getByRole('treegrid')).getAllByRole('row')
    expect(cellsOf(rows[2]!)).toEqual(['▸Affiliate 1', '00', '$10,25$0,00', '-$12,50+$8,00', '–'])
    expect(cellsOf(rows.at(-1)!)).toEqual(['Total', '30+20', '$300,50+$0,50', '-$12,50+$8,00', '8,00%-1,00%'])
    expect(location.search).toContain('compare=before')
  })

  test('is told by the twelve months up to that of its last day, and compared with the twelve before', async () => {
    const read = vi.fn(async (path: string) => {
      const year = /[?]year=(\d{4})-02/.exec(path)?.[1]
      if (!year) return answer(rowsOf(1))
      return {
        ...answer([{ month: `${year}-01`, clicks: year === '2026' ? 9 : 4, lotto_turnover: 1, ngr: 1, margin: 1 }]),
        from: `${Number(year) - 1}-03-01`,
        to: `${year}-02-28`,
      }
    })
    const { user, location } = showReport({ read })
    await user.click(await screen.findByRole('button', { name: '12 meses' }))
    const row = (await screen.findByRole('rowheader', { name: '01/2026' })).closest('tr')!
    expect(cellsOf(row)).toEqual(['01/2026', '9', '$1,00', '$1,00', '1,00%'])
    expect(screen.getByText(/01\/03\/2025 – 28\/02\/2026/)).toBeTruthy()
    expect(location.search).toContain('span=year')
    await user.click(screen.getByRole('button', { name: 'Comparar com o período anterior' }))
    await screen.findByText('+5')
    expect(read.mock.calls.map(([path]) => path)).toEqual([
      '/api/report/affiliateActivity?from=2026-02-01&to=2026-02-28&limit=200',
      '/api/report/affiliateActivity?year=2026-02&limit=200',
      '/api/report/affiliateActivity?year=2025-02',
    ])
    await user.click(screen.getByRole('button', { name: 'Só o período' }))
    await screen.findByRole('rowheader', { name: /Affiliate 1/ })
    expect(location.search).not.toContain('span')
  })

  test('is ordered by a head, largest first, and the address says so', async () => {
    const { user, location } = showReport({ read: vi.fn(async () => answer(rowsOf(3))) })
    await user.click(await screen.findByRole('button', { name: 'NGR' }))
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
        '▸Affiliate 3',
        '▸Affiliate 2',
        '▸Affiliate 1',
        'Total',
      ]),
    )
    expect(screen.getByRole('columnheader', { name: /NGR/ }).getAttribute('aria-sort')).toBe('descending')
    expect(location.search).toContain('sort=-ngr')
  })

  test('is not asked for with a period of a month or longer, and says what the last day can be', async () => {
    const read = vi.fn(async () => answer(rowsOf(1)))
    const { user } = showReport({ read })
    await screen.findByRole('treegrid')
    const to = screen.getByRole('textbox', { name: /^Até/ })
    await user.clear(to)
    await user.type(to, '01/03/2026')
    expect(await screen.findByText(/o último dia pode ser 28\/02\/2026/)).toBeTruthy()
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('opens a row into what is inside it, asked for when it is opened', async () => {
    const read = vi.fn(async (path: string) =>
      answer(
        path.includes('rows=day')
          ? [{ day: '2026-02-03', clicks: 1, lotto_turnover: 1, ngr: 1, margin: 1 }]
          : rowsOf(2),
      ),
    )
    const { user } = showReport({ read })
    await user.click(await screen.findByRole('button', { name: /Affiliate 2/ }))
    expect(await screen.findByRole('rowheader', { name: '03/02/2026' })).toBeTruthy()
    expect(read.mock.calls.at(-1)![0]).toBe(
      '/api/report/affiliateActivity?from=2026-02-01&to=2026-02-28&affiliate=2&rows=day',
    )
    await user.click(screen.getByRole('button', { name: /Affiliate 2/ }))
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: '03/02/2026' })).toBeNull())
  })

  test('says in the address which rows are open, and opens them again from there', async () => {
    const read = vi.fn(async (path: string) =>
      answer(
        path.includes('rows=day')
          ? [{ day: '2026-02-03', clicks: 1, lotto_turnover: 1, ngr: 1, margin: 1 }]
          : rowsOf(2),
      ),
    )
    const { user, location } = showReport({
      read,
      at: '/reports/example?from=2026-02-01&to=2026-02-28&open=/affiliate=2&open=/affiliate=77&open=nonsense',
    })
    expect(await screen.findByRole('rowheader', { name: '03/02/2026' })).toBeTruthy()
    expect(read.mock.calls.map(([path]) => path).filter((path) => path.includes('rows='))).toEqual([
      '/api/report/affiliateActivity?from=2026-02-01&to=2026-02-28&affiliate=2&rows=day',
    ])
    await user.click(screen.getByRole('button', { name: /Affiliate 2/ }))
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: '03/02/2026' })).toBeNull())
    expect(new URLSearchParams(location.search).getAll('open')).not.toContain('/affiliate=2')
  })

  test('is one stop of the Tab key, the arrow keys move inside, and open and close a row', async () => {
    const read = vi.fn(async (path: string) =>
      answer(
        path.includes('rows=day')
          ? [{ day: '2026-02-03', clicks: 1, lotto_turnover: 1, ngr: 1, margin: 1 }]
          : rowsOf(2),
      ),
    )
    const { user } = showReport({ read })
    const table = await screen.findByRole('treegrid')
    await screen.findByRole('rowheader', { name: /Affiliate 1/ })
    expect(table.querySelectorAll('[tabindex="0"], a[href], button:not([tabindex])')).toHaveLength(1)
    act(() => table.querySelector<HTMLElement>('[tabindex="0"]')!.focus())
    expect(document.activeElement?.textContent).toBe('Afiliado')
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(await screen.findByRole('rowheader', { name: '03/02/2026' })).toBeTruthy()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('03/02/2026')
    await user.keyboard('{ArrowUp}{ArrowLeft}')
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: '03/02/2026' })).toBeNull())
    await user.keyboard('{Control>}{End}{/Control}')
    expect(document.activeElement?.textContent).toBe('8,00%')
    expect(table.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  })

  test('shows the columns one chooses', async () => {
    const { user, location } = showReport({ read: vi.fn(async () => answer(rowsOf(1))) })
    await user.click(await screen.findByRole('button', { name: 'Colunas' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Cliques' }))
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: /Cliques/, hidden: true })).toBeNull())
    expect(location.search).toContain('hide=clicks')
  })

  test('without rows says so', async () => {
    showReport({ read: vi.fn(async () => answer([])) })
    expect(await screen.findByText(/Sem atividade neste período/)).toBeTruthy()
  })
})

describe('without a session', () => {
  test('a report asks for a token, sends it, and never puts it into the address', async () => {
    const read = vi.fn(async (_path: string) => answer(rowsOf(1)))
    const { user, location } = showReport({ actor: null, read })
    await user.type(await screen.findByRole('textbox', { name: 'Chave de acesso de afiliado' }), 'af123')
    expect(read).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Mostrar' }))
    await screen.findByRole('treegrid')
    expect(read.mock.calls[0]![0]).toContain('affiliateToken=af123')
    expect(location.search).not.toContain('af123')
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('a token that opens nothing is said, with the field for another one', async () => {
    const read = vi.fn(async (path: string) => {
      if (path.includes('af404')) throw toHttpError(401, { code: 'unknown_token', message: 'Unknown token' })
      return answer(rowsOf(1))
    })
    const { user } = showReport({ actor: null, read })
    await user.type(await screen.findByRole('textbox', { name: 'Chave de acesso de afiliado' }), 'af404')
    await user.click(screen.getByRole('button', { name: 'Mostrar' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Esta chave não é válida. Confira e tente de novo')
    await user.type(await screen.findByRole('textbox', { name: 'Chave de acesso de afiliado' }), 'af123')
    await user.click(screen.getByRole('button', { name: 'Mostrar' }))
    await screen.findByRole('treegrid')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a key in the address is taken, and taken out of it', async () => {
    const read = vi.fn(async (_path: string) => answer(rowsOf(1)))
    const { location } = showReport({
      actor: null,
      read,
      at: '/reports/example?from=2026-02-01&to=2026-02-10&affiliateToken=af9',
    })
    await screen.findByRole('treegrid')
    const asked = read.mock.calls.map(([path]) => path).filter((path) => path.startsWith('/api/report/'))
    expect(asked).toEqual([expect.stringContaining('affiliateToken=af9')])
    expect(location.search).toBe('?from=2026-02-01&to=2026-02-10')
  })

  test('a session without the role is no right to the report, and the API is not asked', async () => {
    const read = vi.fn(async () => answer(rowsOf(1)))
    showReport({ actor: actorWith(['campaign']), read })
    expect(await screen.findByRole('textbox', { name: 'Chave de acesso de afiliado' })).toBeTruthy()
    expect(read).not.toHaveBeenCalled()
  })
})
