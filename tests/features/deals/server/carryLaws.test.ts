import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesByBrand } from '#features/commission/server/calculation/byBrand.ts'
import { explainLine, type StoredLine } from '#features/commission/server/explanation/explainLine.ts'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { inSimulation } from '#features/deals/server/whatIf/simulation.ts'
import { simulateCommission } from '#features/deals/server/whatIf/tryCommission.ts'
import { addDays, endOfMonth } from '#engine/values/calendar.ts'
import type { CarryTerms } from '#rules/deals/carry.ts'
import type { DealDeduction } from '#rules/deals/terms.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Activity, makeWorld, type RewardTerms, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
let other: number
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
  await world.brand()
  other = await world.brand()
})
afterAll(() => given.drop())

const first = '2026-01-20'
const lastOffset = 105
const last = addDays(first, lastOffset)
const offset = fc.integer({ min: 0, max: lastOffset })
const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount / 100)

const share = fc.record({
  subType: fc.constantFrom('ngr', 'ggr', 'turnover'),
  percentage: fc.constantFrom(7, 30, 33.33),
  tiers: fc.constantFrom([], [{ from: 500, percentage: 41 }]),
  minimums: fc.constantFrom([], [{ fact: 'turnover' as const, amount: 300 }]),
  deductions: fc.constantFrom<DealDeduction[][]>(
    [],
    [{ kind: 'jackpot', percentage: 1 }],
    [{ kind: 'withdrawalFee', percentage: 2 }],
  ),
  floor: fc.constantFrom(null, null, 25),
  quarantineAbove: fc.option(fc.constantFrom(50, 300)),
  quarantineWhen: fc.constantFrom(null, 'always' as const, 'negativeMonth' as const),
  quarantineBy: fc.constantFrom(null, 'commission' as const, 'month' as const),
  quarantineMonths: fc.constantFrom(null, null, 1),
  overrides: fc.constantFrom(null, null, [{ brand: 1, percentage: 45 }]),
})
const carry: fc.Arbitrary<CarryTerms> = fc.record({
  carryAtMost: fc.option(cents),
  carryAbove: fc.option(fc.integer({ min: 0, max: 60 })),
  carryMonths: fc.option(fc.integer({ min: 1, max: 3 })),
  carriedPart: fc.constantFrom(null, 'all', 'chargebacks'),
  carryResetPlayers: fc.option(fc.integer({ min: 1, max: 3 })),
  carryResetMonths: fc.option(fc.integer({ min: 1, max: 3 })),
  fence: fc.constantFrom(null, 'product', 'none', 'none', 'brand', 'brandProduct'),
})
const deed = fc.record({
  day: offset,
  isOther: fc.boolean(),
  product: fc.constantFrom('bets' as const, 'games' as const),
  turnover: cents,
  payout: cents.map((amount) => Math.round(amount * 140) / 100),
  bonus: fc.constantFrom(0, 0, 12.34),
  chargebacks: fc.constantFrom(0, 0, 77.7),
  ftd: fc.constantFrom(0, 0, 0, 1, 2),
  withdrawals: fc.constantFrom(0, 0, 123.45),
})
const play = fc.record({
  who: fc.nat(2),
  day: offset,
  product: fc.constantFrom('bets' as const, 'games' as const),
  type: fc.constantFrom('bet' as const, 'bet' as const, 'win' as const, 'win' as const, 'bonus' as const),
  amount: cents,
})
const office = fc.record({
  bets: share,
  games: share,
  carries: fc.constantFrom('none' as const, 'full' as const, 'full' as const),
  carry,
  plays: fc.array(play, { minLength: 4, maxLength: 20 }),
  deeds: fc.array(deed, { minLength: 4, maxLength: 12 }),
  late: fc.array(deed, { maxLength: 2 }),
})
type Office = typeof office extends fc.Arbitrary<infer Made> ? Made : never

const rewardOf = (productType: 'bets' | 'games', { tiers, overrides, ...made }: Office['bets']): RewardTerms => ({
  ...made,
  productType,
  tiers,
  calculation: tiers.length > 0 ? 'dynamic' : 'fixed',
  // Beside other rates nobody is kept apart, and nothing taken of withdrawals.
  ...(overrides && {
    overrides,
    quarantineAbove: null,
    deductions: made.deductions.filter(({ kind }) => kind !== 'withdrawalFee'),
  }),
})

async function makeAffiliate({ bets, games, plays, deeds, late, ...made }: Office, carries = made.carries) {
  const terms = [rewardOf('bets', bets), rewardOf('games', games)]
  const profile = await world.profile(terms, carries, made.carry)
  const affiliate = await world.affiliate({ profile })
  const tell = async (told: Office['deeds']) => {
    for (const { day: after, isOther, product, chargebacks, ftd, withdrawals, ...activity } of told) {
      const day = addDays(first, after)
      const common = { affiliate, day, brand: isOther ? other : 1 } satisfies Partial<Activity>
      await world.activity({ ...common, product, ...activity })
      await world.activity({ ...common, product: 'none', chargebacks, ftd, withdrawals })
    }
  }
  const brands = [1, 1, other]
  const players = brands.map((brand) => world.player({ affiliate, registered: first, brand }))
  for (const { who, day, ...told } of plays)
    await world.event({
      ...told,
      brand: brands[who]!,
      player: await players[who]!,
      affiliate,
      at: `${addDays(first, day)}T10:00:00Z`,
    })
  await tell(deeds)
  return { affiliate, profile, tellLate: () => tell(late) }
}

const entries = async (affiliate: number) =>
  (await world.entries({ affiliate })).flatMap(({ day, value }) => (value === '0.00' ? [] : [`${day} ${value}`]))

/** Whether every line is what its explanation comes to, and ends with what would be carried. */
async function explainsAll(affiliate: number): Promise<boolean> {
  const { rows } = await sql<StoredLine>`select product, base::text as base, rate::text as rate,
      rule_version as "ruleVersion", amount::text as amount, detail from entry_line
      where entry in (select id from entry where affiliate = ${affiliate})`.execute(world.db)
  const lines = rows.flatMap((line) => linesByBrand(line))
  const explained = await Promise.all(lines.map((line) => explainLine(world.db, line)))
  return rows.length > 0 && explained.every(({ isReproduced }) => isReproduced)
}

test('what is carried by the words of a profile: day by day as at once, late, tried on another, and explained', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(office, { minLength: 5, maxLength: 5 }), async (offices) => {
      await sql`delete from closed_day`.execute(world.db)
      const daily = []
      for (const each of offices) daily.push(await makeAffiliate(each))
      for (let day = first; day <= last; day = addDays(day, 1)) await world.close(day)
      for (const { tellLate } of daily) await tellLate()
      await world.close(addDays(first, 40))
      await world.close(first)
      const twins = []
      for (const each of offices) {
        const [whole, tried] = [await makeAffiliate(each), await makeAffiliate(each, 'none')]
        await whole.tellLate()
        await tried.tellLate()
        twins.push({ whole, tried })
      }
      await sql`delete from closed_day`.execute(world.db)
      for (let day = first; day <= last; day = addDays(endOfMonth(day), 1)) {
        const end = endOfMonth(day)
        await world.close(day, end < last ? end : last)
      }
      const book = await readRuleSet(world.db)
      for (const [index, { affiliate }] of daily.entries()) {
        const { whole, tried } = twins[index]!
        expect(await entries(affiliate)).toEqual(await entries(whole.affiliate))
        expect(await explainsAll(affiliate)).toBe(true)
        const { from: _, ...profile } = book.profiles.get(whole.profile)!.at(-1)!
        const edit = { kind: 'rewardProfile', id: tried.profile, ...profile } as const
        const days = { from: addDays(first, 30), to: last }
        const result = await inSimulation(world.db, (db) => simulateCommission(db, { edit, days }))
        const due = (await world.entries({ affiliate: whole.affiliate })).filter(({ day }) => day >= days.from)
        expect(result.owners[0]?.now ?? '0.00').toBe(total(due))
      }
    }),
    // Each run closes three months of fifteen affiliates, day by day and at once.
    { numRuns: 1, endOnFailure: true },
  )
}, 240_000)
