import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inSimulation } from '#features/deals/server/whatIf/simulation.ts'
import { simulateCommission } from '#features/deals/server/whatIf/tryCommission.ts'
import { readRuleSet } from '#features/commission/server/calculation/ruleSet.ts'
import { addDays } from '#engine/values/calendar.ts'
import type { DealMinimum } from '#rules/deals/terms.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
})
afterAll(() => given.drop())

const first = '2026-02-20'
const lastOffset = 24
const last = addDays(first, lastOffset)
const offset = fc.integer({ min: 0, max: lastOffset })
const condition = fc.record({
  joined: fc.constantFrom('and' as const, 'or' as const),
  fact: fc.constantFrom(
    'depositSum' as const,
    'depositCount' as const,
    'wagerSum' as const,
    'ngr' as const,
    'daysActive' as const,
  ),
  comparator: fc.constantFrom('atLeast' as const, 'moreThan' as const),
  amount: fc.integer({ min: 0, max: 3 }),
  within: fc.constantFrom(null, 2, 9),
  timesOf: fc.constantFrom(null, null, 'firstDeposit' as const),
  unit: fc.constantFrom('days' as const, 'hours' as const),
})
const stage = fc.record({
  value: fc.constantFrom(12.34, 50),
  fact: fc.constantFrom('depositSum' as const, 'wagerSum' as const, 'daysActive' as const),
  amount: fc.integer({ min: 1, max: 5 }),
  withinOf: fc.constantFrom({}, { within: 9, since: 'registration' as const }),
  holdDays: fc.constantFrom(null, 0, 4),
  taken: fc.constantFrom({}, { clawBack: 'none' as const }, { clawBack: 'any' as const, clawBackDays: 6 }),
})
const deal = fc
  .record({
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    sized: fc.constantFrom(
      {},
      { bandFact: 'depositSum' as const, bands: [{ from: 3, value: 130.55 }] },
      { bandFact: 'depositSum' as const, bands: [{ from: 1, percentage: 33.3, atMost: 1.5 }] },
      {
        bandFact: 'ngr' as const,
        bands: [
          { from: 1, value: 0 },
          { from: 4, value: 250 },
        ],
      },
    ),
    stages: fc.array(stage, { maxLength: 2 }),
    holdDays: fc.integer({ min: 0, max: 6 }),
    clawBack: fc.constantFrom('none' as const, 'barred' as const, 'any' as const),
    clawBackDays: fc.option(fc.integer({ min: 0, max: 10 })),
    caps: fc.uniqueArray(
      fc.record({
        per: fc.constantFrom('day' as const, 'month' as const, 'deal' as const),
        atMost: fc.integer({ min: 1, max: 3 }),
        beyond: fc.constantFrom('later' as const, 'lost' as const),
      }),
      { maxLength: 2, selector: ({ per }) => per },
    ),
    overrides: fc.constantFrom(
      [],
      [],
      [{ link: 1, value: 77.77 }],
      [{ brand: 1, value: 0 }],
      [
        { registeredBefore: addDays(first, 12), value: 66 },
        { registeredBefore: addDays(first, 1), value: 33 },
        { link: 2, registeredBefore: first, value: 12 },
      ],
      [
        { country: 'BR', value: 40, fact: 'depositCount' as const, amount: 2, holdDays: 3 },
        { link: 2, country: 'BR', value: 160.5 },
        { link: 1, value: 7, fact: 'wagerSum' as const, amount: 1, timesOf: 'depositSum' as const },
      ],
    ),
    minimums: fc.constantFrom<DealMinimum[][]>(
      [],
      [{ fact: 'depositCount', amount: 2 }],
      [{ fact: 'activePlayers', amount: 2 }],
      [{ fact: 'barredPlayers', comparator: 'atMost', amount: 40 }],
      [
        { fact: 'smallDeposits', upTo: 2, comparator: 'lessThan', amount: 60 },
        { fact: 'firstDeposits', amount: 4, months: 2 },
        { fact: 'deposits', comparator: 'moreThan', amount: 5, missed: 'flag' },
      ],
    ),
  })
  .map(({ conditions, sized, stages, ...rest }) => ({
    ...rest,
    stages: stages.map(({ withinOf, taken, ...each }) => ({ ...each, ...withinOf, ...taken })),
    ...sized,
    conditions: conditions.map(({ timesOf, ...each }) => ({
      ...each,
      ...(each.fact === 'wagerSum' || each.fact === 'ngr' ? { timesOf } : {}),
      ...(each.within === null ? {} : { since: 'registration' as const }),
    })),
  }))
const deed = fc.record({
  who: fc.nat(4),
  day: offset,
  type: fc.constantFrom('deposit', 'deposit', 'bet', 'bet', 'win', 'barred', 'chargeback'),
  amount: fc.integer({ min: 1, max: 4 }),
  country: fc.constantFrom(null, 'BR', 'PT'),
})
const office = fc.record({
  deal,
  deeds: fc.array(deed, { minLength: 6, maxLength: 25 }),
  late: fc.array(deed, { maxLength: 2 }),
})
type Office = typeof office extends fc.Arbitrary<infer Made> ? Made : never
type Deed = Office['deeds'][number]

const cpa = (terms: Office['deal']): RewardTerms => ({ productType: 'cpa', value: 100, ...terms })
const simple: RewardTerms = { productType: 'cpa', value: 100 }

async function makeAffiliate(terms: RewardTerms, { deeds, late }: Office) {
  const profile = await world.profile([terms])
  const affiliate = await world.affiliate({ profile })
  const players: number[] = []
  const linkOf = (index: number) => (index % 2) + 1
  for (let index = 0; index < 5; index += 1)
    players.push(await world.player({ affiliate, registered: first, action: linkOf(index) }))
  const tell = async (told: readonly Deed[]) => {
    for (const { who, day, type, amount, country } of told)
      await world.event({
        player: players[who]!,
        affiliate,
        at: `${addDays(first, day)}T${String(8 + amount).padStart(2, '0')}:00:00Z`,
        type: type as 'deposit',
        amount,
        action: linkOf(who),
        ...(country ? { country } : {}),
      })
  }
  await tell(deeds)
  return { affiliate, profile, tellLate: () => tell(late) }
}
const entries = async (affiliate: number) =>
  (await world.entries({ affiliate }))
    .filter(({ kind }) => kind === 'commission')
    .map(({ day, value }) => `${day} ${value}`)
const stagesOf = async (affiliate: number) =>
  (
    await sql<Record<string, unknown>>`select dense_rank() over (order by player) as place, stage, step, day::text,
      value::text from cpa_stage where affiliate = ${affiliate} order by 1, 2, 3`.execute(world.db)
  ).rows
const cases = async (affiliate: number) =>
  (
    await sql<Record<string, unknown>>`select rank() over (order by player) as place, met_day::text, approval_day::text,
      paid_day::text, ended_day::text, ended_by from cpa_case where affiliate = ${affiliate} order by 1`.execute(
      world.db,
    )
  ).rows

test('a deal closed day by day is the deal closed at once, in any order, after late events, and tried on another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(office, { minLength: 4, maxLength: 4 }), async (offices) => {
      await sql`delete from closed_day`.execute(world.db)
      const daily = []
      for (const each of offices) daily.push(await makeAffiliate(cpa(each.deal), each))
      for (let day = first; day <= last; day = addDays(day, 1)) await world.close(day)
      for (const { tellLate } of daily) await tellLate()
      await world.close(addDays(first, 3))
      await world.close(first)
      const twins = []
      for (const each of offices) {
        const whole = await makeAffiliate(cpa(each.deal), each)
        await whole.tellLate()
        const tried = await makeAffiliate(simple, each)
        await tried.tellLate()
        twins.push({ whole, tried })
      }
      await sql`delete from closed_day`.execute(world.db)
      await world.close(first, last)
      const book = await readRuleSet(world.db)
      for (const [index, { affiliate }] of daily.entries()) {
        const { whole, tried } = twins[index]!
        expect(await entries(affiliate)).toEqual(await entries(whole.affiliate))
        expect(await cases(affiliate)).toEqual(await cases(whole.affiliate))
        expect(await stagesOf(affiliate)).toEqual(await stagesOf(whole.affiliate))
        const { from: _, ...profile } = book.profiles.get(whole.profile)!.at(-1)!
        const edit = { kind: 'rewardProfile', id: tried.profile, ...profile } as const
        const result = await inSimulation(world.db, (db) =>
          simulateCommission(db, { edit, days: { from: first, to: last } }),
        )
        expect(result.owners.map(({ now }) => now)).toEqual([
          total(await world.entries({ affiliate: whole.affiliate })),
        ])
      }
      const again = await Promise.all(daily.map(({ affiliate }) => entries(affiliate)))
      await world.close(first, last)
      expect(await Promise.all(daily.map(({ affiliate }) => entries(affiliate)))).toEqual(again)
    }),
    // Each run closes a month of twelve affiliates twice, day by day and at once.
    { numRuns: 1, endOnFailure: true },
  )
}, 240_000)
