import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computeCommission } from '#rules/commission/commission.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { addDays } from '#engine/values/calendar.ts'
import { roundMoney, sumMoney } from '#engine/values/money.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
})
afterAll(() => given.drop())

const products = ['bets', 'games', 'lotto'] as const
const cents = fc.integer({ min: 0, max: 200_000 }).map((amount) => amount / 100)
const happening = fc.record({
  dayOfMonth: fc.integer({ min: 0, max: 19 }),
  product: fc.constantFrom(...products),
  turnover: cents,
  payout: cents,
  bonus: cents.map((amount) => Math.round(amount * 10) / 100),
  action: fc.integer({ min: 1, max: 3 }),
  /** After how many closes it arrives. */
  lateness: fc.integer({ min: 0, max: 3 }),
})
const tier = fc.record({ from: fc.integer({ min: 0, max: 3000 }), percentage: fc.integer({ min: 0, max: 60 }) })
const terms = fc.record({
  subType: fc.constantFrom('ngr', 'ggr', 'turnover'),
  adminFee: fc.constantFrom(0, 12.5, 7.33),
  percentage: fc.integer({ min: 0, max: 60 }),
  tierMode: fc.constantFrom('marginal' as const, 'whole' as const),
  tiers: fc.uniqueArray(tier, { maxLength: 3, selector: ({ from }) => from }),
})
const closing = fc.record({ from: fc.integer({ min: 0, max: 19 }), length: fc.integer({ min: 0, max: 12 }) })

function termsOf(
  product: (typeof products)[number],
  made: typeof terms extends fc.Arbitrary<infer T> ? T : never,
): RewardTerms {
  return { ...made, productType: product, calculation: made.tiers.length > 0 ? 'dynamic' : 'fixed' }
}

async function dueOf(affiliate: number, all: readonly RewardTerms[]): Promise<string> {
  const { rows } = await sql<{
    product: string
    turnover: string
    payout: string
    bonus: string
  }>`select product, sum(turnover) as turnover, sum(payout) as payout, sum(bonus) as bonus
    from movement where affiliate = ${affiliate} group by 1`.execute(given.database.db)
  return sumMoney(
    rows.map((row) =>
      roundMoney(
        computeCommission({
          rule: all.find(({ productType }) => productType === row.product) as RewardRule,
          sums: { ...row, chargebacks: 0 },
        }).amount,
      ),
    ),
  )
}

test('whatever arrives when, and whatever is closed in what order: entries add up to f(period), lines to entries, and shares to lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 1, maxLength: 12 }),
      terms,
      terms,
      fc.array(closing, { maxLength: 3 }),
      async (happenings, bets, others, closings) => {
        const all = products.map((product) => termsOf(product, product === 'bets' ? bets : others))
        const affiliate = await world.affiliate({ profile: await world.profile(all) })
        const first = '2026-05-05'
        const arrive = async (lateness: number) => {
          for (const { dayOfMonth, lateness: own, ...activity } of happenings)
            if (own === lateness) await world.activity({ affiliate, day: addDays(first, dayOfMonth), ...activity })
        }
        for (const [index, { from, length }] of closings.entries()) {
          await arrive(index)
          await world.close(addDays(first, from), addDays(first, from + length))
        }
        for (let lateness = closings.length; lateness <= 3; lateness += 1) await arrive(lateness)
        await world.close(first, addDays(first, 19))
        const entries = await world.entries({ affiliate })
        expect(total(entries)).toBe(await dueOf(affiliate, all))
        const {
          rows: [sums],
        } = await sql<{
          lines: string
          shares: string
        }>`select coalesce((select sum(amount) from entry_line join entry on entry.id = entry
          where affiliate = ${affiliate}), 0)::numeric(18, 2) as lines,
      coalesce((select sum(reward) from commission where affiliate = ${affiliate}), 0)::numeric(18,
        2) as shares`.execute(given.database.db)
        expect([sums!.lines, sums!.shares]).toEqual([total(entries), total(entries)])
      },
    ),
    { numRuns: 40 },
  )
}, 240_000)

test('whichever entries are completed in between: entries and adjustments add up to f(period)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 2, maxLength: 10 }),
      terms,
      fc.infiniteStream(fc.boolean()),
      async (happenings, made, coins) => {
        const all = products.map((product) => termsOf(product, made))
        const affiliate = await world.affiliate({ profile: await world.profile(all) })
        const [first, last] = ['2026-04-05', '2026-04-24']
        for (const lateness of [0, 1, 2, 3]) {
          for (const { dayOfMonth, lateness: own, ...activity } of happenings)
            if (own === lateness) await world.activity({ affiliate, day: addDays(first, dayOfMonth), ...activity })
          await world.close(first, last)
          const pending = (await world.entries({ affiliate })).filter(({ status }) => status === 'pending')
          await world.complete(pending.filter(() => coins.next().value).map(({ id }) => id))
        }
        expect(total(await world.entries({ affiliate }))).toBe(await dueOf(affiliate, all))
      },
    ),
    { numRuns: 25 },
  )
}, 240_000)
