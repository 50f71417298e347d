import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { events } from '#resources/events.ts'
import { sampleFeed } from '#rules/activity/sampleFeed.ts'
import { rollUp } from '#features/activity/server/rollUp/rollUp.ts'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'
import { contentOf, eventProblemCodes, eventReader } from '#rules/activity/events.ts'
import type { ActivityEvent } from '#rules/activity/events.ts'

const readEvent = eventReader(events)

it('takes every event of a sample feed, one of each type', () => {
  const [head, ...rows] = sampleFeed(events, '2026-11-20', 'ac-link').trim().split('\n')
  const columns = head!.split(',')
  const read = rows.map((row) =>
    readEvent(Object.fromEntries(row.split(',').map((value, index) => [columns[index]!, value === '' ? null : value]))),
  )
  expect(read.map((each) => (each.ok ? each.event.type : each.code))).toEqual(Object.keys(events))
})

function buildRaw(given: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    event_id: 'e-1',
    type: 'bet',
    occurred_at: '2026-11-20T02:59:59Z',
    player_ref: 'p-1',
    action_token: 'lb-e1',
    product: 'bets',
    amount: '10.00',
    currency: 'BRL',
    country: 'BR',
    state: 'SP',
    city: 'São Paulo',
    ...given,
  }
}

function read(given: Record<string, unknown> = {}): ActivityEvent {
  const result = readEvent(buildRaw(given))
  if (!result.ok) throw new Error(result.code)
  return result.event
}

describe('an event', () => {
  it('is stored with each fact written in one way', () => {
    expect(
      read({
        amount: 12.5,
        currency: 'brl',
        country: 'br',
        occurred_at: '2026-11-19T23:59:59.5-03:00',
        player_ref: 77,
        city: '',
      }),
    ).toEqual({
      eventId: 'e-1',
      type: 'bet',
      occurredAt: '2026-11-20T02:59:59.500Z',
      playerRef: '77',
      actionToken: 'lb-e1',
      product: 'bets',
      amount: '12.50',
      currency: 'BRL',
      country: 'BR',
      state: 'SP',
      city: null,
      reason: null,
    })
  })

  it('names its group of games in small letters, where it belongs to a product; another group is other content', () => {
    expect(read({ game_group: ' Live Casino' }).gameGroup).toBe('live casino')
    expect(read({ type: 'deposit', amount: 5, game_group: 'slots' }).gameGroup).toBeUndefined()
    expect(contentOf(read({ game_group: 'slots' }))).not.toBe(contentOf(read()))
    expect(readEvent(buildRaw({ game_group: 'x'.repeat(61) }))).toEqual({ ok: false, code: 'invalid_game_group' })
  })

  it.each([
    ['a click of nobody', { type: 'click', player_ref: '', product: '', amount: '' }],
    ['a registration without amount', { type: 'registration', product: undefined, amount: undefined }],
    ['a registration with an amount of 0', { type: 'registration', product: null, amount: 0 }],
    ['a bet of an unknown player and link, which is kept', { player_ref: null, action_token: null }],
    ['a free bet', { amount: 0 }],
    ['a negative adjustment', { type: 'adjustment', amount: '-5.00' }],
    ['an amount with zeros after its cents', { amount: '10.5000' }],
    [
      'the least an event can say',
      {
        type: 'click',
        player_ref: null,
        action_token: null,
        product: null,
        amount: null,
        currency: null,
        country: null,
        state: null,
        city: null,
      },
    ],
  ])('may be %s', (_, given) => {
    expect(readEvent(buildRaw(given)).ok).toBe(true)
  })

  it('forgets the product of what belongs to none', () => {
    expect(read({ type: 'deposit', product: 'bets' }).product).toBeNull()
  })

  it.each<[string, unknown]>([
    ['not_an_event', null],
    ['not_an_event', 'bet'],
    ['not_an_event', [buildRaw()]],
    ['unknown_property', buildRaw({ click: 1 })],
    ['missing_event_id', buildRaw({ event_id: '' })],
    ['missing_event_id', buildRaw({ event_id: undefined })],
    ['invalid_event_id', buildRaw({ event_id: 'e'.repeat(201) })],
    ['invalid_event_id', buildRaw({ event_id: 'e\u0000' })],
    ['invalid_event_id', buildRaw({ event_id: { toString: () => 'e' } })],
    ['invalid_event_id', buildRaw({ event_id: '   ' })],
    ['invalid_type', buildRaw({ type: 'stake' })],
    ['invalid_type', buildRaw({ type: undefined })],
    ['invalid_type', buildRaw({ type: ['bet'] })],
    ['invalid_moment', buildRaw({ occurred_at: '2026-11-20' })],
    ['invalid_moment', buildRaw({ occurred_at: '2026-11-20T02:59:59' })],
    ['invalid_moment', buildRaw({ occurred_at: '2026-02-30T02:59:59Z' })],
    ['invalid_moment', buildRaw({ occurred_at: '2026-11-20T24:00:00Z' })],
    ['invalid_moment', buildRaw({ occurred_at: '2026-11-20T02:60:00Z' })],
    ['invalid_moment', buildRaw({ occurred_at: '2026-11-20T02:59:59+99:00' })],
    ['invalid_moment', buildRaw({ occurred_at: 1763607599 })],
    ['missing_player', buildRaw({ type: 'registration', player_ref: '', amount: null })],
    ['missing_player', buildRaw({ type: 'deposit', player_ref: null })],
    ['invalid_player', buildRaw({ player_ref: 'p'.repeat(201) })],
    ['invalid_action_token', buildRaw({ action_token: '\ud800' })],
    ['missing_product', buildRaw({ product: '' })],
    ['missing_product', buildRaw({ type: 'chargeback', product: undefined })],
    ['invalid_product', buildRaw({ product: 'poker' })],
    ['invalid_product', buildRaw({ type: 'click', amount: null, product: 'poker' })],
    ['missing_amount', buildRaw({ amount: '' })],
    ['missing_amount', buildRaw({ type: 'deposit', amount: null })],
    ['invalid_amount', buildRaw({ amount: '10.005' })],
    ['invalid_amount', buildRaw({ amount: 0.1 + 0.2 })],
    ['invalid_amount', buildRaw({ amount: '1e3' })],
    ['invalid_amount', buildRaw({ amount: '10,00' })],
    ['invalid_amount', buildRaw({ amount: 'NaN' })],
    ['invalid_amount', buildRaw({ amount: '99999999999999.00' })],
    ['invalid_amount', buildRaw({ amount: true })],
    ['negative_amount', buildRaw({ amount: '-0.01' })],
    ['amount_not_allowed', buildRaw({ type: 'click', amount: '5.00' })],
    ['invalid_currency', buildRaw({ currency: 'R$' })],
    ['invalid_country', buildRaw({ country: 'BRA' })],
    ['invalid_state', buildRaw({ state: 's'.repeat(61) })],
    ['invalid_city', buildRaw({ city: ['São Paulo'] })],
  ])('is rejected with %s', (code, raw) => {
    expect(readEvent(raw)).toEqual({ ok: false, code })
  })

  it('is refused from the future where somebody says when that begins', () => {
    const latest = '2026-11-20T02:59:59.000Z'
    expect(readEvent(buildRaw(), { latest }).ok).toBe(true)
    expect(readEvent(buildRaw({ occurred_at: '2026-11-20T02:59:59.001Z' }), { latest })).toEqual({
      ok: false,
      code: 'moment_in_future',
    })
  })

  it('is read or rejected with a code, whatever is sent', () => {
    const names = fc.constantFrom(
      'event_id',
      'type',
      'occurred_at',
      'player_ref',
      'action_token',
      'product',
      'amount',
      'currency',
      'country',
      'state',
      'city',
    )
    fc.assert(
      fc.property(fc.dictionary(names, fc.anything()), (given) => {
        const result = readEvent({ ...buildRaw(), ...given })
        expect(result.ok || eventProblemCodes.includes(result.code)).toBe(true)
      }),
    )
  })
})

describe('the content of an event', () => {
  it('is the same however the same facts are written, and leaves the id out', () => {
    const content = contentOf(read())
    expect(
      contentOf(read({ event_id: 'e-2', amount: 10, currency: 'brl', occurred_at: '2026-11-19T23:59:59.000-03:00' })),
    ).toBe(content)
  })

  it.each([
    { amount: '10.01' },
    { type: 'win' },
    { product: 'games' },
    { player_ref: 'p-2' },
    { action_token: null },
    { occurred_at: '2026-11-20T03:00:00Z' },
    { currency: 'USD' },
    { country: 'PT' },
    { state: null },
    { city: 'Santos' },
    { player_ref: 'lb-e1', action_token: 'p-1' },
  ])('differs with %j', (given) => {
    expect(contentOf(read(given))).not.toBe(contentOf(read()))
  })
})

/** What an event adds to its row, by column, in cents; columns it adds nothing to are left out. */
function added(fact: { type: keyof typeof events; amount: string | null }): Record<string, number> {
  const [row] = rollUp([
    { day: '2026-11-20', brand: 1, subBrand: 0, affiliate: 1, action: 1, product: 'bets', ...fact },
  ])
  return Object.fromEntries(
    movementColumns
      .map(({ name }, index) => [name, Number(row!.values[index])] as const)
      .filter(([, value]) => value !== 0),
  )
}

describe('what an event adds to movement', () => {
  it.each([
    ['click', null, { clicks: 1 }],
    ['registration', null, { registrations: 1 }],
    ['deposit', '50.00', { deposit_count: 1, deposits: 5000 }],
    ['withdrawal', '20.00', { withdrawal_count: 1, withdrawals: 2000 }],
    ['bet', '10.00', { bets: 1, turnover: 1000 }],
    ['win', '7.00', { payout: 700 }],
    ['bonus', '3.00', { bonus: 300 }],
    ['chargeback', '4.00', { chargebacks: 400 }],
    ['adjustment', '5.00', { chargebacks: -500 }],
    ['adjustment', '-5.00', { chargebacks: 500 }],
    ['adjustment', '0.00', {}],
  ] as const)('%s of %s: %j', (type, amount, delta) => {
    expect(added({ type, amount })).toEqual(delta)
  })

  it('is said for every type; who is barred adds to nothing', () => {
    const types = Object.keys(events) as (keyof typeof events)[]
    expect(types.filter((type) => Object.keys(added({ type, amount: '1.00' })).length === 0)).toEqual(['barred'])
  })
})
