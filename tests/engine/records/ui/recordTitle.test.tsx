import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ConfiguredEdit } from '#engine/records/ui/form/ConfiguredEdit.tsx'
import { ConfiguredList } from '#engine/records/ui/list/ConfiguredList.tsx'
import { EntriesPage } from '#features/payouts/ui/entries/EntriesPage.tsx'
import { NoBrandsBanner } from '#features/accounts/ui/NoBrandsBanner.tsx'
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
const dates = { createdAt: '2026-11-21T09:30:00.000Z', updatedAt: '2026-11-21T09:30:00.000Z', version: 1 }
const names: Readonly<Record<string, string>> = { affiliate: 'Canal do Gol', partner: 'Casa' }

/** The page of a record, by the resource's own declaration. */
function openRecord(name: string, record: Record<string, unknown>) {
  const { [name]: first, ...others } = known
  stage({
    actor: root,
    resources: { [name]: first!, ...others },
    pages: { edit: <ConfiguredEdit /> },
    at: `/${name}/${record['id']}`,
    dataProvider: {
      getOne: async () => ({ data: { ...dates, ...record } }),
      getMany: async (target: string, { ids }: { ids: number[] }) => ({
        data: ids.map((id) => ({ id, name: names[target] ?? `${target} ${id}` })),
      }),
    },
  })
}
const heading = () => screen.findByRole('heading', { level: 1 })

afterEach(cleanup)

describe('a record is titled by what names it', () => {
  it.each([
    [
      'entry',
      { id: 5, day: '2026-11-21', affiliate: 7, partner: null, value: 12.5, status: 'pending' },
      'Canal do Gol · 21/11/2026 · $12,50',
    ],
    [
      'entry',
      { id: 6, day: '2026-11-21', affiliate: null, partner: 3, value: 1, status: 'pending' },
      'Casa · 21/11/2026 · $1,00',
    ],
    [
      'payment',
      { id: 8, affiliate: 7, partner: null, value: 99.9, reference: null },
      'Canal do Gol · $99,90 · 21/11/2026 09:30',
    ],
    [
      'activityLog',
      { id: 9, operation: 'signIn', object: 'session', objectId: '4', at: '2026-11-21T09:30:00.000Z', changes: [] },
      'entrou · session · #4 · 21/11/2026 09:30',
    ],
    ['campaign', { id: 2, name: 'Natal' }, 'Natal'],
  ])('%s', async (name, record, title) => {
    openRecord(name, record)
    await screen.findByText(title)
    expect((await heading()).textContent).toBe(title)
  })

  it('and the log says its operation in words there, not as it is stored', async () => {
    openRecord('activityLog', {
      id: 9,
      operation: 'createIngestKey',
      object: 'brand',
      objectId: '4',
      at: '2026-11-21T09:30:00.000Z',
      changes: [],
    })
    expect(await screen.findByText('criou uma chave de API para')).toBeTruthy()
    expect(screen.queryByText('createIngestKey')).toBeNull()
  })
})

it('the list of payments leads to each by a column that is never empty', async () => {
  const { payment, ...others } = known
  stage({
    actor: root,
    resources: { payment: payment!, ...others },
    pages: { list: <ConfiguredList /> },
    at: '/payment',
    dataProvider: {
      getList: async () => ({
        data: [{ id: 8, ...dates, affiliate: 7, value: 1, reference: null, state: 'settled', method: 'manual' }],
        total: 1,
      }),
    },
  })
  expect((await screen.findByRole('link', { name: /21\/11\/2026 09:30/ })).getAttribute('href')).toContain('/payment/8')
  expect(screen.queryByRole('link', { name: '–' })).toBeNull()
})

describe('the manual payment', () => {
  const list = (paymentMethod: string) => {
    const { entry, ...others } = known
    const record = {
      id: 5,
      ...dates,
      day: '2026-11-21',
      affiliate: 7,
      partner: null,
      kind: 'commission',
      value: 12.5,
      status: 'pending',
      paymentMethod,
      lines: [],
      attempts: [],
    }
    stage({
      actor: root,
      resources: { entry: entry!, ...others },
      pages: { list: <EntriesPage /> },
      at: '/entry',
      dataProvider: { getList: async () => ({ data: [record], total: 1 }) },
    })
  }
  const open = async () => (await screen.findByRole('button', { name: /21\/11\/2026/ })).click()

  it('is offered for an entry that is paid by hand', async () => {
    list('manual')
    await open()
    expect(await screen.findByRole('button', { name: 'Baixa manual' })).toBeTruthy()
  })

  it('is not offered where it would be refused: neither on the entry nor for it among others', async () => {
    list('automatic')
    await open()
    await screen.findByRole('button', { name: 'Ver cálculo' })
    expect(screen.queryByRole('button', { name: 'Baixa manual' })).toBeNull()
    screen.getAllByRole('checkbox', { hidden: true })[1]!.click()
    expect(await screen.findByRole('button', { name: 'Pagar os favorecidos' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Baixa manual' })).toBeNull()
  })
})

describe('somebody without brands', () => {
  const actor: Actor = { ...root, root: false, roles: new Set(['affiliate']), company: 1 }
  const show = (who: Actor, at: string) =>
    stage({
      actor: who,
      resources: known,
      pages: {},
      at,
      others: {
        [at]: (
          <>
            <NoBrandsBanner />
            <p>page</p>
          </>
        ),
      },
    })
  const text = /Nenhuma marca foi liberada para você/

  it.each(['/home', '/reports/general', '/campaign'])('is told so on %s', async (at) => {
    show(actor, at)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it.each([
    ['/user', actor],
    ['/account', actor],
    ['/home', root],
    ['/home', { ...actor, allowedBrands: [1] }],
  ] as [string, Actor][])('and nobody else, nor where brands decide nothing: %s', async (at, who) => {
    show(who, at)
    await screen.findByText('page')
    expect(screen.queryByText(text)).toBeNull()
  })
})
