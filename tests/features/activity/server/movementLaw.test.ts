import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { reattribute } from '#features/activity/server/unattributed/reattribute.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent, unique } from './support/activity.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const players = ['ana', 'bia', 'caio']
const linkCount = 2
/**
 * What happened, apart from brands and ids: a link by number (none, one of ours, one that is not there yet), a player
 * by number, an hour of three days around a month's end.
 */
const fact = fc.record({
  type: fc.constantFrom(
    'click',
    'registration',
    'deposit',
    'deposit',
    'withdrawal',
    'bet',
    'win',
    'bonus',
    'chargeback',
    'adjustment',
  ),
  player: fc.nat(players.length - 1),
  link: fc.option(fc.nat(linkCount), { nil: null }),
  hour: fc.integer({ min: 0, max: 71 }),
  product: fc.constantFrom('bets', 'games', 'lotto'),
  cents: fc.integer({ min: 1, max: 100_000 }),
})
type Fact = typeof fact extends fc.Arbitrary<infer Value> ? Value : never

interface World {
  readonly brand: Awaited<ReturnType<typeof buildBrand>>
  readonly tokens: string[]
  readonly late: string
}

async function buildWorld(): Promise<World> {
  const brand = await buildBrand(test.database)
  const tokens: string[] = []
  for (let number = 0; number < linkCount; number += 1) tokens.push((await buildAction(test.database, brand)).token)
  return { brand, tokens, late: unique('late') }
}

function eventOf({ tokens, late }: World, { type, player, link, hour, product, cents }: Fact, id: number) {
  const hasAmount = type !== 'click' && type !== 'registration'
  return buildEvent({
    event_id: `event-${id}`,
    type,
    player_ref: players[player],
    occurred_at: new Date(Date.UTC(2026, 0, 31, hour)).toISOString(),
    ...(link === null ? {} : { action_token: tokens[link] ?? late }),
    ...(hasAmount ? { product, amount: (cents / 100).toFixed(2) } : {}),
  })
}

/** Movement without what differs between worlds: links by their number. */
async function movementOf({ brand, late, tokens }: World) {
  const { rows } = await sql<Record<string, unknown> & { token: string }>`
    select movement.*, action.token from movement join action on action.id = movement.action
      where movement.brand = ${brand.id}`.execute(test.database.db)
  const names = [...tokens, late]
  return rows
    .map(({ brand: _brand, affiliate: _affiliate, action: _action, token, ...row }) => ({
      ...row,
      link: names.indexOf(token),
    }))
    .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
}

const isWell = async () => expect(await verifyMovement(test.database.db)).toEqual([])
const reattributeAll = ({ brand }: World) => reattribute({ database: test.database, brand, actor: systemActor('test') })

describe('movement', () => {
  it('is the sum of its events at every moment, whatever comes in whatever order, twice or late', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fact, { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat(39), { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        async (facts, again, size) => {
          const world = await buildWorld()
          const events = facts.map((each, id) => eventOf(world, each, id))
          const arriving = [...events, ...again.flatMap((index) => events[index] ?? [])]
          for (let start = 0; start < arriving.length; start += size) {
            await recordEvents({
              database: test.database,
              brand: world.brand,
              events: arriving.slice(start, start + size),
            })
            await isWell()
          }
          await buildAction(test.database, world.brand, { token: world.late })
          await reattributeAll(world)
          await isWell()
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)

  it('ends the same in whatever order and batches the same events come, where a player registers once', async () => {
    const once = fc
      .array(fact, { minLength: 1, maxLength: 30 })
      .map((facts) =>
        facts.filter(
          ({ type, player }, index) =>
            type !== 'registration' ||
            facts.findIndex((other) => other.type === 'registration' && other.player === player) === index,
        ),
      )
    await fc.assert(
      fc.asyncProperty(
        once.chain((facts) =>
          fc.tuple(fc.constant(facts), fc.shuffledSubarray([...facts.keys()], { minLength: facts.length })),
        ),
        fc.integer({ min: 1, max: 12 }),
        async ([facts, order], size) => {
          const [straight, shuffled] = [await buildWorld(), await buildWorld()]
          await recordEvents({
            database: test.database,
            brand: straight.brand,
            events: facts.map((each, id) => eventOf(straight, each, id)),
          })
          const events = order.map((id) => eventOf(shuffled, facts[id]!, id))
          for (let start = 0; start < events.length; start += size)
            await recordEvents({
              database: test.database,
              brand: shuffled.brand,
              events: events.slice(start, start + size),
            })
          for (const world of [straight, shuffled]) {
            await buildAction(test.database, world.brand, { token: world.late })
            await reattributeAll(world)
          }
          expect(await movementOf(shuffled)).toEqual(await movementOf(straight))
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)

  it('that somebody changed by hand is found, in both roll-ups', async () => {
    const { brand, tokens } = await buildWorld()
    await recordEvents({
      database: test.database,
      brand,
      events: [buildEvent({ type: 'bet', product: 'bets', amount: 5, action_token: tokens[0] })],
    })
    await sql`update movement set turnover = 6 where brand = ${brand.id}`.execute(test.database.db)
    await sql`delete from movement_wide where brand = ${brand.id}`.execute(test.database.db)
    const differences = await verifyMovement(test.database.db)
    expect(differences.map(({ table, column, stored, summed }) => [table, column, stored, summed])).toEqual([
      ['movement', 'turnover', '6.00', '5.00'],
      ['movement_wide', 'bets_bets', '0', '1'],
      ['movement_wide', 'bets_turnover_minor', '0', '500'],
    ])
  })
})
