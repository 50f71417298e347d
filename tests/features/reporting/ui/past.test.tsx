import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReportChanges } from '#features/reporting/answers/changes.ts'
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
  chart: 'ngr',
}) as Report
const answer = (ngr: number) => ({
  from: '2026-02-01',
  to: '2026-02-28',
  zone: 'UTC',
  upTo: null,
  rows: [{ affiliate: 1, affiliate_name: 'Ana', clicks: 0, ngr, currency: 'BRL' }],
  total: { clicks: 0, ngr },
  totals: [{ currency: 'BRL', clicks: 0, ngr }],
})
const cell = { key: { affiliate: 1 }, name: 'Ana', currency: 'BRL', column: 'ngr' }
const changes: ReportChanges = {
  from: '2026-02-01',
  to: '2026-02-28',
  since: '2026-03-01T10:00:59.999Z',
  knownAt: '2026-03-05T10:00:00.000000Z',
  count: 3,
  changes: [
    { ...cell, before: 80, after: 95, difference: 15, cause: 'lateEvent', refs: [{ kind: 'event', id: 'bet-77' }] },
    {
      ...cell,
      before: 95,
      after: 100,
      difference: 5,
      cause: 'rate',
      refs: [{ kind: 'rate', id: 'USD BRL 2026-02-01' }],
    },
    {
      ...cell,
      before: 100,
      after: 108,
      difference: 8,
      cause: 'movedPlayer',
      refs: [
        { kind: 'event', id: 'bet-78' },
        { kind: 'event', id: 'bet-79' },
      ],
      causes: [
        { cause: 'movedPlayer', refs: [{ kind: 'event', id: 'bet-78' }] },
        { cause: 'lateEvent', refs: [{ kind: 'event', id: 'bet-79' }] },
      ],
    },
  ],
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})
afterEach(() => vi.restoreAllMocks())

test('a report is shown as it was known, says so, and opens what changed since into causes and events', async () => {
  const read = vi.fn(async (path: string) =>
    path.includes('/changes?') ? changes : answer(path.includes('knownAt=') ? 80 : 100),
  )
  stage({
    actor: actorWith(['activityPerAffiliate']),
    resources: { parcel },
    pages: {},
    at: '/reports/example?from=2026-02-01&to=2026-02-28',
    others: { '/reports/example': <ReportPage report={report} /> },
    dataProvider: { read },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Ver posição em…' }))
  fireEvent.change(screen.getByLabelText('Posição em (UTC)'), { target: { value: '2026-03-01T10:00' } })
  expect(await screen.findByText(/Posição em 01\/03\/2026/)).toBeTruthy()
  expect((await screen.findAllByText(/80,00/)).length).toBeGreaterThan(0)
  expect(read.mock.calls.some(([path]) => path.includes('knownAt=2026-03-01T10%3A00%3A59.999Z'))).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Mudanças desde então' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Eventos atrasados' }))
  expect(dialog.getByText('Evento bet-77')).toBeTruthy()
  expect(dialog.getByRole('row', { name: /Ana .*80,00 .*95,00 .*\+.*15,00/ })).toBeTruthy()
  const notApart = 'Eventos atribuídos depois + Eventos atrasados, em conjunto'
  await user.click(dialog.getByRole('button', { name: notApart }))
  expect(dialog.getByText('Evento bet-79')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Fechar' }))

  await user.click(await screen.findByRole('button', { name: 'Voltar ao atual' }))
  expect((await screen.findAllByText(/100,00/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/Posição em 01\/03\/2026/)).toBeNull()
})
