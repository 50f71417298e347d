import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { memoryStore } from 'react-admin'
import { describe, expect, test, vi } from 'vitest'
import userEvent from '@testing-library/user-event'
import { featurePanels as panels } from '#locales/pt/featurePanels.ts'
import { transitions } from '#locales/pt/transitions.ts'
import { work } from '#locales/pt/work.ts'
import { payRun } from '#locales/pt/payRun.ts'
import { resources } from '#resources/index.ts'
import { relativeDays } from '#features/home/ui/ago.ts'
import { FirstSteps } from '#features/home/ui/FirstSteps.tsx'
import { Inbox } from '#features/home/ui/Inbox.tsx'
import { LateNextStep } from '#features/home/ui/LazyNextStep.tsx'
import type { FirstStep, InboxAnswer } from '#features/home/answers/inbox.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const waiting = {
  counts: { mention: 0, task: 1, approval: 0 },
  items: [
    {
      kind: 'task',
      object: 'affiliate',
      record: 7,
      name: 'Otávio',
      note: 3,
      text: 'Ligar',
      by: 'Ana',
      at: '2026-03-01T00:00:00.000Z',
      due: null,
    },
  ],
}

function show(
  answer: InboxAnswer,
  more: Readonly<Record<string, unknown>> = {},
  lists: Readonly<Record<string, readonly object[]>> = {},
) {
  const callApi = vi.fn(async () => ({ json: {}, headers: new Headers() }))
  const runAction = vi.fn(async () => ({}))
  stage({
    actor: actorWith([], { root: true }),
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at: '/morning',
    others: {
      '/morning': (
        <>
          <FirstSteps />
          <Inbox />
        </>
      ),
    },
    dataProvider: {
      read: async (path: string) => {
        if (path === '/api/brand/freshness') return []
        return path === '/api/dashboard/inbox' ? answer : (more[path.split('?')[0]!] ?? waiting)
      },
      callApi,
      runAction,
      getList: async (resource: string) => ({ data: lists[resource] ?? [], total: lists[resource]?.length ?? 0 }),
    },
  })
  return { callApi, runAction }
}

/** A page with the line above it, for somebody who is led or not. */
function showLine(at: string, names: readonly FirstStep[], done: ReadonlySet<string>, isLed = true) {
  const store = memoryStore()
  store.setItem('firstSteps.led', isLed)
  stage({
    actor: actorWith([], { root: true }),
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at,
    store,
    others: {
      [at]: (
        <>
          <LateNextStep />
          <p>a page</p>
        </>
      ),
    },
    dataProvider: { read: async () => ({ items: [], steps: names.map((step) => ({ step, isDone: done.has(step) })) }) },
  })
}

describe('the inbox', () => {
  test('says how much waits, what it comes to in each currency, and leads to where it is done', async () => {
    const totals = [
      { currency: 'BRL', value: 512.99 },
      { currency: 'EUR', value: 7 },
    ]
    show({ items: [{ kind: 'keyMissing', count: 3, totals }], steps: null })
    const list = await screen.findByRole('region', { name: work.inbox.title })
    const row = (await within(list).findByText('512,99', { exact: false })).closest('li')!
    expect(row.textContent).toContain('3 favorecidos sem chave Pix')
    expect(row.textContent).toMatch(/512,99.*7,00/)
    expect(within(row).getByRole('link').getAttribute('href')).toContain('status=key_missing')
  })

  test('shows what waits one by one where it stands, each with what is done about it', async () => {
    const owner = {
      kind: 'affiliate',
      id: 7,
      name: 'Otávio',
      paymentType: 'automatic',
      dueValue: 20,
      pendingValue: 20,
      pendingCount: 1,
      currency: 'BRL',
      status: 'key_missing',
      missing: [],
      minimumPayout: 0,
      nextPayDay: '2026-03-02',
    }
    const item = { kind: 'keyMissing', count: 1, totals: [], since: '2026-02-01' } as const
    show({ items: [item], steps: null }, { '/api/payment/owners': { rows: [owner], total: 1, counts: {} } })
    await userEvent.click(await screen.findByRole('button', { name: /1 favorecido sem chave/, expanded: false }))
    const row = (await screen.findByRole('link', { name: 'Otávio' })).closest('li')!
    expect(within(row).getByRole('button', { name: payRun.mendNamed.replace('%{name}', 'Otávio') })).toBeTruthy()
    expect(screen.getByText(relativeDays('2026-02-01', { now: new Date(), language: 'pt' }))).toBeTruthy()
  })

  test('closes days where they stand, and has a task done', async () => {
    const { callApi, runAction } = show({
      items: [
        { kind: 'tasks', count: 1, since: '2026-03-01T00:00:00.000Z' },
        { kind: 'neverClosed', count: 2, since: '2026-03-02', until: '2026-03-04' },
      ],
      steps: null,
    })
    await userEvent.click(await screen.findByRole('button', { name: work.inbox.close }))
    expect(runAction).toHaveBeenCalledWith(
      expect.objectContaining({ path: 'dailyClose/run', input: { from: '2026-03-02', to: '2026-03-04' } }),
    )
    await userEvent.click(await screen.findByRole('button', { name: /Ligar/ }))
    expect(callApi).toHaveBeenCalledWith('/api/affiliate/7/note/3/done', expect.objectContaining({ method: 'POST' }))
  })

  test('shows what a correction comes to where it stands, and has it approved there', async () => {
    const correction = {
      object: 'reward',
      objectId: 5,
      validFrom: '2026-02-01',
      reason: 'Digitada errada',
      state: 'waiting',
      requestedBy: 'Ana',
      createdAt: '2026-03-01T00:00:00.000Z',
      version: 1,
    }
    const preview = {
      changes: [{ field: 'adminFee', before: 0, after: 1 }],
      validFrom: '2026-02-01',
      validTo: null,
      previewedAt: '2026-03-02T00:00:00.000Z',
      digest: 'd1',
      totals: [],
      count: 0,
      rows: [],
      problems: [],
    }
    const own = { ...correction, id: 9, requestedBy: actorWith([], { root: true }).name }
    const { runAction } = show(
      { items: [{ kind: 'corrections', count: 1, since: '2026-03-01T00:00:00.000Z' }], steps: null },
      { '/api/correction/8/preview': preview },
      { correction: [own, { ...correction, id: 8 }] },
    )
    await userEvent.click(await screen.findByRole('button', { name: /1 correção/, expanded: false }))
    // What one asked for oneself is not among them.
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(panels.correction.preview) }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(await within(dialog).findByRole('button', { name: panels.correction.approve }))
    const asked = await screen.findByRole('dialog', { name: panels.correction.approveTitle })
    await userEvent.click(within(asked).getByRole('button', { name: panels.correction.approve }))
    expect(runAction).toHaveBeenCalledWith(expect.objectContaining({ path: '8/approve', input: { digest: 'd1' } }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('shows the checklist of a period that is over where it stands, and has it checked there', async () => {
    const days = { from: '2026-01-01', company: null, state: 'open', version: 1 }
    const { runAction } = show(
      { items: [{ kind: 'openPeriods', count: 1, since: '2026-01-31' }], steps: null },
      { '/api/period/3/checklist': { items: [], controlTotals: [], signature: null, bridge: [] } },
      {
        period: [
          { ...days, id: 3, to: '2026-01-31' },
          { ...days, id: 4, to: '2999-01-31' },
        ],
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: /1 período/, expanded: false }))
    // One that is not over is not among them.
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(panels.period.title) }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(await within(dialog).findByRole('button', { name: panels.period.check }))
    const asked = await screen.findByRole('dialog', { name: panels.period.checkTitle })
    await userEvent.click(within(asked).getByRole('button', { name: panels.period.check }))
    expect(runAction).toHaveBeenCalledWith(expect.objectContaining({ path: '3/check' }))
  })

  test.each([
    [
      'sites',
      'affiliateSite',
      /1 site/,
      { address: 'https://a.example', kind: 'blog', usage: 'Posts' },
      { version: 3 },
    ],
    ['codes', 'promoCode', /1 código/, { code: 'NINA' }, {}],
  ] as const)('has %s approved or refused where they stand, but not by who wrote of them', async (...given) => {
    const [kind, resource, name, values, sent] = given
    const asked = {
      ...values,
      state: 'waiting',
      affiliate: 1,
      action: 1,
      version: 3,
      updatedAt: '2026-03-01T00:00:00Z',
      createdAt: '2026-03-01T00:00:00Z',
    }
    const own = { ...asked, id: 5, address: 'https://own.example', code: 'OWN', authors: [actorWith([]).userId] }
    const { callApi } = show(
      { items: [{ kind, count: 1, since: '2026-03-01' }], steps: null },
      {},
      { [resource]: [{ ...asked, id: 4, authors: [] }, own] },
    )
    await userEvent.click(await screen.findByRole('button', { name, expanded: false }))
    const approve = await screen.findAllByRole('button', {
      name: new RegExp(`^${transitions.affiliateSite.approve.label}: `),
    })
    expect(approve).toHaveLength(1)
    await userEvent.click(approve[0]!)
    expect(callApi).toHaveBeenCalledWith(`/api/${resource}/4/approve`, { method: 'POST', body: JSON.stringify(sent) })
  })

  test('shows which step is next, and leads there', async () => {
    show({
      items: [],
      steps: [
        { step: 'brand', isDone: true },
        { step: 'reward', isDone: false },
        { step: 'affiliate', isDone: false },
        { step: 'close', isDone: false },
      ],
    })
    const steps = await screen.findByRole('region', { name: work.steps.title })
    const next = steps.querySelector('[aria-current="step"]')!
    expect(next.textContent).toContain(work.steps.steps.reward)
    expect(within(steps).getByRole('link', { name: work.steps.moveIn }).getAttribute('href')).toContain(
      '/management/migration',
    )
    expect(
      within(next as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/reward/create')
  })

  test('leads from each step to the next, on every page, until one has enough of it', async () => {
    const done = new Set<string>()
    const names = ['brand', 'reward', 'close'] as const
    stage({
      actor: actorWith([], { root: true }),
      resources: resources as unknown as Record<string, AnyResource>,
      pages: {},
      at: '/morning',
      others: { '/morning': <FirstSteps />, '/brand/create': <LateNextStep />, '/reward/create': <LateNextStep /> },
      dataProvider: {
        read: async () => ({ items: [], steps: names.map((step) => ({ step, isDone: done.has(step) })) }),
      },
    })
    await userEvent.click(await screen.findByRole('link', { name: new RegExp(work.steps.steps.brand) }))
    const line = await screen.findByRole('complementary', { name: work.steps.title })
    expect(line.textContent).toContain(`0/3 · ${work.steps.steps.brand}`)
    // One is where it is taken.
    expect(within(line).queryByRole('link')).toBeNull()
    cleanup()
    done.add('brand')
    showLine('/brand/create', names, done)
    const after = await screen.findByRole('complementary', { name: work.steps.title })
    expect(after.textContent).toContain(`1/3 · ${work.steps.steps.reward}`)
    expect(within(after).getByRole('link').getAttribute('href')).toBe('/reward/create')
    await userEvent.click(within(after).getByRole('button', { name: work.steps.enough }))
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  test('counts a step that a job finishes while its page stays, and says when all are done', async () => {
    const done = new Set<string>(['brand'])
    showLine('/management/jobs', ['brand', 'close'], done)
    const line = await screen.findByRole('complementary', { name: work.steps.title })
    expect(line.textContent).toContain(`1/2 · ${work.steps.steps.close}`)
    done.add('close')
    await within(line).findByText(work.steps.allDone)
    expect(within(line).queryByRole('link')).toBeNull()
    await userEvent.click(within(line).getByRole('button', { name: work.steps.enough }))
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  test('says on the first page that all are done, to who was led', async () => {
    const store = memoryStore()
    store.setItem('firstSteps.led', true)
    stage({
      actor: actorWith([], { root: true }),
      resources: resources as unknown as Record<string, AnyResource>,
      pages: {},
      at: '/morning',
      store,
      others: { '/morning': <FirstSteps /> },
      dataProvider: { read: async () => ({ items: [], steps: null }) },
    })
    await screen.findByText(work.steps.allDone)
    await userEvent.click(screen.getByRole('button', { name: work.steps.enough }))
    expect(screen.queryByText(work.steps.allDone)).toBeNull()
  })

  test('leads nobody who did not ask for it', async () => {
    showLine('/brand/create', ['brand'], new Set(), false)
    await screen.findByText('a page')
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})

test('how long ago something was is said in words', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  expect(relativeDays('2026-03-07', { now, language: 'pt' })).toBe('há 3 dias')
  expect(relativeDays('2026-03-10T09:30:00.000Z', { now, language: 'en' })).toBe('2 hours ago')
})
