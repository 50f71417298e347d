import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#engine/values/calendar.ts'
import { gatheredMany } from '#engine/server/database/citus/gather.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { lifetimeFacts, playersReachingThreshold } from '#features/commission/server/calculation/playerLifetimeSql.ts'
import { readLivedOnWorkers } from '#features/commission/server/calculation/playerLifetimeOnWorkers.ts'
import type { Qualified, Range, Segment } from '#features/commission/server/calculation/attributedPlayers.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { buildAction, buildBrand, buildEvent, unique } from '#tests/features/activity/server/support/activity.ts'

let given: TestDatabase
beforeAll(async () => {
  given = await createTestDatabase()
})
afterAll(() => given.drop())

const dayOf = (days: number) => addDays('2026-02-24', days)
const dayNumber = fc.integer({ min: 0, max: 11 })
const facts = Object.keys(lifetimeFacts) as (keyof typeof lifetimeFacts)[]

const told = fc.record({
  brand: fc.nat({ max: 1 }),
  player: fc.nat({ max: 5 }),
  type: fc.constantFrom('deposit', 'deposit', 'bet', 'bet', 'win', 'registration'),
  day: dayNumber,
  minute: fc.nat({ max: 2 }),
  amount: fc.integer({ min: 1, max: 60 }),
  /** Of which affiliate's link; of none, or of one that nobody made. */
  link: fc.constantFrom(0, 0, 1, 2, null, null, 'unknown' as const),
  isLate: fc.boolean(),
})
const asked = fc.record({
  fact: fc.constantFrom(...facts),
  threshold: fc.integer({ min: 1, max: 120 }).map(String),
  affiliates: fc.subarray([0, 1, 2], { minLength: 1 }),
  changing: fc.subarray([0, 1, 2]),
  begins: fc.oneof(dayNumber.map(dayOf), fc.constant('-infinity')),
  until: fc.oneof(dayNumber.map(dayOf), fc.constant('infinity')),
  from: fc.oneof(dayNumber.map(dayOf), fc.constant('-infinity')),
  to: dayNumber.map(dayOf),
  forgetsKept: fc.boolean(),
})
/** Whose qualification is kept already, and of which day. */
const kept = fc.record({ nth: fc.nat({ max: 11 }), day: dayNumber })

async function build(stories: readonly (typeof told extends fc.Arbitrary<infer Of> ? Of : never)[]) {
  const { database } = given
  const first = await buildBrand(database)
  const brands = [first, await buildBrand(database, { company: first.company })]
  const affiliates: number[] = []
  const tokens: string[][] = [[], []]
  for (let nth = 0; nth < 3; nth += 1) {
    const action = await buildAction(database, first)
    affiliates.push(action.affiliate)
    tokens[0]!.push(action.token)
    tokens[1]!.push((await buildAction(database, brands[1]!, { affiliate: action.affiliate })).token)
  }
  const refs = Array.from({ length: 6 }, () => unique('player'))
  for (const isLate of [false, true]) {
    for (const [at, brand] of brands.entries()) {
      const events = stories
        .filter((story) => story.isLate === isLate && story.brand === at)
        .map(({ type, link, day, minute, amount, player }) =>
          buildEvent({
            type,
            player_ref: refs[player]!,
            occurred_at: `${dayOf(day)}T12:0${minute}:00Z`,
            ...(type === 'registration' ? {} : { amount, product: 'bets' }),
            ...(link === null ? {} : { action_token: link === 'unknown' ? 'nobody-made-it' : tokens[at]![link]! }),
          }),
        )
      if (events.length > 0) await recordEvents({ database, brand, events })
    }
  }
  return { brands: brands.map(({ id }) => id), affiliates }
}

const byPlayer = (rows: readonly Qualified[]) => rows.toSorted((one, other) => one.player - other.player)

test('workers that add up lives find whom one node finds, of whatever players did where', async () => {
  const { db } = given.database
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(told, { minLength: 12, maxLength: 60 }),
      fc.array(kept, { maxLength: 3 }),
      fc.array(asked, { minLength: 12, maxLength: 12 }),
      async (stories, known, questions) => {
        const { brands, affiliates } = await build(stories)
        for (const { nth, day } of known)
          await sql`insert into cpa_qualification (player, reward, day, affiliate, brand)
            select id, 1, ${dayOf(day)}::date, coalesce(affiliate, 0), brand from player
            where brand in (${sql.join(brands)}) order by id offset ${nth} limit 1 on conflict do nothing`.execute(db)
        for (const { fact, threshold, from, to, forgetsKept, until, begins, ...who } of questions) {
          const ids = (nths: readonly number[]) => nths.map((nth) => affiliates[nth]!)
          const changing = ids(who.changing)
          const range: Range = { from, to, changing, forgetsKept }
          const segment = { fact, threshold, from: begins, until, affiliates: ids(who.affiliates) } as Segment
          const all = sql`select event.* from event where event.brand in (${sql.join(brands)})`
          const one = await gatheredMany(db, playersReachingThreshold(segment, lifetimeFacts[fact]!, range), [all])
          // Who qualified before the days matters to no affiliate of one rule, and nobody asks workers for it.
          const expected = (await one.execute(db)).rows.filter(
            ({ day, affiliate }) => from === '-infinity' || day >= from || changing.includes(affiliate),
          )
          const answered = await readLivedOnWorkers(db, { segment, fact: lifetimeFacts[fact]!, range })
          expect(byPlayer(answered)).toEqual(byPlayer(expected))
          found += expected.length
        }
      },
    ),
    { numRuns: 25 },
  )
  expect(found, 'somebody qualifies').toBeGreaterThan(50)
}, 240_000)
