import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, total, type World } from '#tests/support/money/world.ts'

/* Whatever comes in whatever order, an owner is due what it earned, once; and what a lock fixed stays. */

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
  await sql`insert into company (name) select 'Home' where not exists (select from company)`.execute(world.db)
  await world.brand()
})
afterAll(() => given.drop())

const days = ['2026-03-02', '2026-03-20', '2026-04-01', '2026-04-30', '2026-05-10'] as const
const months = ['2026-03-01', '2026-04-01', '2026-05-01'] as const
const day = fc.constantFrom(...days)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      day,
      turnover: fc.integer({ min: -20, max: 40 }).map((tens) => tens * 10),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('close' as const), from: day, to: day }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom('lock' as const, 'open' as const),
      month: fc.constantFrom(...months),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('pay' as const) }) },
)

const entryTexts = async (affiliate: number) =>
  (await world.entries({ affiliate })).map((entry) => `${entry.id} ${entry.day} ${entry.kind} ${entry.value}`)
/** What was there stays; an entry of 0.00 may come, on which differences hang. */
function holds(then: readonly string[], now: readonly string[], month: string): boolean {
  const ofMonth = (texts: readonly string[]) =>
    texts.filter((text) => text.includes(` ${month.slice(0, 7)}`) && !text.endsWith(' 0.00'))
  return ofMonth(then).join() === ofMonth(now).join()
}

test('random histories of activity, closes, locks and payments', async () => {
  const profile = await world.profile([{ productType: 'bets', subType: 'turnover', percentage: 30 }])
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const affiliate = await world.affiliate({ profile })
      await sql`update period set state = 'open'`.execute(world.db)
      await sql`insert into period (company, "from", "to", state) select (select min(id)
        from company), month, (month + interval '1 month' - interval '1 day')::date, 'open'
      from unnest(${`{${months.join(',')}}`}::text::date[]) each (month) where not exists (select from period)`.execute(
        world.db,
      )
      const fixed = new Map<string, string[]>()
      const turnovers = new Map<string, number>()
      for (const each of steps) {
        if (each.does === 'move') {
          await world.activity({ affiliate, day: each.day, turnover: each.turnover })
          turnovers.set(each.day, (turnovers.get(each.day) ?? 0) + each.turnover)
        } else if (each.does === 'close') {
          const [from, to] = [each.from, each.to].toSorted()
          await world.close(from!, to)
        } else if (each.does === 'pay') {
          await world.complete((await world.entries({ affiliate })).map(({ id }) => id))
        } else {
          await sql`update period set state = ${each.does === 'lock' ? 'locked' : 'open'}::text
            where period."from" = ${each.month}::text::date`.execute(world.db)
          if (each.does === 'open') fixed.delete(each.month)
          else if (!fixed.has(each.month)) fixed.set(each.month, await entryTexts(affiliate))
        }
      }
      for (let time = 0; time < 2; time += 1) await world.close(days[0], days.at(-1)!)
      const entries = await world.entries({ affiliate })
      // A month that lost earns nothing: each begins anew.
      const earned = months.map((month) =>
        Math.max(
          0,
          days
            .filter((each) => each.startsWith(month.slice(0, 7)))
            .reduce((sum, each) => sum + (turnovers.get(each) ?? 0), 0),
        ),
      )
      const due = earned.reduce((sum, turnover) => sum + turnover * 0.3, 0)
      expect(Number(total(entries))).toBeCloseTo(due, 6)
      const now = await entryTexts(affiliate)
      expect([...fixed].filter(([month, then]) => !holds(then, now, month)).map(([month]) => month)).toEqual([])
    }),
    { numRuns: 7 },
  )
}, 60_000)
