import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RecordContextProvider } from 'react-admin'
import { describe, expect, test, vi } from 'vitest'
import { featurePanels as panels } from '#locales/pt/featurePanels.ts'
import { period } from '#resources/period.ts'
import PeriodPanel from '#features/commission/ui/periods/PeriodPanel.tsx'
import type { EventsBehind } from '#features/commission/answers/explanation.ts'
import {
  type BridgeEntries,
  type Checklist,
  checklistCodes,
  requiredCodes,
} from '#features/commission/answers/periods.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { actorWith } from '#tests/support/ui/parcel.ts'
import { stage } from '#tests/support/ui/stage.tsx'

const texts = panels.period
const total = {
  currency: 'BRL',
  entries: 2,
  commission: 60,
  adjustments: -4,
  advances: 0,
  total: 56,
  turnover: 200,
  payout: 0,
  bonus: 0,
  chargebacks: 0,
  deposits: 0,
  withdrawals: 0,
}
const open: Readonly<Record<string, object[]>> = {
  days_never_closed: [{ day: '2026-03-04' }],
  negative_balances: [{ affiliate: 7, name: 'Otávio', currency: 'BRL', value: -12.5 }],
}
const checklist: Checklist = {
  items: checklistCodes.map((code) => {
    const refs = open[code] ?? []
    return { code, ok: refs.length === 0, count: refs.length, refs, required: requiredCodes.includes(code) }
  }),
  controlTotals: [total],
  signature: null,
  bridge: [],
}

const adjusted: BridgeEntries = {
  rows: [
    {
      entry: 9,
      owner: { kind: 'affiliate', id: 7, name: 'Otávio' },
      sourceEntry: 5,
      sourceDay: '2026-03-04',
      day: '2026-04-02',
      currency: 'BRL',
      value: 20,
      causes: ['movedPlayer', 'lateEvent'],
      refs: [{ kind: 'event', id: 'bet-78' }],
    },
  ],
  count: 1,
  totals: [{ currency: 'BRL', count: 1, value: 20 }],
  value: 20,
}
const events: EventsBehind = {
  rows: [
    {
      brand: 1,
      eventId: 'bet-78',
      type: 'bet',
      product: 'bets',
      day: '2026-03-04',
      occurredAt: '2026-03-04T10:00:00.000Z',
      receivedAt: '2026-03-04T10:00:01.000Z',
      player: 'p-1',
      link: null,
      affiliate: 7,
      affiliateName: 'Otávio',
      amount: 66.6,
      isLate: false,
    },
  ],
  count: 1,
  amount: 66.6,
}

function show(state: string, answer: Checklist = checklist) {
  const runAction = vi.fn(async (_asked: object) => ({ id: 3 }))
  const page = (
    <RecordContextProvider value={{ id: 3, state }}>
      <PeriodPanel />
    </RecordContextProvider>
  )
  const read = vi.fn(async (path: string) =>
    path === '/api/brand/freshness'
      ? []
      : path.includes('/bridge?')
        ? adjusted
        : path.includes('/events?')
          ? events
          : answer,
  )
  const dataProvider = { read, runAction }
  stage({
    actor: actorWith(['financial']),
    resources: { period: period as unknown as AnyResource },
    pages: { edit: page },
    at: '/period/3',
    dataProvider,
  })
  return { ...dataProvider, user: userEvent.setup() }
}
const dialog = () => screen.findByRole('dialog')

describe("the checklist on a period's page", () => {
  test('names what is not in order, and what the period comes to', async () => {
    const { read } = show('open')
    const region = await screen.findByRole('region', { name: texts.title })
    const shown = (await within(region).findByText(new RegExp(texts.items.days_never_closed))).closest('li')!
    expect(shown.textContent).toContain('04/03/2026')
    expect(
      within(region)
        .getByRole('link', { name: /Otávio/ })
        .getAttribute('href'),
    ).toContain('/affiliate/7')
    expect(region.textContent).toMatch(/56,00/)
    expect(read).toHaveBeenCalledWith('/api/period/3/checklist', expect.anything())
  })

  test('is signed only with what is not in order accepted by name', async () => {
    const { user, runAction } = show('open')
    await user.click(await screen.findByRole('button', { name: texts.check }))
    const submit = within(await dialog()).getByRole('button', { name: texts.check })
    expect(submit).toHaveProperty('disabled', true)
    await user.click(within(await dialog()).getByRole('checkbox', { name: new RegExp(texts.items.days_never_closed) }))
    await user.click(submit)
    expect(await screen.findByText(texts.checked)).toBeTruthy()
    expect(runAction.mock.calls[0]![0]).toMatchObject({
      resource: 'period',
      path: '3/check',
      input: { accept: ['days_never_closed'] },
    })
  })

  test('of a locked one says what came later, and opens it again with a reason alone', async () => {
    const bridge = [
      {
        currency: 'BRL',
        before: 56,
        after: 71,
        difference: 15,
        causes: [
          { cause: 'movedPlayer', with: ['lateEvent'], correction: null, value: 20, count: 1, entries: [9] },
          { cause: 'correction', with: [], correction: 4, value: -5, count: 1, entries: [8] },
        ] as const,
        returned: { value: 12.5, count: 1, entries: [7] },
      },
    ]
    const signature = {
      digest: 'a'.repeat(64),
      accepted: [],
      checkedBy: 'm@x.test',
      checkedAt: '2026-04-01T10:00:00.000Z',
      lockedBy: 'j@x.test',
      lockedAt: '2026-04-01T11:00:00.000Z',
      holds: false,
    }
    const { user, runAction, read } = show('locked', { ...checklist, bridge, signature })
    const cause = await screen.findByRole('button', { name: new RegExp(texts.causes.movedPlayer) })
    expect(cause.textContent).toMatch(new RegExp(`${texts.causes.lateEvent}.*20,00`))
    expect(screen.getByText(/56,00.*71,00.*15,00/)).toBeTruthy()
    expect(screen.getByRole('button', { name: new RegExp(texts.causes.correction) }).textContent).toContain('5,00')
    expect(screen.getByText(new RegExp(`^${texts.causeReturned.split(':')[0]}`)).textContent).toContain('12,50')
    expect(screen.queryByRole('button', { name: texts.lock })).toBeNull()
    await user.click(cause)
    const opened = within(await dialog())
    const row = (await opened.findByText(/Otávio/)).closest('li')!
    expect(row.textContent).toMatch(/04\/03\/2026.*20,00/)
    await user.click(within(row).getByRole('button', { name: texts.causeEvents }))
    expect(await within(row).findByText('bet-78')).toBeTruthy()
    expect(read.mock.calls.map(([path]) => path)).toContain(
      '/api/period/3/bridge?currency=BRL&cause=movedPlayer%2ClateEvent&limit=25',
    )
    await user.click(opened.getByRole('button', { name: 'Fechar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: texts.reopen }))
    const submit = within(await dialog()).getByRole('button', { name: texts.reopen })
    expect(submit).toHaveProperty('disabled', true)
    await user.type(within(await dialog()).getByRole('textbox'), 'Apostas erradas')
    await user.click(submit)
    expect(await screen.findByText(texts.reopened)).toBeTruthy()
    expect(runAction.mock.calls[0]![0]).toMatchObject({ path: '3/reopen', input: { reason: 'Apostas erradas' } })
  })
})
