import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildEvent,
  buildPartner,
  buildSubBrand,
  unique,
} from './support/activity.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const select = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(test.database.db)).rows
const record = (brand: Awaited<ReturnType<typeof buildBrand>>, ...events: ReturnType<typeof buildEvent>[]) =>
  recordEvents({ database: test.database, brand, events })
const movementOf = (brand: { id: number }) =>
  select(sql<Record<string, unknown>>`select * from movement where brand = ${brand.id} order by day, product, action`)

async function setUp() {
  const brand = await buildBrand(test.database)
  return { brand, action: await buildAction(test.database, brand) }
}

describe('recording events', () => {
  it('takes what is new of a batch that tells some of it again, and only that', async () => {
    const { brand, action } = await setUp()
    const told = ['a', 'b', 'c', 'd'].map((name) =>
      buildEvent({
        type: 'bet',
        event_id: unique(name),
        player_ref: name,
        action_token: action.token,
        product: 'bets',
        amount: 1,
      }),
    )
    const [, changed] = told
    await record(brand, told[1]!, told[2]!)
    const again = [told[0]!, { ...changed!, fingerprint: told[0]!.fingerprint.replace(/./g, '0') }, told[2]!, told[3]!]
    const outcome = { accepted: 2, duplicates: 1, conflicts: [changed!.eventId], unattributed: 0 }
    expect(await record(brand, ...again)).toEqual(outcome)
    expect(await record(brand, ...again)).toEqual({ ...outcome, accepted: 0, duplicates: 3 })
    const fresh = buildEvent({ type: 'bet', player_ref: 'e', action_token: action.token, product: 'bets', amount: 1 })
    expect(await record(brand, fresh)).toEqual({ accepted: 1, duplicates: 0, conflicts: [], unattributed: 0 })
    expect(await movementOf(brand)).toMatchObject([{ bets: 5, turnover: '5.00' }])
  })

  it('keeps the events and both roll-ups of a batch', async () => {
    const { brand, action } = await setUp()
    const [player_ref, action_token] = [unique('p'), action.token]
    const outcome = await record(
      brand,
      buildEvent({ type: 'click', action_token }),
      buildEvent({ type: 'registration', player_ref, action_token }),
      buildEvent({ type: 'deposit', player_ref, amount: 50 }),
      buildEvent({ type: 'bet', player_ref, product: 'bets', amount: '10.50' }),
      buildEvent({ type: 'bet', player_ref, product: 'bets', amount: 4.5 }),
      buildEvent({ type: 'win', player_ref, product: 'bets', amount: 7 }),
      buildEvent({ type: 'bonus', player_ref, product: 'games', amount: 1.25 }),
      buildEvent({ type: 'chargeback', player_ref, product: 'lotto', amount: 3 }),
      buildEvent({ type: 'withdrawal', player_ref, amount: 20 }),
    )
    expect(outcome).toEqual({ accepted: 9, duplicates: 0, conflicts: [], unattributed: 0 })
    const rows = await movementOf(brand)
    expect(rows.map(({ product }) => product)).toEqual(['bets', 'games', 'lotto', 'none'])
    expect(rows[0]).toMatchObject({
      day: '2026-03-10',
      affiliate: action.affiliate,
      action: action.id,
      turnover: '15.00',
      payout: '7.00',
      bets: 2,
    })
    expect(rows[1]).toMatchObject({ bonus: '1.25' })
    expect(rows[2]).toMatchObject({ chargebacks: '3.00' })
    expect(rows[3]).toMatchObject({
      clicks: 1,
      registrations: 1,
      ftd: 1,
      deposit_count: 1,
      deposits: '50.00',
      withdrawal_count: 1,
      withdrawals: '20.00',
    })
    const [wide] = await select(sql<Record<string, unknown>>`select * from movement_wide where brand = ${brand.id}`)
    expect(wide).toMatchObject({
      bets_turnover_minor: 1500,
      bets_payout_minor: 700,
      games_bonus_minor: 125,
      lotto_chargebacks_minor: 300,
      clicks: 1,
      ftd: 1,
      deposits_minor: 5000,
    })
    expect(await verifyMovement(test.database.db)).toEqual([])
  })

  it('takes the same event again as a duplicate and other content as a conflict, across months and within a batch', async () => {
    const { brand, action } = await setUp()
    const bet = { type: 'bet', event_id: unique('ev'), action_token: action.token, product: 'bets', amount: 10 }
    expect(await record(brand, buildEvent(bet), buildEvent(bet), buildEvent({ ...bet, amount: 11 }))).toEqual({
      accepted: 1,
      duplicates: 1,
      conflicts: [bet.event_id],
      unattributed: 0,
    })
    expect(await record(brand, buildEvent({ ...bet, amount: '10.00' }))).toMatchObject({
      accepted: 0,
      duplicates: 1,
      conflicts: [],
    })
    expect(await record(brand, buildEvent({ ...bet, occurred_at: '2026-07-01T00:00:00Z' }))).toMatchObject({
      accepted: 0,
      conflicts: [bet.event_id],
    })
    expect(await movementOf(brand)).toMatchObject([{ turnover: '10.00', bets: 1 }])
  })

  it('lets two brands use the same event id', async () => {
    const [first, second] = [await setUp(), await setUp()]
    const event_id = unique('ev')
    for (const { brand, action } of [first, second]) {
      expect(await record(brand, buildEvent({ type: 'click', event_id, action_token: action.token }))).toMatchObject({
        accepted: 1,
      })
    }
  })

  it('attributes events without a token to the action of the registration, also when that arrives later', async () => {
    const { brand, action } = await setUp()
    const player_ref = unique('p')
    expect(
      await record(
        brand,
        buildEvent({ type: 'bet', player_ref, product: 'bets', amount: 5 }),
        buildEvent({ type: 'deposit', player_ref, amount: 30, occurred_at: '2026-02-01T00:00:00Z' }),
      ),
    ).toMatchObject({ accepted: 2, unattributed: 2 })
    expect(await movementOf(brand)).toEqual([])
    expect(await select(sql`select unattributed from event where brand = ${brand.id} and type = 'bet'`)).toEqual([
      { unattributed: 'unknown_player' },
    ])
    await record(brand, buildEvent({ type: 'registration', player_ref, action_token: action.token }))
    expect(await movementOf(brand)).toMatchObject([
      { day: '2026-02-01', product: 'none', ftd: 1, deposits: '30.00' },
      { product: 'bets', turnover: '5.00' },
      { registrations: 1, ftd: 0 },
    ])
    expect(await verifyMovement(test.database.db)).toEqual([])
  })

  it('keeps a player with its registration for good, while an event that names another action belongs there', async () => {
    const { brand, action } = await setUp()
    const other = await buildAction(test.database, brand)
    const player_ref = unique('p')
    await record(brand, buildEvent({ type: 'registration', player_ref, action_token: action.token }))
    await record(
      brand,
      buildEvent({ type: 'registration', player_ref, action_token: other.token }),
      buildEvent({ type: 'bet', player_ref, product: 'bets', amount: 1, action_token: other.token }),
    )
    await record(brand, buildEvent({ type: 'bet', player_ref, product: 'bets', amount: 2 }))
    expect(await select(sql`select action from player where player_ref = ${player_ref}`)).toEqual([
      { action: action.id },
    ])
    expect((await movementOf(brand)).filter(({ product }) => product === 'bets')).toMatchObject([
      { action: action.id, turnover: '2.00' },
      { action: other.id, turnover: '1.00' },
    ])
  })

  it("knows no token of another brand's", async () => {
    const [{ brand }, other] = [await setUp(), await setUp()]
    expect(await record(brand, buildEvent({ type: 'click', action_token: other.action.token }))).toMatchObject({
      accepted: 1,
      unattributed: 1,
    })
    expect(await movementOf(brand)).toEqual([])
  })

  it('moves the first deposit to an earlier day when an earlier deposit arrives late', async () => {
    const { brand, action } = await setUp()
    const player = { player_ref: unique('p'), action_token: action.token }
    await record(brand, buildEvent({ type: 'deposit', ...player, amount: 20, occurred_at: '2026-03-05T10:00:00Z' }))
    await record(
      brand,
      buildEvent({ type: 'deposit', ...player, amount: 10, occurred_at: '2026-02-03T10:00:00Z' }),
      buildEvent({ type: 'deposit', ...player, amount: 10, occurred_at: '2026-02-04T10:00:00Z' }),
    )
    expect((await movementOf(brand)).map(({ day, ftd }) => [day, ftd])).toEqual([
      ['2026-02-03', 1],
      ['2026-02-04', 0],
      ['2026-03-05', 0],
    ])
    expect(
      await select(
        sql`select first_deposit_day, first_deposit_amount from player where player_ref = ${player.player_ref}`,
      ),
    ).toEqual([{ first_deposit_day: '2026-02-03', first_deposit_amount: '10.00' }])
    expect(await verifyMovement(test.database.db)).toEqual([])
  })

  it('tells the daily close which days of which affiliates changed', async () => {
    const { brand, action } = await setUp()
    const dirty = () =>
      select(sql`select day, changes from dirty_day where affiliate = ${action.affiliate} order by day`)
    await record(
      brand,
      buildEvent({ type: 'click', action_token: action.token, occurred_at: '2026-01-01T00:00:00Z' }),
      buildEvent({ type: 'click', action_token: action.token }),
    )
    await record(brand, buildEvent({ type: 'click', action_token: action.token }))
    expect(await dirty()).toEqual([
      { day: '2026-01-01', changes: 1 },
      { day: '2026-03-10', changes: 2 },
    ])
  })

  it("counts for the sub brand of the link's domain, else of the affiliate's partner or one above it", async () => {
    const brand = await buildBrand(test.database)
    const top = await buildPartner(test.database)
    const below = await buildPartner(test.database, top)
    const bySite = await buildSubBrand(test.database, brand, { site: 'https://www.sub.example/welcome' })
    const byPartner = await buildSubBrand(test.database, brand, { site: 'https://partner.example', partners: [top] })
    const affiliate = await buildAffiliate(test.database, brand, { partner: below })
    const links = [
      await buildAction(test.database, brand, { affiliate: affiliate.id, domain: 'https://sub.example/play' }),
      await buildAction(test.database, brand, { affiliate: affiliate.id }),
      await buildAction(test.database, brand),
    ]
    await record(brand, ...links.map(({ token }) => buildEvent({ type: 'click', action_token: token })))
    const rows = await select(
      sql<{
        sub_brand: number
        domain: string
      }>`select sub_brand, domain from event where brand = ${brand.id} order by action`,
    )
    expect(rows).toEqual([
      { sub_brand: bySite, domain: 'sub.example' },
      { sub_brand: byPartner, domain: 'partner.example' },
      { sub_brand: 0, domain: `${brand.slug}.example` },
    ])
  })

  it('records the same batch once when it is sent eight times at once', async () => {
    const { brand, action } = await setUp()
    const events = Array.from({ length: 200 }, (_, index) =>
      buildEvent({
        type: index % 3 ? 'bet' : 'deposit',
        player_ref: `same${index % 40}`,
        action_token: action.token,
        product: 'bets',
        amount: 1,
      }),
    )
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => record(brand, ...events)))
    expect(outcomes.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(200)
    expect(outcomes.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(1400)
    expect(await verifyMovement(test.database.db)).toEqual([])
  })

  it('leaves nothing waiting when registrations and bets of the same players arrive at once', async () => {
    const { brand, action } = await setUp()
    const refs = Array.from({ length: 60 }, () => unique('p'))
    const bets = refs.map((player_ref) => buildEvent({ type: 'bet', player_ref, product: 'games', amount: 2 }))
    const registrations = refs.map((player_ref) =>
      buildEvent({ type: 'registration', player_ref, action_token: action.token }),
    )
    const halves = [
      bets.slice(0, 30),
      registrations.slice(20),
      bets.slice(30).reverse(),
      registrations.slice(0, 20).reverse(),
    ]
    await Promise.all(halves.map((events) => record(brand, ...events)))
    expect(
      await select(sql`select count(*) as waiting from event where brand = ${brand.id} and action is null`),
    ).toEqual([{ waiting: 0 }])
    expect((await movementOf(brand)).find(({ product }) => product === 'games')).toMatchObject({ turnover: '120.00' })
    expect(await verifyMovement(test.database.db)).toEqual([])
  })

  it('makes the partition of a month that no one prepared', async () => {
    const { brand, action } = await setUp()
    await record(brand, buildEvent({ type: 'click', action_token: action.token, occurred_at: '2003-05-31T23:59:59Z' }))
    // Where it lies on a worker, a number of the worker's comes behind its name.
    const name = sql`left(tableoid::regclass::text, ${'event_2003_05'.length}::integer)`
    expect(await select(sql`select ${name} as name from event where brand = ${brand.id}`)).toEqual([
      { name: 'event_2003_05' },
    ])
  })
})
