import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { BrandFreshness } from '#features/activity/answers/freshness.ts'
import { Freshness, FreshnessOf } from '#features/activity/ui/freshness/Freshness.tsx'
import { actorWith, parcel } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const fresh: BrandFreshness = {
  brand: 2,
  name: 'Bet Two',
  latest_day: '2026-11-27',
  latest_event_at: '2026-11-27T23:59:00.000Z',
  received_at: '2026-11-28T06:00:00.000Z',
  is_late: false,
  may_change_from: null,
  via: 'file',
  key_hint: null,
  received_by: 'Nina Prado',
}
const late: BrandFreshness = {
  ...fresh,
  brand: 1,
  name: 'Bet One',
  latest_day: '2026-11-26',
  latest_event_at: null,
  is_late: true,
  may_change_from: '2026-11-27',
  via: 'batch',
  key_hint: 'x7Qa',
  received_by: null,
}
const show = (element: React.ReactElement, read = vi.fn(async (_path: string): Promise<unknown> => [])) => {
  stage({
    actor: actorWith([]),
    resources: { parcel },
    pages: {},
    at: '/x',
    others: { '/x': element },
    dataProvider: { read },
  })
  return read
}
const sentence =
  'Os números de Bet One depois de 26/11/2026 ainda não chegaram: cadastros, depósitos e comissão de 27/11/2026 em diante ainda podem mudar'

describe('how far brands have told', () => {
  it('is one quiet line, and opens into each brand with its latest event and feed', async () => {
    show(<FreshnessOf freshness={[{ ...late, is_late: false, may_change_from: null }, fresh]} />)
    expect(await screen.findByText(/Dados das 2 marcas até 26\/11\/2026/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Ver por marca' }))
    expect(
      within(screen.getByRole('list', { name: 'Dados até' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent.replace(/ \([^)]*\)/g, '')),
    ).toEqual([
      'Dados de Bet One até 26/11/2026 · recebido em 28/11/2026 06:00 UTC · API, …x7Qa',
      'Dados de Bet Two até 27/11/2026 · último evento em 27/11/2026 23:59 UTC · recebido em 28/11/2026 06:00 UTC · arquivo, Nina Prado',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Ocultar' }))
    expect(screen.queryByRole('list', { name: 'Dados até' })).toBeNull()
  })

  it('says of a late brand what may still change', async () => {
    show(<FreshnessOf freshness={[late, fresh]} to="2026-11-30" />)
    expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
  })

  it('says how many are late where several are', async () => {
    show(<FreshnessOf freshness={[late, { ...fresh, is_late: true, may_change_from: '2026-11-28' }]} />)
    expect(
      await screen.findByText(/Números de 2 marcas estão atrasados, o mais antigo desde 26\/11\/2026/),
    ).toBeTruthy()
  })

  it('says nothing of lateness beside figures of days that are here', async () => {
    show(<FreshnessOf freshness={[late]} to="2026-11-26" />)
    expect(await screen.findByText(/^Dados de Bet One até 26\/11\/2026/)).toBeTruthy()
  })

  it('is asked for of one affiliate, and is not there where no brand has told anything', async () => {
    const read = show(<Freshness of={{ affiliate: 7 }} />)
    await vi.waitFor(() => expect(read).toHaveBeenCalled())
    expect(read.mock.calls[0]![0]).toBe('/api/brand/freshness?affiliate=7')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
