import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainLine, type StoredLine } from '../../../../src/api/money/earn/explainLine.ts'
import { addDays } from '../../../../src/domain/calendar.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts'
import { makeWorld, type RewardTerms, total, type World } from '../support/world.ts'

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
