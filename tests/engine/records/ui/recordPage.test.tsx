import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import { reports } from '#resources/reports/index.ts'
import type { RecordHead } from '#engine/records/answers/recordHead.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ConfiguredEdit } from '#engine/records/ui/form/ConfiguredEdit.tsx'
// Loaded before a test waits for them: on a busy machine that takes longer than any wait.
import '#engine/history/ui/HistoryPanel.tsx'
import '#engine/notes/ui/Timeline.tsx'
import '#features/payouts/ui/PayoutFigure.tsx'
import '#engine/records/ui/page/OverviewTab.tsx'
import '#engine/records/ui/page/PageTop.tsx'
import '#engine/records/ui/page/RelatedList.tsx'
import '#engine/records/ui/page/TabContent.tsx'
import { barOf, formerTab, tabNamed, tabsFor } from '#engine/records/ui/page/tabs.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const allReports = reports as unknown as Readonly<Record<string, Report>>
const known = resources as unknown as Readonly<Record<string, AnyResource>>
const affiliate = {
  id: 7,
  version: 2,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  name: 'Canal do Gol',
  token: 'af1',
  email: 'ana@example.com',
  company: 1,
  brands: [1],
  rewardProfile: 1,
  partner: null,
  paymentType: 'manual',
  isComplete: { isComplete: true, missing: [] },
}
const days = Array.from({ length: 30 }, (_, index) => ({
  day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  value: index,
}))
const note = {
  id: 1,
  text: 'Ligou hoje',
  author: 'Marina',
  at: '2026-11-04T10:00:00.000Z',
  isOwn: false,
  mentions: [],
  files: [],
  task: null,
  shared: false,
  question: null,
}
const head: RecordHead = {
  from: '2026-11-01',
  to: '2026-11-30',
  figures: {
    earned: [{ currency: 'BRL', value: 1234.5, before: 1000, count: 30, days }],
    pending: [{ currency: 'BRL', value: 99.9, count: 3 }],
  },
  payout: [],
  stopped: null,
}
const payments = [
  { id: 1, currency: 'BRL', value: 50, createdAt: '2026-11-02T00:00:00.000Z', affiliate: 7, attempts: [], version: 1 },
]

/** What is asked besides is not there: its part of the page says so, and the rest stands. */
function answered(path: string, answers: Readonly<Record<string, unknown>>): unknown {
  if (!(path in answers)) throw new Error(`${path} was not expected`)
  return answers[path]
}

function open(at: string, answer: RecordHead = head, answers: Readonly<Record<string, unknown>> = {}) {
  const actor = actorWith([], { root: true })
  const { affiliate: first, ...others } = known
  return stage({
    actor,
    resources: { affiliate: first!, ...others },
    pages: { edit: <ConfiguredEdit /> },
    at,
    dataProvider: {
      getOne: async () => ({ data: affiliate }),
      callApi: async () => ({ json: null }),
      getList: async (resource: string) => ({
        data: resource === 'payment' ? payments : [],
        total: resource === 'payment' ? 1 : 0,
      }),
      getMany: async (_: string, { ids }: { ids: number[] }) => ({ data: ids.map((id) => ({ id, name: `N${id}` })) }),
      read: async (path: string) =>
        answered(path, { '/api/affiliate/7/head': answer, '/api/affiliate/7/access_key': [], ...answers }),
    },
  })
}

describe('the page of a record that declares a head and tabs', () => {
  it('shows what was earned, what is pending and what leads there, above the form', async () => {
    open('/affiliate/7')
    const figures = await screen.findByRole('region', { name: 'Indicadores' })
    await waitFor(() => expect(figures.textContent).toContain('1.234,50'))
    expect(within(figures).getByText(/23,45%/)).toBeTruthy()
    const line = within(figures).getByRole('button', { name: /: De 01\/11\/2026 a 30\/11\/2026/ })
    line.focus()
    await userEvent.keyboard('{Enter}')
    const days = within(await screen.findByRole('dialog'))
    expect((await days.findAllByRole('row')).at(-1)!.textContent).toContain('30/11/2026')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(within(figures).getByRole('link', { name: /^3 / }).getAttribute('href')).toBe('/affiliate/7/money')
    expect(await screen.findByLabelText(/^Nome/)).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Cadastro' }).getAttribute('aria-selected')).toBe('true')
  })

  it('has an address for each tab, and comes back to the form', async () => {
    const { container } = open('/affiliate/7')
    await userEvent.click(await screen.findByRole('tab', { name: 'Dinheiro' }))
    await waitFor(() => expect(container.ownerDocument.querySelector('tbody')?.textContent).toContain('50,00'))
    expect(screen.queryByLabelText(/^Nome/)).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Cadastro' }))
    expect(await screen.findByLabelText(/^Nome/)).toBeTruthy()
  })

  it('leads from what once was a tab by itself to where it stands now', async () => {
    const { container } = open('/affiliate/7/payments')
    await waitFor(() => expect(container.ownerDocument.querySelector('tbody')?.textContent).toContain('50,00'))
    expect(screen.getByRole('tab', { name: 'Dinheiro' }).getAttribute('aria-selected')).toBe('true')
  })

  it('says beside the name how to reach somebody, and tells notes and changes in one line of time', async () => {
    const change = { validTo: null, changedBy: 'Carla', correction: null }
    open('/affiliate/7/overview', head, {
      '/api/affiliate/7/note': { notes: [note], colleagues: [], sharedWith: null },
      '/api/affiliate/7/history': [
        { ...change, id: 2, validFrom: '2026-11-03', changedAt: '2026-11-03T10:00:00.000Z', values: { partner: 4 } },
        { ...change, id: 1, validFrom: null, changedAt: null, values: { partner: null } },
      ],
    })
    expect(await screen.findByText('ana@example.com')).toBeTruthy()
    const line = within(await screen.findByRole('region', { name: 'Notas e histórico' }))
    await waitFor(() =>
      expect(line.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
        expect.stringContaining('Ligou hoje'),
        expect.stringMatching(/Carla.*Parceiro/),
      ]),
    )
  })

  it('shows no pending money as money', async () => {
    open('/affiliate/7', { ...head, figures: { ...head.figures, pending: [] } })
    const figures = await screen.findByRole('region', { name: 'Indicadores' })
    await waitFor(() => expect(figures.textContent).toMatch(/Pendente\$0,00/))
  })

  it('shows nothing of a figure that did not come', async () => {
    open('/affiliate/7', { ...head, figures: {}, payout: undefined as never, stopped: undefined as never })
    const figures = await screen.findByRole('region', { name: 'Indicadores' })
    await waitFor(() => expect(figures.getAttribute('aria-busy')).toBe('false'))
    expect(figures.textContent).toBe('')
  })
})

describe('the tabs of a page', () => {
  const ofCampaign = (roles: string[]) =>
    barOf(tabsFor({ resource: known['campaign']!, resources: known, reports: {}, actor: actorWith(roles) }))
  const namesFor = (...roles: string[]) =>
    tabsFor({ resource: known['affiliate']!, resources: known, reports: allReports, actor: actorWith(roles) }).map(
      ({ name }) => name,
    )

  it('are found by what stands behind the record in the address, and by nothing else', () => {
    const tabs = ofCampaign(['campaign'])
    expect(tabNamed(tabs, '')?.name).toBe('edit')
    expect(tabNamed(tabs, 'overview')?.name).toBe('overview')
    expect(tabNamed(tabs, 'edit')).toBeUndefined()
    expect(tabNamed(tabs, 'links')).toBeUndefined()
  })

  it('that stand together are one, where the first of them is; the address of each leads there', () => {
    const bar = barOf(
      tabsFor({
        resource: known['affiliate']!,
        resources: known,
        reports: allReports,
        actor: actorWith([], { root: true }),
      }),
    )
    expect(bar.map(({ name }) => name)).toEqual(['overview', 'money', 'promotion', 'players', 'deal', 'record'])
    const former = [
      'entries',
      'payments',
      'links',
      'sites',
      'history',
      'referred',
      'people',
      'notes',
      'players',
      'none',
    ]
    expect(former.map((name) => formerTab(bar, name)?.name)).toEqual([
      'money',
      'money',
      'promotion',
      'promotion',
      'deal',
      'deal',
      'record',
      'overview',
      undefined,
      undefined,
    ])
  })

  it('are those whose records or report the reader may read', () => {
    expect(namesFor('affiliate')).toEqual(['overview', 'sites', 'history', 'referred', 'edit', 'people'])
    expect(namesFor('affiliate', 'entryByAffiliate', 'activityPerAffiliate')).toEqual([
      'overview',
      'entries',
      'sites',
      'players',
      'history',
      'referred',
      'edit',
      'people',
    ])
  })
})

describe('the history of a record', () => {
  const campaign = {
    id: 3,
    version: 4,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    name: 'Helena',
    partnerLevel: 1,
    percentage: 20,
    abatement: 0,
    affiliates: [],
  }
  const version = (id: number, percentage: number, validFrom: string | null, validTo: string | null) => ({
    id,
    validFrom,
    validTo,
    values: { percentage, abatement: 0 },
    changedBy: null,
    changedAt: null,
    correction: null,
  })
  const rows = [version(9, 20, '2026-11-10', null), version(8, 15, null, '2026-11-10')]

  it('stands two versions beside each other, and brings one back as a change like any other', async () => {
    const update = vi.fn(async (_: string, { data }: { data: object }) => ({ data: { ...campaign, ...data } }))
    const { partner: first, ...others } = known
    stage({
      actor: actorWith([], { root: true }),
      resources: { partner: first!, ...others },
      pages: { edit: <ConfiguredEdit /> },
      at: '/partner/3/history',
      dataProvider: {
        getOne: async () => ({ data: campaign }),
        getMany: async () => ({ data: [] }),
        update,
        read: async (path: string) =>
          answered(path, { '/api/partner/3/history': rows, '/api/partner/3/head': { ...head, figures: {} } }),
      },
    })
    for (const box of await screen.findAllByRole('checkbox', { name: 'Comparar' })) await userEvent.click(box)
    const compared = screen.getByRole('table', { name: 'Comparar duas versões' })
    expect(compared.textContent).toMatch(/15,00%.*20,00%.*Sim/)
    await userEvent.click(screen.getByRole('button', { name: 'Restaurar a versão 8' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restaurar' }))
    await waitFor(() => expect(update).toHaveBeenCalled())
    expect(update.mock.calls[0]![1].data).toEqual({ percentage: 15, version: 4 })
  })
})

describe('the page of a deal', () => {
  const reward = {
    id: 5,
    version: 1,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    name: 'Trinta',
    slug: 'trinta',
    company: 1,
    productType: 'bets',
    subType: 'ngr',
    calculation: 'fixed',
    percentage: 30,
    tiers: [],
  }
  const figures = { affiliates: [{ currency: null, value: 2 }], profiles: [{ currency: null, value: 1 }] }

  function openDeal(at: string, profiles: readonly { id: number; name: string }[]) {
    const { reward: first, ...others } = known
    const getList = vi.fn(async (resource: string, _: { filter: object }) => {
      const data = resource === 'rewardProfile' ? profiles : [affiliate]
      return { data, total: data.length }
    })
    stage({
      actor: actorWith([], { root: true }),
      resources: { reward: first!, ...others },
      pages: { edit: <ConfiguredEdit /> },
      at,
      dataProvider: {
        getOne: async () => ({ data: reward }),
        getList,
        getMany: async (_: string, { ids }: { ids: number[] }) => ({ data: ids.map((id) => ({ id, name: `N${id}` })) }),
        read: async (path: string) => answered(path, { '/api/reward/5/head': { ...head, figures } }),
      },
    })
    return getList
  }

  it('says how many have it, and lists those who have it by their profiles', async () => {
    const getList = openDeal('/reward/5/affiliates', [{ id: 8, name: 'Perfil' }])
    expect(await screen.findByText('Canal do Gol')).toBeTruthy()
    expect((await screen.findByRole('region', { name: 'Indicadores' })).textContent).toMatch(/Afiliados.*2.*Perfis.*1/)
    const asked = getList.mock.calls.map(([resource, { filter }]) => [resource, filter])
    expect(asked).toContainEqual(['rewardProfile', { rewards: [5] }])
    expect(asked).toContainEqual(['affiliate', { rewardProfile: [8] }])
  })

  it('asks for no affiliates where no profile holds it', async () => {
    const getList = openDeal('/reward/5/affiliates', [])
    expect(await screen.findByRole('heading', { name: /Afiliados: / })).toBeTruthy()
    expect(getList.mock.calls.map(([resource]) => resource)).not.toContain('affiliate')
  })

  it('offers a new one that begins as a copy, but for what no two have', async () => {
    openDeal('/reward/5/affiliates', [])
    const link = await screen.findByRole('link', { name: /^Duplicar: / })
    const begun = JSON.parse(new URL(link.getAttribute('href')!, 'http://office').searchParams.get('source')!)
    expect(begun).toMatchObject({ name: 'Trinta (cópia)', productType: 'bets', percentage: 30, company: 1 })
    expect(begun).not.toHaveProperty('slug')
    expect(begun).not.toHaveProperty('id')
  })
})
