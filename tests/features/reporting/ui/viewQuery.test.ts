import { describe, expect, test } from 'vitest'
import { addressOfView, savedViewQuery } from '#features/reporting/ui/views/viewQuery.ts'

const today = '2026-03-10'
const report = { path: '/reports/general' }

describe('a saved view', () => {
  test('keeps filters, order and columns, the period by its name, and never a token', () => {
    const search = new URLSearchParams(
      'from=2026-03-01&to=2026-03-10&brand=1&brand=2&sort=-ngr&partnerToken=secret&utm_source=mail',
    )
    const kept = savedViewQuery({ search, query: { period: { from: '2026-03-01', to: '2026-03-10' } }, today })
    expect(kept).toBe('brand=1&brand=2&sort=-ngr&preset=thisMonth')
    expect(addressOfView({ report, kept, today: '2026-04-05' })).toBe(
      '/reports/general?brand=1&brand=2&sort=-ngr&from=2026-04-01&to=2026-04-05',
    )
  })

  test('keeps which rows are open, unless these are too many', () => {
    const kept = (count: number) =>
      savedViewQuery({
        search: new URLSearchParams([
          ['brand', '1'],
          ...Array.from({ length: count }, (_, id) => ['open', `/affiliate=${id}/day=2026-03-02`]),
        ]),
        query: { period: { from: '2026-03-01', to: '2026-03-10' } },
        today,
      })
    expect(new URLSearchParams(kept(2)).getAll('open')).toEqual([
      '/affiliate=0/day=2026-03-02',
      '/affiliate=1/day=2026-03-02',
    ])
    expect(kept(100)).toBe('brand=1&preset=thisMonth')
  })

  test('keeps two days where the period has no name', () => {
    const kept = savedViewQuery({
      search: new URLSearchParams('hide=bonus'),
      query: { period: { from: '2026-01-05', to: '2026-01-09' } },
      today,
    })
    expect(addressOfView({ report, kept, today })).toBe('/reports/general?hide=bonus&from=2026-01-05&to=2026-01-09')
  })
})
