import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { reattribute } from '#features/activity/server/unattributed/reattribute.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent, unique } from '#tests/features/activity/server/support/activity.ts'
import { makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-03-31T12:00:00Z') })
})
afterAll(() => given.drop())

const fiftyForADeposit: RewardTerms = {
  productType: 'cpa',
  value: 50,
  triggerCondition: 'deposit',
  triggerOperation: 'sum',
  triggerComparison: '>= 100',
}
let brand: Awaited<ReturnType<typeof buildBrand>>
let here: Awaited<ReturnType<typeof buildAction>>
let there: Awaited<ReturnType<typeof buildAction>>
let player: string

/** A link whose affiliate is paid by these terms. */
async function linkWith(terms: RewardTerms) {
  const affiliate = await world.affiliate({ profile: await world.profile([terms]) })
  return buildAction(given.database, brand, { affiliate })
}

beforeEach(async () => {
  brand = await buildBrand(given.database)
  here = await linkWith(fiftyForADeposit)
  there = await linkWith(fiftyForADeposit)
  player = unique('player')
})

const tell = (...events: (Record<string, unknown> & { type: string; day: string })[]) =>
  recordEvents({
    database: given.database,
    brand,
    events: events.map(({ day, ...event }) =>
      buildEvent({ player_ref: player, occurred_at: `${day}T12:00:00Z`, ...event }),
    ),
  })
const paid = async ({ affiliate }: { affiliate: number }) =>
  (await world.entries({ affiliate })).filter(({ value }) => value !== '0.00').map(({ day, value }) => [day, value])
const closeMarch = () => world.close('2026-03-01', '2026-03-31')

test("a player's deposits by another affiliate's link count for the affiliate it registered with, whose player it is for good", async () => {
  await tell(
    { type: 'registration', day: '2026-03-01', action_token: here.token },
    { type: 'deposit', day: '2026-03-02', amount: 60 },
  )
  await tell({ type: 'deposit', day: '2026-03-04', amount: 60, action_token: there.token })
  await closeMarch()
  expect([await paid(here), await paid(there)]).toEqual([[['2026-03-04', '50.00']], []])
  const { rows } = await sql<{
    deposits: string
  }>`select deposits from movement where affiliate = ${there.affiliate}`.execute(given.database.db)
  expect(rows, 'the deposit itself belongs to the link it names').toEqual([{ deposits: '60.00' }])
})

test('a late deposit by another link makes the player qualify on its day, though nothing else of its affiliate changed', async () => {
  await tell(
    { type: 'registration', day: '2026-03-01', action_token: here.token },
    { type: 'deposit', day: '2026-03-02', amount: 60 },
  )
  await closeMarch()
  expect(await paid(here)).toEqual([])
  await tell({ type: 'deposit', day: '2026-03-03', amount: 40, action_token: there.token })
  await world.close('2026-03-31')
  expect(await paid(here)).toEqual([['2026-03-03', '50.00']])
})

test('a win by another link counts against a trigger on ggr as well', async () => {
  here = await linkWith({
    productType: 'cpa',
    value: 50,
    triggerCondition: 'ggr',
    triggerOperation: 'sum',
    triggerComparison: '>= 100',
  })
  await tell(
    { type: 'registration', day: '2026-03-01', action_token: here.token },
    { type: 'bet', day: '2026-03-02', product: 'bets', amount: 90 },
    { type: 'win', day: '2026-03-03', product: 'bets', amount: 50, action_token: there.token },
    { type: 'bet', day: '2026-03-04', product: 'bets', amount: 20 },
    { type: 'bet', day: '2026-03-05', product: 'games', amount: 40, action_token: there.token },
  )
  await closeMarch()
  expect(await paid(here)).toEqual([['2026-03-05', '50.00']])
})

test('a player whose registration was never told belongs to the link of its first event', async () => {
  await tell({ type: 'deposit', day: '2026-03-02', amount: 60, action_token: here.token })
  await tell({ type: 'deposit', day: '2026-03-03', amount: 60, action_token: there.token })
  await closeMarch()
  expect([await paid(here), await paid(there)]).toEqual([[['2026-03-03', '50.00']], []])
})

test('a player without registration fulfils no trigger that asks for one', async () => {
  here = await linkWith({ productType: 'cpa', value: 50 })
  await tell({ type: 'deposit', day: '2026-03-02', amount: 60, action_token: here.token })
  await closeMarch()
  expect(await paid(here)).toEqual([])
})

test('what a player did before it named any link counts from the first event that does', async () => {
  await tell({ type: 'deposit', day: '2026-03-02', amount: 100 })
  await tell({ type: 'bet', day: '2026-03-05', product: 'bets', amount: 1, action_token: here.token })
  await closeMarch()
  expect(await paid(here)).toEqual([['2026-03-05', '50.00']])
})

test("an earlier event by another link that arrives late makes the player that one's", async () => {
  await tell({ type: 'deposit', day: '2026-03-05', amount: 100, action_token: here.token })
  await closeMarch()
  expect(await paid(here)).toEqual([['2026-03-05', '50.00']])
  await tell({ type: 'deposit', day: '2026-03-03', amount: 10, action_token: there.token })
  await world.close('2026-03-31')
  expect([await paid(here), await paid(there)]).toEqual([[], [['2026-03-05', '50.00']]])
})

test('a registration that arrives at last takes the player along, with all that it did elsewhere', async () => {
  await tell({ type: 'deposit', day: '2026-03-02', amount: 100, action_token: there.token })
  await closeMarch()
  expect(await paid(there)).toEqual([['2026-03-02', '50.00']])
  await tell({ type: 'registration', day: '2026-03-04', action_token: here.token })
  await world.close('2026-03-31')
  expect([await paid(here), await paid(there)]).toEqual([[['2026-03-02', '50.00']], []])
})

test('events of days in whatever order and batches qualify the same players', async () => {
  const story = () => [
    { type: 'deposit', day: '2026-03-06', amount: 30, action_token: there.token },
    { type: 'deposit', day: '2026-03-07', amount: 40 },
    { type: 'registration', day: '2026-03-05', action_token: here.token },
    { type: 'deposit', day: '2026-03-08', amount: 30, action_token: there.token },
  ]
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
  ]) {
    player = unique('player')
    ;[here, there] = [await linkWith(fiftyForADeposit), await linkWith(fiftyForADeposit)]
    for (const index of order) {
      await tell(story()[index]!)
      await closeMarch()
    }
    expect([await paid(here), await paid(there)]).toEqual([[['2026-03-08', '50.00']], []])
  }
})

test('an event that a person gives to a link counts for the player it names', async () => {
  await tell(
    { type: 'registration', day: '2026-03-01', action_token: 'not-made-yet' },
    { type: 'deposit', day: '2026-03-02', amount: 100 },
  )
  await closeMarch()
  await reattribute({ database: given.database, brand, actor: systemActor('test'), action: here.id })
  await world.close('2026-03-31')
  expect(await paid(here)).toEqual([['2026-03-02', '50.00']])
})
