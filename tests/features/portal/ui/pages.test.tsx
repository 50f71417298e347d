import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { describe, expect, test, vi } from 'vitest'
import * as onDemand from '#locales/pt/onDemand.ts'
import { portal } from '#locales/pt/portal.ts'
import { resourcePages } from '#locales/pt/resourcePages.ts'
import { work } from '#locales/pt/work.ts'
import { resources } from '#resources/index.ts'
import { NoteForm } from '#engine/notes/ui/NoteForm.tsx'
import DealPage from '#features/deals/ui/portal/DealPage.tsx'
import PaymentsPage from '#features/payouts/ui/portal/PaymentsPage.tsx'
import PostbacksPage from '#features/webhooks/ui/portal/PostbacksPage.tsx'
import { ReportChanges } from '#features/reporting/ui/portal/ReportChanges.tsx'
import OverviewPage from '#features/portal/ui/OverviewPage.tsx'
import QuestionsPage from '#features/portal/ui/QuestionsPage.tsx'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const own: Actor = { ...actorWith([]), kind: 'affiliate', userId: null, affiliate: 7 }

function show(page: ReactElement, answers: Readonly<Record<string, unknown>>) {
  const callApi = vi.fn(async () => ({ json: {}, headers: new Headers() }))
  stage({
    actor: own,
    resources: resources as unknown as Record<string, AnyResource>,
    pages: {},
    at: '/portal',
    others: { '/portal': page },
    dataProvider: { read: async (path: string) => answers[path.split('?')[0]!] ?? [], callApi },
  })
  return callApi
}

describe('the pages of affiliates', () => {
  test('show what was asked and answered, take another question, and count answers as read', async () => {
    const at = '2026-03-01T00:00:00.000Z'
    const note = { at, isOwn: false, mentions: [], files: [], task: null, shared: true }
    const thread = { object: 'action', record: 3, name: 'Início', text: 'Porque sim.', at }
    const callApi = show(<QuestionsPage />, {
      '/api/portal/questions': { unseen: 1, threads: [{ ...thread, isAsked: false, isOpen: false, isNew: true }] },
      '/api/action/3/note': {
        notes: [
          { ...note, id: 2, text: 'Porque sim.', author: 'A Casa', question: null },
          { ...note, id: 1, text: 'Por quê?', author: 'Nina', question: { answeredAt: at } },
        ],
        colleagues: [],
        sharedWith: 'Nina',
      },
    })
    expect(await screen.findByText(portal.questions.fresh)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${portal.questions.open}`) }))
    const dialog = await screen.findByRole('dialog')
    const said = (await within(dialog).findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect([said[0]!.includes('Por quê?'), said[1]!.includes('A Casa')]).toEqual([true, true])
    await userEvent.type(within(dialog).getByRole('textbox', { name: portal.questions.text }), 'E agora?')
    await userEvent.click(within(dialog).getByRole('button', { name: portal.questions.send }))
    expect(callApi).toHaveBeenCalledWith('/api/action/3/note', {
      method: 'POST',
      body: JSON.stringify({ text: 'E agora?', files: [] }),
    })
    await userEvent.click(within(dialog).getByRole('button', { name: resourcePages.actions.close }))
    await waitFor(() => expect(callApi).toHaveBeenCalledWith('/api/portal/questions/seen', expect.anything()))
  })

  test('ask for a payment once they may, and send the invoice it waits for', async () => {
    const payout = {
      currency: 'BRL',
      dueValue: 80,
      minimumPayout: 50,
      status: 'invoice_missing',
      nextPayDay: '2026-03-02',
      heldUntil: null,
      missing: [],
      canRequest: true,
      request: {
        id: 1,
        currency: 'BRL',
        value: 60,
        at: '2026-02-01T10:00:00.000Z',
        state: 'declined',
        reason: 'Falta o contrato',
      },
      payment: null,
    }
    const overview = {
      from: '2026-03-01',
      to: '2026-03-02',
      sums: [],
      payouts: [payout],
      tiers: [],
      terms: null,
      knownSince: '',
      notices: [],
      announcements: [],
    }
    const callApi = show(<OverviewPage />, { '/api/portal/overview': overview })
    expect(await screen.findByText(/recusado: Falta o contrato/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: portal.payments.request }))
    expect(callApi).toHaveBeenCalledWith('/api/portal/payment_request', {
      method: 'POST',
      body: JSON.stringify({ currency: 'BRL' }),
    })
    await userEvent.click(screen.getByRole('button', { name: portal.payments.sendInvoice }))
    const dialog = within(await screen.findByRole('dialog'))
    const send = dialog.getByRole('button', { name: portal.payments.sendInvoice })
    expect(send).toHaveProperty('disabled', true)
    const xml = new File(['<NFSe/>'], 'nota.xml', { type: 'text/xml' })
    await userEvent.upload(dialog.getByLabelText(portal.payments.invoiceFile, { selector: 'input' }), xml)
    await waitFor(() => expect(send).toHaveProperty('disabled', false))
    await userEvent.click(send)
    expect(callApi).toHaveBeenCalledWith('/api/portal/invoice', {
      method: 'POST',
      body: JSON.stringify({ currency: 'BRL', file: { name: 'nota.xml', content: btoa('<NFSe/>') } }),
    })
  })

  test('show payments of the system before as such, apart from those made here', async () => {
    const past = {
      id: 1,
      paidOn: '2026-09-10',
      value: 300,
      net: 285,
      currency: 'BRL',
      state: 'paid',
      method: 'PIX',
      reference: '77',
    }
    show(<PaymentsPage />, { '/api/pastPayment': [past] })
    expect(await screen.findByText(portal.payments.none)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: portal.payments.elsewhere })).toBeTruthy()
    const [row] = screen.getAllByRole('listitem')
    expect(row!.textContent).toMatch(/10\/09\/2026.*PIX, 77.*Pago no sistema anterior.*285,00/s)
  })

  test('ask what changed since a week ago, or since when it is kept what was known', async () => {
    const since = async (knownSince: string) => {
      const read = vi.fn(async (path: string) =>
        path === '/api/portal/overview'
          ? { from: '', to: '', sums: [], payouts: [], terms: null, knownSince, notices: [], announcements: [] }
          : { changes: [] },
      )
      const page = <ReportChanges from="2030-05-01" to="2030-05-02" />
      const configured = resources as unknown as Record<string, AnyResource>
      const others = { '/portal': page }
      stage({ actor: own, resources: configured, pages: {}, at: '/portal', others, dataProvider: { read } })
      await userEvent.click(await screen.findByRole('button', { name: portal.changes.ask }))
      expect(await screen.findByText(portal.changes.none)).toBeTruthy()
      cleanup()
      return new URLSearchParams(read.mock.calls.at(-1)![0].split('?')[1]).get('since')
    }
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await since(tomorrow)).toBe(tomorrow)
    expect(await since('2001-01-01T00:00:00.000000Z')).toMatch(/T00:00:00Z$/)
  })

  test('make a postback of the brands it works for, and pause one', async () => {
    const target = {
      id: 5,
      version: 2,
      name: 'Rastreador',
      kind: 'postbackGet',
      address: 'https://t.example/?c={click_id}',
    }
    const callApi = show(<PostbacksPage />, {
      '/api/signalTarget': [{ ...target, signals: ['registration'], state: 'active', pausedWhy: null }],
      '/api/affiliate/7': { brands: [4] },
    })
    await userEvent.click(await screen.findByRole('button', { name: portal.postbacks.pause }))
    expect(callApi).toHaveBeenCalledWith('/api/signalTarget/5', {
      method: 'PUT',
      body: JSON.stringify({ version: 2, state: 'paused' }),
    })
    await userEvent.click(screen.getByRole('button', { name: portal.postbacks.make }))
    const dialog = await screen.findByRole('dialog')
    const [name, address] = within(dialog).getAllByRole('textbox')
    await userEvent.type(name!, 'Outro')
    await userEvent.type(address!, 'https://t.example/')
    await userEvent.click(within(dialog).getByRole('button', { name: portal.postbacks.make }))
    await waitFor(() =>
      expect(callApi).toHaveBeenCalledWith('/api/signalTarget', {
        method: 'POST',
        body: JSON.stringify({
          name: 'Outro',
          kind: 'postbackGet',
          address: 'https://t.example/',
          signals: ['cpaQualified'],
          brands: [4],
        }),
      }),
    )
  })

  test('say what a deal was, from when, and what was accepted while it held', async () => {
    const rule = (percentage: number) => [
      { id: 1, productType: 'bets', subType: 'ngr', calculation: 'fixed', percentage },
    ]
    const profile = { id: 3, name: 'Padrão', carryOver: 'none' }
    show(<DealPage />, {
      '/api/portal/deal': {
        profile,
        rewards: rule(40),
        names: {},
        versions: [
          {
            from: '2026-03-01',
            until: null,
            name: 'Padrão',
            profile,
            rewards: rule(40),
            accepted: [{ name: 'Termos 1', at: '2026-03-02T00:00:00.000Z' }],
          },
          { from: null, until: '2026-03-01', name: 'Padrão', profile, rewards: rule(30), accepted: [] },
        ],
      },
    })
    expect(await screen.findByText(/Termos 1/)).toBeTruthy()
    const [, before] = screen.getAllByRole('button', { name: new RegExp(`^${portal.deal.show}`) })
    await userEvent.click(before!)
    expect(await screen.findByText(/30/)).toBeTruthy()
  })
})

test('a note says unmistakably who reads it, and goes to nobody else by chance', async () => {
  const onAdd = vi.fn(async () => undefined)
  show(<NoteForm colleagues={[{ id: 2, name: 'Bruno' }]} sharedWith="Nina" onAdd={onAdd} isBusy={false} />, {})
  await userEvent.type(await screen.findByRole('textbox', { name: work.notes.text }), 'Oi')
  await userEvent.click(screen.getByRole('button', { name: work.notes.add }))
  expect(onAdd).toHaveBeenCalledWith({ text: 'Oi', mentions: [], files: [] })
  const named = (text: string) => text.replace('%{name}', 'Nina')
  await userEvent.click(screen.getByRole('button', { name: named(onDemand.notes.shared) }))
  expect(screen.getByRole('alert').textContent).toContain(named(onDemand.notes.warning))
  await userEvent.type(screen.getByRole('textbox', { name: work.notes.text }), 'Olá @Bruno')
  await userEvent.click(screen.getByRole('button', { name: named(onDemand.notes.send) }))
  expect(onAdd).toHaveBeenLastCalledWith({ text: 'Olá @Bruno', shared: true, mentions: [], files: [] })
})
