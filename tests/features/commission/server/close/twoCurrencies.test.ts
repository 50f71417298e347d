import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
const brands: Record<string, number> = {}
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-11-15T12:00:00Z') })
  for (const currency of ['BRL', 'USD', 'EUR', 'JPY']) brands[currency] = await world.brand(currency)
})
afterAll(() => given.drop())

async function totals(affiliate: number, currency: string) {
  const { rows } = await sql<{ month: string; total: string }>`
    select to_char(day, 'YYYY-MM') as month, sum(value)::text as total from entry
    where affiliate = ${affiliate} and currency = ${currency} group by 1 order by 1`.execute(world.db)
  return Object.fromEntries(rows.map(({ month, total }) => [month, total]))
}

async function stops(owner: number, kind = 'affiliate') {
  const { rows } = await sql<{
    text: string
  }>`select distinct to_char(day, 'YYYY-MM') || ' ' || currency || ' ' || product as text
    from close_problem where owner = ${owner} and owner_kind = ${kind} order by 1`.execute(world.db)
  return rows.map(({ text }) => text)
}

async function nameCurrency(profile: number, currency: string, product = '%'): Promise<void> {
  await sql`update reward_history set currency = ${currency} where record in (select id from reward
    where product_type like ${product} and id = any(array(select unnest(rewards) from reward_profile
      where id = ${profile})))`.execute(world.db)
}

/** Kind 10 of the cases: tiers in BRL, activity in BRL and USD, carry-over `full`. */
const example = {
  rewards: [
    {
      productType: 'bets',
      calculation: 'dynamic',
      tierMode: 'marginal',
      tiers: [
        { from: 0, percentage: 25 },
        { from: 2000, percentage: 35 },
      ],
    },
    { productType: 'games', percentage: 30 },
    { productType: 'lotto', subType: 'turnover', percentage: 5 },
    { productType: 'cpa', value: 0 },
  ] as RewardTerms[],
  activity: [
    ['BRL', '2026-07-15', 'bets', 5000, 2500],
    ['USD', '2026-07-15', 'bets', 3000, 2000],
    ['USD', '2026-07-16', 'games', 1500, 900],
    ['USD', '2026-07-17', 'lotto', 400, 0],
    ['USD', '2026-08-12', 'games', 800, 500],
  ] as const,
}

async function active(affiliate: number, rows: readonly (readonly [string, string, string, number, number])[]) {
  for (const [currency, day, product, turnover, payout] of rows)
    await world.activity({ affiliate, day, product: product as 'bets', turnover, payout, brand: brands[currency]! })
}

describe('a product whose amounts are in another currency', () => {
  it.each([['one close'], ['a close a month'], ['a close a day']])(
    'stops alone, only where it moved, and leaves later periods clear (cur-p1 to cur-p4, %s)',
    async (how) => {
      const profile = await world.profile(example.rewards, 'full')
      await nameCurrency(profile, 'BRL')
      const partner = await world.partner({ level: await world.level(1, 'ngr * percentage'), percentage: 10 })
      const affiliate = await world.affiliate({ profile, partner })
      await active(affiliate, example.activity)
      if (how === 'one close') await world.close('2026-06-01', '2026-09-30')
      else if (how === 'a close a month')
        for (const month of ['06', '07', '08', '09']) await world.close(`2026-${month}-01`, `2026-${month}-28`)
      else
        for (const day of ['2026-07-15', '2026-07-16', '2026-07-17', '2026-08-12', '2026-08-13', '2026-09-10'])
          await world.close(day)
      expect(await totals(affiliate, 'BRL')).toEqual({ '2026-07': '675.00' })
      expect(await totals(affiliate, 'USD')).toEqual({ '2026-07': '200.00', '2026-08': '90.00' })
      expect(await stops(affiliate)).toEqual(['2026-07 USD bets'])
      const { rows } = await sql<{ sum: string }>`select sum(ngr_like)::text as sum from (
        select turnover - payout as ngr_like from partner_commission where partner = ${partner} and currency = 'USD') base`.execute(
        world.db,
      )
      expect(rows[0]!.sum).toBe('1300.00')
    },
  )

  it.each<[string, RewardTerms[], Record<string, string>]>([
    [
      'a fee that deposits alone would release',
      [{ productType: 'bets', percentage: 10, flatFee: 500, flatFeeMinimums: [{ fact: 'deposits', amount: 100 }] }],
      { '2026-07': '60.00' },
    ],
    [
      'tiers over players, which are no amounts',
      [
        {
          productType: 'bets',
          calculation: 'dynamic',
          tierBase: 'activePlayers',
          tiers: [
            { from: 0, percentage: 20 },
            { from: 5, percentage: 30 },
          ],
        },
      ],
      { '2026-07': '260.00' },
    ],
    [
      'a minimum of turnover',
      [{ productType: 'bets', percentage: 20, minimums: [{ fact: 'turnover', amount: 100 }] }],
      { '2026-07': '60.00' },
    ],
    [
      'a minimum of players, which is no amount',
      [{ productType: 'bets', percentage: 20, minimums: [{ fact: 'firstDeposits', amount: 1 }] }],
      { '2026-07': '260.00' },
    ],
  ])('is told by what is an amount: %s', async (_, rewards, expected) => {
    const profile = await world.profile([...rewards, { productType: 'games', percentage: 10 }])
    await nameCurrency(profile, 'BRL')
    const affiliate = await world.affiliate({ profile })
    await active(affiliate, [
      ['USD', '2026-07-15', 'games', 1500, 900],
      ...(rewards[0]!.flatFee ? [] : ([['USD', '2026-07-15', 'bets', 3000, 2000]] as const)),
    ])
    const brand = brands['USD']!
    await world.activity({
      affiliate,
      day: '2026-07-15',
      product: 'none',
      deposits: 200,
      depositCount: 1,
      ftd: 1,
      brand,
    })
    await world.close('2026-07-01', '2026-07-31')
    expect(await totals(affiliate, 'USD')).toEqual(expected)
  })

  it('of CPA leaves the shares alone', async () => {
    const profile = await world.profile([
      { productType: 'bets', percentage: 30 },
      {
        productType: 'cpa',
        value: 50,
        triggerCondition: 'deposit',
        triggerOperation: 'sum',
        triggerComparison: '>= 20',
      },
    ])
    await nameCurrency(profile, 'BRL')
    const affiliate = await world.affiliate({ profile })
    const brand = brands['USD']!
    await world.activity({
      affiliate,
      day: '2026-07-15',
      product: 'none',
      deposits: 200,
      depositCount: 1,
      ftd: 1,
      brand,
    })
    await active(affiliate, [['USD', '2026-07-16', 'bets', 100, 0]])
    await world.close('2026-07-01', '2026-07-31')
    expect(await totals(affiliate, 'USD')).toEqual({ '2026-07': '30.00' })
    expect(await stops(affiliate)).toEqual(['2026-07 USD cpa'])
  })

  it('takes along the products that it is set against', async () => {
    const profile = await world.profile(example.rewards, 'full', { fence: 'none' })
    await nameCurrency(profile, 'BRL')
    const affiliate = await world.affiliate({ profile })
    await active(affiliate, example.activity)
    await world.close('2026-07-01', '2026-09-30')
    expect(await totals(affiliate, 'USD')).toEqual({ '2026-08': '90.00' })
    expect(await stops(affiliate)).toEqual(['2026-07 USD bets', '2026-07 USD games', '2026-07 USD lotto'])
  })

  it('keeps what was paid of it by an earlier rule, and its partner keeps its part', async () => {
    const profile = await world.profile(example.rewards)
    await nameCurrency(profile, 'USD')
    const partner = await world.partner({ level: await world.level(1, 'ngr * percentage'), percentage: 10 })
    const affiliate = await world.affiliate({ profile, partner })
    await active(affiliate, example.activity.slice(1))
    await world.close('2026-07-01', '2026-08-31')
    const before = await totals(affiliate, 'USD')
    expect(before).toEqual({ '2026-07': '450.00', '2026-08': '90.00' })
    const entries = await world.entries({ partner })
    await nameCurrency(profile, 'BRL')
    await world.activity({ affiliate, day: '2026-07-15', product: 'games', turnover: 10, brand: brands['USD']! })
    await world.close('2026-07-01', '2026-08-31')
    expect(await totals(affiliate, 'USD')).toEqual({ ...before, '2026-07': '453.00' })
    expect((await world.entries({ partner })).map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  })
})

describe('a reward that says its amounts in another currency', () => {
  const said = [
    { currency: 'USD', own: 2000, amount: 400, of: 'tier' as const },
    { currency: 'USD', own: 50, amount: 10 },
    { currency: 'USD', own: 20, amount: 4, of: 'condition' as const },
  ]

  it('pays its tiers, its values and its conditions in each', async () => {
    const profile = await world.profile([
      { ...example.rewards[0]!, currencyAmounts: said.slice(0, 1) },
      {
        productType: 'cpa',
        value: 50,
        triggerCondition: 'first_deposit',
        triggerOperation: 'sum',
        triggerComparison: '>= 20',
        currencyAmounts: said.slice(1),
      },
    ])
    await nameCurrency(profile, 'BRL')
    const affiliate = await world.affiliate({ profile })
    await active(affiliate, example.activity.slice(0, 2))
    const deposits: readonly (readonly [string, number])[] = [
      ['BRL', 5],
      ['BRL', 20],
      ['USD', 5],
      ['USD', 3],
      ['EUR', 500],
    ]
    for (const [currency, amount] of deposits) {
      const player = await world.player({ affiliate, registered: '2026-07-10', brand: brands[currency]! })
      await sql`update player set first_deposit_day = '2026-07-15', first_deposit_amount = ${amount}
        where id = ${player}`.execute(world.db)
      await world.activity({
        affiliate,
        day: '2026-07-15',
        product: 'none',
        deposits: amount,
        depositCount: 1,
        ftd: 1,
        brand: brands[currency]!,
      })
    }
    await world.close('2026-07-01', '2026-07-31')
    // 675.00 of BRL and 50.00 for one player of two; 25 % of 400.00, 35 % of 600.00 and 10.00 for one of two.
    expect(await totals(affiliate, 'BRL')).toEqual({ '2026-07': '725.00' })
    expect(await totals(affiliate, 'USD')).toEqual({ '2026-07': '320.00' })
    expect(await totals(affiliate, 'EUR')).toEqual({})
    expect(await stops(affiliate)).toEqual(['2026-07 EUR cpa'])
  })
})
