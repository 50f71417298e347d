import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineReport, type Report } from '#engine/declaration/report.ts'
import { ReportPage } from '#features/reporting/ui/ReportPage.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const report = defineReport({
  name: 'affiliateActivity',
  path: '/reports/example',
  openTo: ['session'],
  roles: ['activityPerAffiliate'],
  rows: ['affiliate'],
  openInto: [],
  measures: ['clicks', 'ngr'],
  filters: ['period'],
}) as Report
const common = { from: '2026-02-01', to: '2026-02-28', zone: 'UTC', upTo: null }
const row = (currency: string, ngr: number) => ({ affiliate: 1, affiliate_name: 'Ana', clicks: 0, ngr, currency })
const each = {
  ...common,
  rows: [row('BRL', 100), row('USD', 100)],
  totals: [
    { currency: 'BRL', clicks: 0, ngr: 100 },
    { currency: 'USD', clicks: 0, ngr: 100 },
  ],
}
const inOne = {
  ...common,
  rows: [row('BRL', 612.35)],
  total: { clicks: 0, ngr: 612.35 },
  totals: [{ currency: 'BRL', clicks: 0, ngr: 612.35 }],
  rates: [{ from: 'USD', to: 'BRL', day: '2026-02-01', rate: 5.1235, source: 'Central bank' }],
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => vi.restoreAllMocks())

describe('a report of two currencies', () => {
  test('shows one at a time, or all in one and by which rates', async () => {
    const read = vi.fn(async (path: string) => (path.includes('currency=BRL') ? inOne : each))
    stage({
      actor: actorWith(['activityPerAffiliate']),
      resources: { parcel },
      pages: {},
      at: '/reports/example?from=2026-02-01&to=2026-02-28',
      others: { '/reports/example': <ReportPage report={report} /> },
      dataProvider: { read },
    })
    const user = userEvent.setup()
    expect((await screen.findByRole('button', { name: 'BRL' })).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('combobox', { name: 'Converter para uma moeda' }))
    await user.click(await screen.findByRole('option', { name: 'BRL' }))
    expect(await screen.findByText(/1 USD = 5,1235 BRL desde 01\/02\/2026 \(Central bank\)/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'USD' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Converter para uma moeda' }))
    await user.click(await screen.findByRole('option', { name: 'Moedas originais' }))
    expect(await screen.findByRole('button', { name: 'USD' })).toBeTruthy()
  })
})
