import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { Explanation } from '#features/commission/ui/explanation/Explanation.tsx'
import TracePage from '#features/commission/ui/trace/TracePage.tsx'
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
const show = (page: React.ReactElement, dataProvider: Record<string, unknown>, query = '') =>
  stage({
    actor: root,
    resources: known,
    pages: {},
    others: { '/reports/trace': page },
    at: `/reports/trace${query}`,
    dataProvider: { getMany: async () => ({ data: [] }), ...dataProvider },
  })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('where it is, and why not', () => {
  it('says where an event is: whose, in which entries, and whether they had seen it', async () => {
    const entry = {
      id: 5,
      kind: 'commission',
      day: '2026-06-05',
      value: 90,
      currency: 'BRL',
      status: 'complete',
      owner: { kind: 'affiliate', id: 7, name: 'Ana' },
      saw: false,
      payment: null,
    }
    const trace = {
      event: {
        brand: 1,
        eventId: 'e1',
        type: 'bet',
        product: 'bets',
        amount: 500,
        currency: 'BRL',
        occurredAt: '2026-06-05T10:00:00.000Z',
        receivedAt: '2026-06-07T10:00:00.000Z',
        day: '2026-06-05',
        player: 'p1',
      },
      attributed: { affiliate: { id: 7, name: 'Ana' }, action: { id: 3, name: 'Link' }, by: 'link' },
      unattributed: null,
      close: { firstClosedAt: '2026-06-06T03:00:00.000Z', lastClosedAt: '2026-06-06T03:00:00.000Z', isWaiting: true },
      entries: [entry, { ...entry, id: 6, kind: 'adjustment', saw: true, payment: { id: 9, state: 'settled' } }],
    }
    const read = vi.fn(async () => trace)
    show(<TracePage />, { read }, '?brand=1&event_id=e1')
    const entries = await screen.findByRole('region', { name: 'Lançamentos desse dia' })
    const rows = within(entries)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/#5.*Ana.*Chegou depois.*Ainda não pago/)
    expect(rows[1]).toMatch(/#6.*Incluído.*#9/)
    expect(screen.getByText('O dia mudou depois do fechamento. O próximo fechamento vai incluí-lo.')).toBeTruthy()
    expect(read).toHaveBeenCalledWith('/api/event/trace?brand=1&event_id=e1', expect.anything())
  })

  it('says what a player lacks for CPA, rule by rule', async () => {
    const trace = {
      player: {
        brand: 1,
        ref: 'p1',
        registeredDay: '2026-07-01',
        firstDepositDay: null,
        affiliate: { id: 7, name: 'Ana' },
        action: null,
        registeredBy: 'click',
        since: null,
      },
      currency: 'BRL',
      qualified: [],
      rules: [
        {
          reward: { id: 4, name: 'CPA de 100' },
          ruleVersion: 8,
          from: null,
          until: '2026-07-10',
          outcome: 'not_reached',
          conditions: [
            {
              code: 'trigger',
              isMet: false,
              condition: 'deposit',
              operation: 'sum',
              actual: 60,
              needed: 100,
              missing: 40,
              since: '2026-07-01',
            },
          ],
        },
      ],
    }
    show(<TracePage />, { read: async () => trace }, '?brand=1&player_ref=p1')
    const rule = await screen.findByRole('region', { name: 'CPA de 100' })
    expect(rule.textContent).toContain('Não atingido')
    expect(rule.textContent).toMatch(/✗ Gatilho · .*60.* de 100.* · faltam 40.* · desde 01\/07\/2026/)
  })
})

describe('an explanation', () => {
  const side = (earned: number) => ({ measures: { turnover: earned * 10 }, steps: [], exact: earned, earned })
  const line = (earned: number) => ({
    product: 'bets',
    base: 1,
    rate: 10,
    amount: earned,
    periodStart: '2026-04-01',
    ruleVersion: null,
    before: side(0),
    after: side(earned),
    rounding: { earned, earnedBefore: 0, amount: earned },
    isReproduced: true,
  })

  it('of an adjustment shows the old steps beside the new, and opens the late events', async () => {
    const explanation = {
      entry: {
        id: 11,
        day: '2026-05-01',
        kind: 'adjustment',
        status: 'pending',
        value: 30,
        currency: 'BRL',
        owner: { kind: 'affiliate', id: 7, name: 'Ana' },
      },
      computedAt: null,
      events: [{ product: 'bets', type: 'bet', count: 1, amount: 300, late: { count: 0, amount: 0 } }],
      lines: [],
      players: [],
      below: [],
      adjustment: {
        sourceEntry: 10,
        sourceDay: '2026-04-05',
        sourceValue: 80,
        reason: 'late_activity',
        amount: 30,
        before: [line(80)],
        after: [line(110)],
        receivedAfter: '2026-04-06T03:00:00.000Z',
        receivedUpTo: '2026-05-01T03:00:00.000Z',
      },
      byHand: null,
      adjustedBy: [],
      total: 30,
    }
    const event = {
      brand: 1,
      eventId: 'late-1',
      type: 'bet',
      product: 'bets',
      day: '2026-04-02',
      occurredAt: '2026-04-02T10:00:00.000Z',
      receivedAt: '2026-04-20T10:00:00.000Z',
      player: 'p1',
      link: null,
      affiliate: 7,
      affiliateName: 'Ana',
      amount: 300,
      isLate: false,
    }
    const read = vi.fn(async () => ({ rows: [event], count: 1, amount: 300 }))
    show(<Explanation explanation={explanation as never} />, { read })
    expect((await screen.findByRole('region', { name: 'Cálculo anterior' })).textContent).toContain('80,00')
    expect(screen.getByRole('region', { name: 'Novo cálculo' }).textContent).toContain('110,00')
    await userEvent.click(screen.getByRole('button', { name: /^Ver eventos/ }))
    expect(await screen.findByText('late-1')).toBeTruthy()
    expect(read).toHaveBeenCalledWith('/api/entry/11/events?product=bets&type=bet&limit=25&offset=0', expect.anything())
  })
})
