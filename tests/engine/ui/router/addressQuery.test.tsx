import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import { reports } from '#resources/reports/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import FeedsPage from '#features/activity/ui/feeds/FeedsPage.tsx'
import GeolocationPage from '#features/tracking/ui/geolocation/GeolocationPage.tsx'
import { ReportPage } from '#features/reporting/ui/ReportPage.tsx'
import UnattributedPage from '#features/activity/ui/unattributed/UnattributedPage.tsx'
import { fromAddress } from '#engine/ui/router/addresses.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const root: Actor = {
  kind: 'user',
  userId: 1,
  name: 'root@office.test',
  root: true,
  roles: new Set(),
  company: null,
  allowedBrands: [],
  partner: null,
}
const known = resources as unknown as Readonly<Record<string, AnyResource>>

const brands = [
  { id: 3, name: 'Acme' },
  { id: 4, name: 'Bola' },
]
const sums = { clicks: 5, registrations: 2, ftd: 1, deposit_count: 1, deposits: 10 }
const places = {
  rows: [{ domain: 'acme.test', country: 'BR', state: 'SP', city: 'Santos', ...sums }],
  total: sums,
  from: '2026-11-01',
  to: '2026-11-20',
  zone: 'UTC',
  visits: { unique: 4, apart: [{ kind: 'bot', by: 'isbot', visits: 2 }] },
}
const events = [
  {
    eventId: 'e1',
    brand: 3,
    type: 'bet',
    occurredAt: '2026-11-20T10:00:00Z',
    playerRef: 'p',
    actionToken: null,
    clickId: null,
    product: 'bets',
    amount: 5,
    currency: 'BRL',
    reason: 'no_action',
  },
]
const answers: Readonly<Record<string, unknown>> = {
  '/api/action/geolocation': places,
  '/api/state': [{ id: 'SP', name: 'São Paulo' }],
  '/api/country': [{ id: 'BR', name: 'Brazil' }],
  '/api/city': [],
}

const dataProvider = {
  getList: async () => ({ data: brands, total: 2 }),
  getMany: async (_: string, { ids }: { ids: unknown[] }) => ({
    data: brands.filter(({ id }) => ids.map(Number).includes(id)),
  }),
  read: async (path: string) =>
    answers[path.split('?')[0]!] ??
    (path.startsWith('/api/report')
      ? { rows: [], total: {}, from: '2026-11-01', to: '2026-11-20', zone: 'UTC', upTo: null }
      : brands),
  callApi: async () => ({ json: events, body: '', headers: new Headers({ 'content-range': 'unattributed 0-0/60' }) }),
}

/** Opens a page at the address that people see, in the router that the product has. */
function open(address: string, page: ReactElement) {
  return stage({
    actor: root,
    resources: known,
    pages: {},
    isTranslated: true,
    others: { [fromAddress(address)]: page },
    at: address,
    dataProvider,
  }).location
}

/** Where one stands; a page that is not there says so. */
function expectStanding(
  location: { pathname: string; search: string },
  address: string,
  query: Record<string, string>,
) {
  expect(location.pathname).toBe(address)
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(query)
  expect(screen.queryByText('elsewhere')).toBeNull()
}

afterEach(cleanup)

/** Picks the first option that a picker offers under this text. */
async function pick(label: string, option: string | RegExp) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('every control that keeps itself in the address stays at the page', () => {
  it('the brand of the feeds', async () => {
    const location = open('/registers/brand/feeds', <FeedsPage />)
    await pick('Marca', 'Acme')
    await waitFor(() => expectStanding(location, '/registers/brand/feeds', { brand: '3' }))
    await pick('Marca', 'Bola')
    await waitFor(() => expectStanding(location, '/registers/brand/feeds', { brand: '4' }))
  })

  it('brand, reason, page and size of the events of nobody', async () => {
    const address = '/registers/brand/unattributed'
    const location = open(address, <UnattributedPage />)
    const user = userEvent.setup()
    await pick('Marca', 'Acme')
    await waitFor(() => expectStanding(location, address, { brand: '3' }))
    await pick('Motivo', 'Sem link no evento nem no jogador')
    await waitFor(() => expectStanding(location, address, { brand: '3', reason: 'no_action' }))
    await user.click(await screen.findByRole('button', { name: /próxima/i }))
    await waitFor(() => expectStanding(location, address, { brand: '3', reason: 'no_action', page: '2' }))
    await pick('Motivo', 'Todos')
    await waitFor(() => expectStanding(location, address, { brand: '3' }))
  })

  it('grouping, ranking, period, drill and places of the actions by place', async () => {
    const address = '/registers/action/geolocation'
    const location = open(address, <GeolocationPage />)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Estado' }))
    await waitFor(() => expectStanding(location, address, { by: 'state' }))
    await user.click(screen.getByRole('button', { name: 'Cadastros' }))
    await waitFor(() => expectStanding(location, address, { by: 'state', measure: 'registrations' }))
    await user.click(screen.getByRole('button', { name: 'País' }))
    await user.click(await screen.findByRole('button', { name: 'Brasil' }))
    await waitFor(() => expectStanding(location, address, { country: 'BR', measure: 'registrations' }))
    await pick('Domínio', 'acme.test')
    await waitFor(() =>
      expectStanding(location, address, { country: 'BR', domain: 'acme.test', measure: 'registrations' }),
    )
    await user.click(screen.getByRole('button', { name: 'Hoje' }))
    await waitFor(() =>
      expect(Object.keys(Object.fromEntries(new URLSearchParams(location.search)))).toEqual(
        expect.arrayContaining(['from', 'to', 'country']),
      ),
    )
    expect(location.pathname).toBe(address)
  })

  it.each([reports.general, reports.affiliateDetail] as Report[])('the period of a report: $path', async (report) => {
    const location = open(report.path, <ReportPage report={report} />)
    await userEvent.click(await screen.findByText('Ontem'))
    await waitFor(() => expect(new URLSearchParams(location.search).get('from')).not.toBeNull())
    expect(location.pathname).toBe(report.path)
    expect(screen.queryByText('elsewhere')).toBeNull()
  })
})
