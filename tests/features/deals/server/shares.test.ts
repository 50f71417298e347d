import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainLine, type StoredLine } from '#features/commission/server/explanation/explainLine.ts'
import { addDays } from '#engine/values/calendar.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
})
afterAll(() => given.drop())

const share: RewardTerms = {
  productType: 'games',
  calculation: 'dynamic',
  tierMode: 'whole',
  tierBase: 'depositCount',
  percentage: 20,
  tiers: [{ from: 2, percentage: 30 }],
  deductions: [
    { kind: 'depositFee', percentage: 10 },
    { kind: 'tax', percentage: 12 },
  ],
  minimums: [{ fact: 'deposits', amount: 150 }],
  ceiling: 150,
}

async function play(affiliate: number): Promise<void> {
  const day = (number: number) => addDays('2026-05-01', number)
  await world.activity({ affiliate, day: day(0), product: 'games', turnover: 1000, payout: 600, bonus: 20 })
  await world.activity({ affiliate, day: day(1), product: 'none', deposits: 100, depositCount: 1 })
  await world.activity({ affiliate, day: day(3), product: 'none', deposits: 100, depositCount: 1 })
  await world.activity({ affiliate, day: day(5), product: 'games', turnover: 1000, payout: 600 })
}

test('a share closed day by day is the share closed at once, and each line says how it came about', async () => {
  const profile = await world.profile([share])
  const [daily, whole] = [await world.affiliate({ profile }), await world.affiliate({ profile })]
  await play(daily)
  for (let day = '2026-05-01'; day <= '2026-05-10'; day = addDays(day, 1)) await world.close(day)
  await play(whole)
  await world.close('2026-05-01', '2026-05-31')
  const amounts = async (affiliate: number) =>
    (await world.entries({ affiliate })).flatMap(({ day, value }) => (value === '0.00' ? [] : [`${day} ${value}`]))
  // Nothing before 150 are deposited. Then (400 - 20 - 20 - 48) x 30 % = 93.60; at last (780 - 20 - 96) x 30 %, at most 150.
  expect(await amounts(whole)).toEqual(['2026-05-04 93.60', '2026-05-06 56.40'])
  expect(await amounts(daily)).toEqual(await amounts(whole))
  expect(total(await world.entries({ affiliate: daily }))).toBe('150.00')
  const { rows } = await sql<StoredLine>`select product, base::text as base, rate::text as rate,
      rule_version as "ruleVersion", amount::text as amount, detail from entry_line
      where entry in (select id from entry where affiliate = ${whole})`.execute(world.db)
  const explained = await Promise.all(rows.map((line) => explainLine(world.db, line)))
  expect(explained.map(({ isReproduced }) => isReproduced)).toEqual(rows.map(() => true))
  const kinds = explained.map(({ after }) => after.steps.map(({ kind }) => kind).join(' '))
  expect(kinds.at(-1)).toBe('measure measure measure deduction deduction base minimum tierBase rate ceiling')
})

test('a launch ends after its months: of the first profile from the first day on, of a later one from its own', async () => {
  const terms: RewardTerms = { productType: 'games', percentage: 20, launchMonths: 1, launchPercentage: 50 }
  const [profile, next] = [await world.profile([terms]), await world.profile([terms])]
  const affiliate = await world.affiliate({ profile })
  for (const day of ['2026-01-15', '2026-02-14', '2026-02-15', '2026-03-10', '2026-04-09', '2026-04-10'])
    await world.activity({ affiliate, day, product: 'games', turnover: 100 })
  await world.reassign(affiliate, '2026-03-10', { profile: next })
  await world.close('2026-01-01', '2026-04-30')
  // From 15 January to 14 February, and from 10 March to 9 April.
  expect((await world.entries({ affiliate })).map(({ day, value }) => `${day} ${value}`)).toEqual([
    '2026-01-15 50.00',
    '2026-02-14 50.00',
    '2026-02-15 20.00',
    '2026-03-10 50.00',
    '2026-04-09 50.00',
    '2026-04-10 20.00',
  ])
})

test('tiers of the month before, of all so far, and a fee once a month', async () => {
  const tiered: RewardTerms = {
    productType: 'games',
    calculation: 'dynamic',
    tierMode: 'whole',
    percentage: 10,
    tiers: [{ from: 1000, percentage: 20 }],
    tierBase: 'turnover',
  }
  const before = await world.profile([{ ...tiered, tierSpan: 'past', tierMonths: 1 }])
  const ever = await world.profile([{ ...tiered, tierSpan: 'lifetime' }])
  const flatFeeMinimums = [{ fact: 'turnover' as const, amount: 700 }]
  const paid = await world.profile([{ productType: 'games', percentage: 10, flatFee: 30, flatFeeMinimums }])
  const values = []
  for (const profile of [before, ever, paid]) {
    const affiliate = await world.affiliate({ profile })
    for (const [day, turnover] of Object.entries({
      '2026-01-31': 600,
      '2026-02-01': 400,
      '2026-02-02': 600,
      '2026-03-01': 10,
    }))
      await world.activity({ affiliate, day, product: 'games', turnover })
    await world.close('2026-01-01', '2026-03-31')
    values.push((await world.entries({ affiliate })).map(({ value }) => value))
  }
  expect(values).toEqual([
    ['60.00', '40.00', '60.00', '2.00'],
    // In February 1,000 are reached on the first: all of February at 20 %.
    ['60.00', '80.00', '120.00', '2.00'],
    ['60.00', '40.00', '90.00', '1.00'],
  ])
})

test('245: a tier once reached in a month stays, and months do not add up', async () => {
  const profile = await world.profile([
    {
      productType: 'games',
      calculation: 'dynamic',
      tierMode: 'whole',
      percentage: 10,
      tiers: [{ from: 1000, percentage: 20 }],
      tierBase: 'turnover',
      tierSpan: 'best',
    },
  ])
  const affiliate = await world.affiliate({ profile })
  for (const [day, turnover] of Object.entries({
    '2026-01-31': 999.99,
    '2026-02-10': 900,
    '2026-02-11': 100,
    '2026-03-01': 10,
    '2026-04-30': 0.05,
  }))
    await world.activity({ affiliate, day, product: 'games', turnover })
  for (const [from, to] of [
    ['2026-01-01', '2026-02-28'],
    ['2026-03-01', '2026-04-30'],
  ] as const)
    await world.close(from, to)
  // 99.999; 90, then 20 % of 1,000; 20 % of what comes later.
  expect((await world.entries({ affiliate })).map(({ day, value }) => `${day} ${value}`)).toEqual([
    '2026-01-31 100.00',
    '2026-02-10 90.00',
    '2026-02-11 110.00',
    '2026-03-01 2.00',
    '2026-04-30 0.01',
  ])
})

test('258: a player that did nothing for 10 days leaves, whenever its days are closed', async () => {
  const profile = await world.profile([{ productType: 'games', percentage: 30, leavesAfterDays: 10 }])
  const affiliate = await world.affiliate({ profile })
  const [leaving, staying] = [
    await world.player({ affiliate, registered: '2026-01-01' }),
    await world.player({ affiliate, registered: '2026-01-01' }),
  ]
  const does = (player: number, day: string, type: 'bet' | 'deposit' | 'win', amount: number) =>
    world.event({ player, affiliate, at: `${day}T12:00:00Z`, type, amount })
  await does(leaving, '2026-01-05', 'bet', 100)
  await does(leaving, '2026-01-15', 'bet', 50)
  await does(leaving, '2026-01-26', 'bet', 200)
  await does(leaving, '2026-02-01', 'bet', 100)
  await does(staying, '2026-01-11', 'bet', 10)
  await does(staying, '2026-01-21', 'deposit', 5)
  await does(staying, '2026-01-31', 'bet', 10)
  await does(staying, '2026-02-10', 'bet', 20)
  await world.close('2026-01-01', '2026-01-20')
  await world.close('2026-01-21', '2026-01-31')
  await world.close('2026-02-01', '2026-02-28')
  const paid = async () =>
    (await world.entries({ affiliate }))
      .map(({ day, value }) => `${day} ${value}`)
      .filter((each) => !each.endsWith(' 0.00'))
  const byHand = ['2026-01-05 30.00', '2026-01-11 3.00', '2026-01-15 15.00', '2026-01-31 3.00', '2026-02-10 6.00']
  expect(await paid()).toEqual(byHand)
  await world.close('2026-01-01', '2026-02-28')
  expect(await paid()).toEqual(byHand)
})
