import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainLine, type StoredLine } from '#features/commission/server/explanation/explainLine.ts'
import { startOfMonth } from '#engine/values/calendar.ts'
import { Decimal } from '#engine/values/money.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type Activity, makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'

/*
 * Clauses about an affiliate's months, from public terms in our own words, through movement and the close. Every payout
 * was reckoned by hand. All of them are closed together, as in an office: one affiliate each.
 */

interface MonthClause {
  readonly clause: string
  readonly terms: readonly RewardTerms[]
  readonly carryOver?: 'none' | 'full'
  readonly activity?: readonly Omit<Activity, 'affiliate'>[]
  /** What single players did, by name. */
  readonly deeds?: readonly Deed[]
  /** What the months came to that paid something, by hand. */
  readonly paid: Readonly<Record<string, string>>
}

type Deed = readonly [
  day: string,
  player: string,
  type: 'deposit' | 'bet' | 'win' | 'bonus',
  amount: number,
  group?: string,
]

const games = (terms: Omit<RewardTerms, 'productType'>): RewardTerms => ({ productType: 'games', ...terms })
const won = (day: string, turnover: number): Omit<Activity, 'affiliate'> => ({ day, product: 'games', turnover })
const came = (day: string, ftd: number, registrations = ftd): Omit<Activity, 'affiliate'> => ({
  day,
  product: 'none',
  ftd,
  registrations,
})

const clauses: readonly MonthClause[] = [
  {
    clause: '270: 35 % from 10,000 of net revenue, but only with 20 first deposits; else 25 %',
    terms: [
      games({
        percentage: 25,
        calculation: 'dynamic',
        tierMode: 'whole',
        tiers: [{ from: 10_000, percentage: 35, alsoFact: 'firstDeposits', alsoAmount: 20 }],
      }),
    ],
    activity: [
      won('2026-01-10', 12_000),
      came('2026-01-11', 19),
      won('2026-02-10', 12_000),
      came('2026-02-11', 20),
      won('2026-03-10', 9999.99),
      came('2026-03-11', 50),
    ],
    // 12000 x 0.25; 12000 x 0.35; 9999.99 x 0.25 = 2499.9975
    paid: { '2026-01-01': '3000.00', '2026-02-01': '4200.00', '2026-03-01': '2500.00' },
  },
  {
    clause: '271: by slices, of which the upper one is open with more than 5 first deposits alone',
    terms: [
      games({
        percentage: 20,
        calculation: 'dynamic',
        tiers: [
          { from: 1000, percentage: 30, alsoFact: 'firstDeposits', alsoComparator: 'moreThan', alsoAmount: 5 },
          { from: 500, percentage: 25 },
        ],
      }),
    ],
    activity: [won('2026-01-10', 2000), came('2026-01-11', 5), won('2026-02-10', 2000), came('2026-02-11', 6)],
    // 500 x 0.2 + 1500 x 0.25; 100 + 125 + 300
    paid: { '2026-01-01': '475.00', '2026-02-01': '525.00' },
  },
  {
    clause:
      '272: three first deposits in three months, or 10 % instead of the tiers by revenue until they are there again',
    terms: [
      games({
        percentage: 25,
        calculation: 'dynamic',
        tierMode: 'whole',
        tiers: [{ from: 1000, percentage: 40 }],
        minimums: [{ fact: 'firstDeposits', amount: 3, months: 3, missed: 'lowered' }],
        loweredPercentage: 10,
      }),
    ],
    activity: [
      came('2026-01-02', 3),
      won('2026-01-10', 1000),
      won('2026-02-10', 500),
      won('2026-03-10', 1000),
      won('2026-04-10', 1000),
      came('2026-05-20', 3),
      won('2026-05-21', 1000),
    ],
    // 1000 x 0.4; 500 x 0.25; 400; nobody in February, March and April: 1000 x 0.1; 400
    paid: {
      '2026-01-01': '400.00',
      '2026-02-01': '125.00',
      '2026-03-01': '400.00',
      '2026-04-01': '100.00',
      '2026-05-01': '400.00',
    },
  },
  {
    clause: '273: a month without a first deposit, and the share is lost for good; the first one is not over yet',
    terms: [games({ percentage: 30, minimums: [{ fact: 'firstDeposits', amount: 1, lasts: 'forGood' }] })],
    activity: [
      came('2026-01-02', 1),
      won('2026-01-10', 100),
      won('2026-02-10', 100),
      came('2026-03-01', 9),
      won('2026-03-02', 100),
    ],
    paid: { '2026-01-01': '30.00' },
  },
  {
    clause: '274: 10 % for good where six months brought fewer than 2 first deposits',
    terms: [
      games({
        percentage: 40,
        minimums: [{ fact: 'firstDeposits', amount: 2, months: 2, missed: 'lowered', lasts: 'forGood' }],
        loweredPercentage: 10,
      }),
    ],
    activity: [
      came('2026-01-02', 2),
      won('2026-01-03', 100),
      won('2026-02-03', 100),
      came('2026-03-02', 1),
      won('2026-03-03', 100),
      came('2026-04-02', 9),
      won('2026-04-03', 100),
    ],
    // 40; January's two still count; one in February and March; lost, whatever comes
    paid: { '2026-01-01': '40.00', '2026-02-01': '40.00', '2026-03-01': '10.00', '2026-04-01': '10.00' },
  },
  {
    clause:
      '275: nothing where fewer than a fifth of the registrations deposit, or a tenth of deposits is charged back',
    terms: [
      games({
        percentage: 30,
        minimums: [
          { fact: 'conversion', amount: 20 },
          { fact: 'chargebackShare', comparator: 'lessThan', amount: 10 },
        ],
      }),
    ],
    activity: [
      came('2026-01-02', 2, 10),
      won('2026-01-03', 100),
      { day: '2026-01-04', product: 'none', deposits: 500, depositCount: 5 },
      { day: '2026-01-05', product: 'none', chargebacks: 49.99 },
      came('2026-02-02', 2, 11),
      won('2026-02-03', 100),
      came('2026-03-02', 1, 1),
      won('2026-03-03', 1000),
      { day: '2026-03-04', product: 'none', deposits: 500, depositCount: 5 },
      { day: '2026-03-05', product: 'none', chargebacks: 50 },
    ],
    // (100 - 49.99) x 0.3 = 15.003; 18.18 %; exactly a tenth
    paid: { '2026-01-01': '15.00' },
  },
  {
    clause: '276: a fee of 250 a month in which anything came, beside the share',
    terms: [games({ percentage: 10, flatFee: 250 })],
    activity: [came('2026-01-20', 0, 1), won('2026-03-02', 100.05)],
    // 10.005 + 250
    paid: { '2026-01-01': '250.00', '2026-03-01': '260.01' },
  },
  {
    clause: '277: 1,000 once, for the fiftieth first deposit of all',
    terms: [
      games({
        percentage: 0,
        flatFee: 1000,
        flatFeePer: 'once',
        flatFeeMinimums: [{ fact: 'firstDeposits', amount: 50 }],
      }),
    ],
    activity: [came('2026-01-20', 30), came('2026-02-19', 19), came('2026-02-20', 1), came('2026-03-02', 80)],
    paid: { '2026-02-01': '1000.00' },
  },
  {
    clause: '278: "over 5,000" is not 5,000',
    terms: [
      games({
        percentage: 20,
        calculation: 'dynamic',
        tierMode: 'whole',
        tierComparator: 'moreThan',
        tiers: [{ from: 5000, percentage: 30 }],
      }),
    ],
    activity: [won('2026-01-10', 5000), won('2026-02-10', 5000.01)],
    // 1000; 1500.003
    paid: { '2026-01-01': '1000.00', '2026-02-01': '1500.00' },
  },
  {
    clause: '282: a player counts for no more than it deposited so far; what it wins back opens room again',
    terms: [games({ percentage: 30, playerCeiling: 'deposits' })],
    deeds: [
      ['2026-01-02', 'ana', 'deposit', 100],
      ['2026-01-03', 'ana', 'bet', 60.05],
      ['2026-01-03', 'bo', 'bet', 500],
      ['2026-02-03', 'ana', 'bet', 70],
      ['2026-02-04', 'ana', 'win', 10],
      ['2026-03-01', 'bo', 'deposit', 200],
    ],
    // 60.05 x 0.3 = 18.015, of who never deposited nothing; 39.95 were left, 130.05 - 10 still above 100: 11.985; 200
    paid: { '2026-01-01': '18.02', '2026-02-01': '11.99', '2026-03-01': '60.00' },
  },
  {
    clause: '283: no player counts for more than 1,000 a month, a loss beside it whole, the rest carried',
    terms: [games({ percentage: 40, playerCeiling: 'amount', playerCeilingAmount: 1000 })],
    carryOver: 'full',
    deeds: [
      ['2026-01-02', 'ana', 'bet', 5000],
      ['2026-01-03', 'bo', 'win', 1200],
      ['2026-02-03', 'ana', 'bet', 1000],
      ['2026-02-04', 'bo', 'bet', 250.5],
    ],
    // (1000 - 1200) x 0.4 = -80; 1250.5 x 0.4 = 500.2, less 80
    paid: { '2026-02-01': '420.20' },
  },
  {
    clause: "284: after a provider's fee of 15 % of what slots win and 8 % of live games, the other games without one",
    terms: [
      games({
        percentage: 50,
        deductions: [
          { kind: 'providerFee', percentage: 15, gameGroup: 'Slots' },
          { kind: 'providerFee', percentage: 8, gameGroup: 'live' },
        ],
      }),
    ],
    deeds: [
      ['2026-01-02', 'ana', 'bet', 1000, 'slots'],
      ['2026-01-03', 'ana', 'win', 400, 'slots'],
      ['2026-01-03', 'bo', 'win', 100, 'live'],
      ['2026-01-04', 'bo', 'bet', 200.1, 'bingo'],
    ],
    // 700.10 less 600 x 0.15; a loss has no fee: 610.10 x 0.5
    paid: { '2026-01-01': '305.05' },
  },
  {
    clause: '285: 35 % of stakes times the edge of their games: 3.71 % on slots, 2.57 % at tables, 2 % elsewhere',
    terms: [
      games({
        subType: 'theoretical',
        percentage: 35,
        edges: [
          { gameGroup: 'slots', percentage: 3.71 },
          { gameGroup: 'tables', percentage: 2.57 },
        ],
        edge: 2,
      }),
    ],
    deeds: [
      ['2026-01-02', 'ana', 'bet', 10_000, 'slots'],
      ['2026-01-03', 'ana', 'win', 30_000, 'slots'],
      ['2026-01-03', 'bo', 'bet', 5000, 'tables'],
      ['2026-02-04', 'bo', 'bet', 100],
    ],
    // (371 + 128.50) x 0.35 = 174.825, whatever was won; 2 x 0.35
    paid: { '2026-01-01': '174.83', '2026-02-01': '0.70' },
  },
  {
    clause: '288: bonuses in cash are taken off, free rounds are not: the brand tells them apart',
    terms: [
      games({
        subType: 'ggr',
        percentage: 40,
        deductions: [{ kind: 'bonus', percentage: 100, gameGroup: 'cash bonus' }],
      }),
    ],
    deeds: [
      ['2026-01-02', 'ana', 'bet', 1000],
      ['2026-01-03', 'ana', 'bonus', 150, 'cash bonus'],
      ['2026-01-04', 'ana', 'bonus', 300, 'free rounds'],
    ],
    // (1000 - 150) x 0.4
    paid: { '2026-01-01': '340.00' },
  },
  {
    clause: '286: 25 % until 500 of commission were earned in all, then 40 %',
    terms: [
      games({
        percentage: 25,
        calculation: 'dynamic',
        tierMode: 'whole',
        tierBase: 'commission',
        tierSpan: 'lifetime',
        tiers: [{ from: 500, percentage: 40 }],
      }),
    ],
    activity: [won('2026-01-10', 1999.99), won('2026-02-10', 0.04), won('2026-03-10', 1000), won('2026-04-10', 1)],
    // 499.9975 is 500.00 in January: 0.04 x 0.4 = 0.016; 400
    paid: { '2026-01-01': '500.00', '2026-02-01': '0.02', '2026-03-01': '400.00', '2026-04-01': '0.40' },
  },
  {
    clause: '287: what was earned in the month before decides',
    terms: [
      games({
        percentage: 20,
        calculation: 'dynamic',
        tierMode: 'whole',
        tierBase: 'commission',
        tierSpan: 'past',
        tierMonths: 1,
        tiers: [{ from: 100, percentage: 30 }],
      }),
    ],
    activity: [won('2026-01-10', 500), won('2026-02-10', 300), won('2026-03-10', 300)],
    // 100; 300 x 0.3 = 90; 300 x 0.2
    paid: { '2026-01-01': '100.00', '2026-02-01': '90.00', '2026-03-01': '60.00' },
  },
]

describe('a clause about months', () => {
  let given: TestDatabase
  let world: World
  const affiliates = new Map<string, number>()

  beforeAll(async () => {
    given = await createTestDatabase()
    world = makeWorld(given.database, { now: new Date('2026-08-15T12:00:00Z') })
    for (const { clause, terms, carryOver, activity = [], deeds = [] } of clauses) {
      const affiliate = await world.affiliate({ profile: await world.profile(terms, carryOver) })
      affiliates.set(clause, affiliate)
      for (const each of activity) await world.activity({ affiliate, ...each })
      const players = new Map<string, number>()
      for (const [day, name, type, amount, gameGroup] of deeds) {
        const known = players.get(name) ?? (await world.player({ affiliate, registered: '2026-01-01' }))
        players.set(name, known)
        const at = `${day}T12:00:00Z`
        await world.event({ player: known, affiliate, at, type, amount, ...(gameGroup ? { gameGroup } : {}) })
      }
    }
    // What came in a day by itself, then all of it at once.
    const days = clauses.flatMap(({ activity = [], deeds = [] }) => [
      ...activity.map(({ day }) => day),
      ...deeds.map(([day]) => day),
    ])
    for (const day of [...new Set(days)].sort()) await world.close(day)
    await world.close('2026-01-01', '2026-06-30')
  }, 180_000)
  afterAll(() => given?.drop())

  it.each(clauses)('$clause', async ({ clause, paid }) => {
    const affiliate = affiliates.get(clause)!
    const months: Record<string, Decimal> = {}
    for (const { day, value } of await world.entries({ affiliate }))
      months[startOfMonth(day)] = (months[startOfMonth(day)] ?? new Decimal(0)).plus(value)
    const due = Object.entries(months).filter(([, sum]) => !sum.isZero())
    expect(Object.fromEntries(due.map(([month, sum]) => [month, sum.toFixed(2)]))).toEqual(paid)
    const { rows } = await sql<StoredLine>`select product, base::text as base, rate::text as rate,
        rule_version as "ruleVersion", amount::text as amount, detail from entry_line
        where entry in (select id from entry where affiliate = ${affiliate})`.execute(world.db)
    const explained = await Promise.all(rows.map((line) => explainLine(world.db, line)))
    expect(explained.map(({ isReproduced }) => isReproduced)).toEqual(rows.map(() => true))
    expect(await world.entries({ affiliate })).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ kind: 'adjustment' })]),
    )
  })
})
