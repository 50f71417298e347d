import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#engine/values/calendar.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type RewardTerms, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
const brands: Record<string, number> = {}
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-06-15T12:00:00Z') })
  for (const currency of ['BRL', 'USD']) brands[currency] = await world.brand(currency)
})
afterAll(() => given.drop())

const currencies = ['BRL', 'USD'] as const
const percent30 = { productType: 'bets', subType: 'turnover', percentage: 30 } as const

async function shownEntries(owner: { affiliate: number } | { partner: number }) {
  const [[kind, id]] = Object.entries(owner) as [[string, number]]
  const { rows } = await sql<{
    day: string
    currency: string
    value: string
  }>`select day::text as day, currency, value from entry
    where ${sql.ref(kind)} = ${id} order by entry.day, currency, id`.execute(world.db)
  return rows.map(({ day, currency, value }) => `${day} ${currency} ${value}`)
}

async function problemsOf(owner: { affiliate: number } | { partner: number }): Promise<string[]> {
  const [[kind, id]] = Object.entries(owner) as [[string, number]]
  const { rows } = await sql<{
    currency: string
    code: string
  }>`select distinct currency, code from close_problem where owner_kind = ${kind} and owner = ${id} order by 1`.execute(
    world.db,
  )
  return rows.map(({ currency, code }) => `${currency} ${code}`)
}

/** Rules that say their amounts are in a currency. */
async function nameCurrency(profile: number, currency: string): Promise<void> {
  await sql`update reward_history set currency = ${currency} where record = any(array(select unnest(rewards)
    from reward_profile where id = ${profile}))`.execute(world.db)
}

describe('what comes in two currencies', () => {
  test('is two entries of an affiliate and of its partner, each of its own activity', async () => {
    const partner = await world.partner({ level: await world.level(1), percentage: 50 })
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]), partner })
    for (const currency of currencies)
      await world.activity({ affiliate, day: '2026-03-02', turnover: 100, brand: brands[currency]! })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 10, brand: brands['USD']!, action: 2 })
    await world.close('2026-03-02')
    expect(await shownEntries({ affiliate })).toEqual(['2026-03-02 BRL 30.00', '2026-03-02 USD 33.00'])
    expect(await shownEntries({ partner })).toEqual(['2026-03-02 BRL 35.00', '2026-03-02 USD 38.50'])
    const { rows } =
      await sql`select currency, turnover, affiliate_reward from partner_commission where partner = ${partner}
        order by 1`.execute(world.db)
    expect(rows).toEqual([
      { currency: 'BRL', turnover: '100.00', affiliate_reward: '30.00' },
      { currency: 'USD', turnover: '110.00', affiliate_reward: '33.00' },
    ])
  })

  test('is corrected in its own currency when it comes late', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]) })
    for (const currency of currencies)
      await world.activity({ affiliate, day: '2026-03-02', turnover: 100, brand: brands[currency]! })
    await world.close('2026-03-02')
    await world.complete((await world.entries({ affiliate })).map(({ id }) => id))
    await world.activity({ affiliate, day: '2026-03-02', turnover: 10, brand: brands['USD']! })
    await world.close('2026-03-02')
    expect(await shownEntries({ affiliate })).toEqual([
      '2026-03-02 BRL 30.00',
      '2026-03-02 USD 30.00',
      '2026-06-15 USD 3.00',
    ])
  })

  test('carries a loss into later months of its own currency alone', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30], 'full') })
    await world.activity({ affiliate, day: '2026-03-02', payout: 100, turnover: 0, brand: brands['USD']! })
    const loss = await world.affiliate({ profile: await world.profile([{ ...percent30, subType: 'ngr' }], 'full') })
    await world.activity({ affiliate: loss, day: '2026-03-02', payout: 100, brand: brands['USD']! })
    for (const currency of currencies)
      await world.activity({ affiliate: loss, day: '2026-04-02', turnover: 150, brand: brands[currency]! })
    await world.close('2026-03-01', '2026-03-31')
    await world.close('2026-04-02')
    expect((await shownEntries({ affiliate: loss })).filter((entry) => entry.startsWith('2026-04'))).toEqual([
      '2026-04-02 BRL 45.00',
      '2026-04-02 USD 15.00',
    ])
  })
})

describe('a rule with amounts of its own', () => {
  const tiers: RewardTerms = {
    productType: 'bets',
    subType: 'turnover',
    calculation: 'dynamic',
    tiers: [
      { from: 0, percentage: 10 },
      { from: 50, percentage: 20 },
    ],
  }

  test('stops the owner in another currency, with the reason, and pays in its own', async () => {
    const profile = await world.profile([tiers])
    await nameCurrency(profile, 'BRL')
    const affiliate = await world.affiliate({ profile })
    for (const currency of currencies)
      await world.activity({ affiliate, day: '2026-03-02', turnover: 100, brand: brands[currency]! })
    await world.close('2026-03-02')
    expect(await shownEntries({ affiliate })).toEqual(['2026-03-02 BRL 15.00'])
    expect(await problemsOf({ affiliate })).toEqual(['USD rule_of_another_currency'])
    await nameCurrency(profile, 'USD')
    await world.close('2026-03-02')
    expect(await problemsOf({ affiliate })).toEqual(['BRL rule_of_another_currency'])
    expect(await shownEntries({ affiliate })).toEqual(['2026-03-02 BRL 15.00', '2026-03-02 USD 15.00'])
  })

  test.each<[string, RewardTerms, string[]]>([
    [
      'a threshold that is an amount',
      { ...percent30, triggerCondition: 'turnover', triggerOperation: 'sum', triggerComparison: '>= 50' },
      ['2026-03-02 BRL 30.00'],
    ],
    [
      'a threshold that is a number',
      { ...percent30, triggerCondition: 'bets', triggerOperation: 'count', triggerComparison: '>= 1' },
      ['2026-03-02 BRL 30.00', '2026-03-02 USD 30.00'],
    ],
    [
      'tiers from 0 on',
      { ...tiers, tiers: [{ from: 0, percentage: 30 }] },
      ['2026-03-02 BRL 30.00', '2026-03-02 USD 30.00'],
    ],
  ])('is told by what it says: %s', async (_, terms, expected) => {
    const profile = await world.profile([terms])
    await nameCurrency(profile, 'BRL')
    const affiliate = await world.affiliate({ profile })
    for (const currency of currencies)
      await world.activity({ affiliate, day: '2026-03-02', turnover: 100, bets: 1, brand: brands[currency]! })
    await world.close('2026-03-02')
    expect(await shownEntries({ affiliate })).toEqual(expected)
  })

  test('of CPA stops who has players in another currency whose amounts it asks for', async () => {
    const profile = await world.profile([
      percent30,
      {
        productType: 'cpa',
        value: 100,
        triggerCondition: 'deposit',
        triggerOperation: 'sum',
        triggerComparison: '>= 50',
      },
    ])
    await nameCurrency(profile, 'BRL')
    const affiliate = await world.affiliate({ profile })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100, brand: brands['USD']! })
    await world.activity({
      affiliate,
      day: '2026-03-03',
      product: 'none',
      deposits: 10,
      depositCount: 1,
      brand: brands['USD']!,
    })
    await world.close('2026-03-02', '2026-03-03')
    expect(await shownEntries({ affiliate })).toEqual(['2026-03-02 USD 30.00'])
    expect(await problemsOf({ affiliate })).toEqual(['USD rule_of_another_currency'])
  })

  test.each([
    ['ngr > 1000 ? ngr * percentage : 0', ['BRL']],
    ['ngr > 0 ? max(0, ngr) * percentage : 0', ['BRL', 'USD']],
    ['min(ngr * 20%, 500)', ['BRL']],
    ['ngr * ngr / turnover * percentage', ['BRL', 'USD']],
  ])('of a level is told by its formula: %s', async (formula, paidIn) => {
    const level = await world.level(1, formula)
    await sql`update partner_level_history set currency = 'BRL' where record = ${level}`.execute(world.db)
    const partner = await world.partner({ level, percentage: 50 })
    const affiliate = await world.affiliate({ profile: await world.profile([]), partner })
    for (const currency of currencies)
      await world.activity({ affiliate, day: '2026-03-02', turnover: 2000, brand: brands[currency]! })
    await world.close('2026-03-02')
    expect((await shownEntries({ partner })).map((entry) => entry.split(' ')[1])).toEqual(paidIn)
    expect(await problemsOf({ partner })).toEqual(paidIn.length === 2 ? [] : ['USD rule_of_another_currency'])
  })
})

const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount / 100)
const happening = fc.record({
  dayOfMonth: fc.integer({ min: 0, max: 40 }),
  currency: fc.constantFrom(...currencies),
  product: fc.constantFrom('bets' as const, 'games' as const),
  turnover: cents,
  payout: cents,
  bonus: cents,
  owner: fc.constantFrom(0, 1),
  isLate: fc.boolean(),
})
const office = fc.record({
  happenings: fc.array(happening, { minLength: 2, maxLength: 10 }),
  percentage: fc.integer({ min: 1, max: 60 }),
  from: fc.integer({ min: 1, max: 500 }),
  carryOver: fc.constantFrom('none' as const, 'full' as const),
  subType: fc.constantFrom('ngr', 'turnover'),
})

test('whatever happens in two currencies: an office earns what two offices of one currency each earn beside each other', async () => {
  await fc.assert(
    fc.asyncProperty(office, async ({ happenings, percentage, from, carryOver, subType }) => {
      const terms = {
        productType: 'bets',
        subType,
        calculation: 'dynamic',
        tiers: [
          { from: 0, percentage },
          { from, percentage: 60 },
        ],
      } as const
      const profile = await world.profile([terms, { ...percent30, productType: 'games' }], carryOver)
      const level = await world.level(1)
      const made = async () => {
        const partner = await world.partner({ level, percentage: 20, abatement: 5 })
        return {
          partner,
          affiliates: [await world.affiliate({ profile, partner }), await world.affiliate({ profile, partner })],
        }
      }
      const [mixed, apart] = [await made(), { BRL: await made(), USD: await made() }]
      for (const late of [false, true]) {
        for (const { dayOfMonth, currency, owner, isLate, ...activity } of happenings) {
          if (isLate !== late) continue
          const day = addDays('2026-04-10', dayOfMonth)
          for (const { affiliates } of [mixed, apart[currency]])
            await world.activity({ affiliate: affiliates[owner]!, day, brand: brands[currency]!, ...activity })
        }
        await world.close('2026-04-10', '2026-05-20')
      }
      for (const currency of currencies) {
        const of = async (owner: Parameters<typeof shownEntries>[0]) =>
          (await shownEntries(owner)).filter((entry) => entry.includes(currency))
        for (const [index, affiliate] of mixed.affiliates.entries())
          expect(await of({ affiliate })).toEqual(await shownEntries({ affiliate: apart[currency].affiliates[index]! }))
        expect(await of({ partner: mixed.partner })).toEqual(await shownEntries({ partner: apart[currency].partner }))
      }
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('no payment holds an entry of another currency, whoever writes it', async () => {
  const affiliate = await world.affiliate({ profile: await world.profile([percent30]) })
  await world.activity({ affiliate, day: '2026-03-02', turnover: 100, brand: brands['USD']! })
  await world.close('2026-03-02')
  const [entry] = await world.entries({ affiliate })
  const paid =
    sql`with made as (insert into payment (affiliate, value, currency, method, state) values (${affiliate}, 30, 'BRL',
      'manual', 'settled') returning id) select id from made`.execute(world.db)
  const {
    rows: [payment],
  } = await (paid as Promise<{ rows: { id: number }[] }>)
  await expect(
    sql`insert into payment_entry (payment, entry) values (${payment!.id}, ${entry!.id})`.execute(world.db),
  ).rejects.toThrow('another currency')
})
