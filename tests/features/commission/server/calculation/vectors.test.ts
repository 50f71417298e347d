import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, total, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database)
})
afterAll(() => given.drop())

async function valueOf(
  terms: Parameters<World['profile']>[0],
  activity: Partial<Parameters<World['activity']>[0]>,
): Promise<string> {
  const affiliate = await world.affiliate({ profile: await world.profile(terms) })
  await world.activity({ affiliate, day: '2026-03-10', ...activity })
  await world.close('2026-03-10')
  return total(await world.entries({ affiliate }))
}

const tiers = [
  { from: 0, percentage: 25 },
  { from: 7500, percentage: 30 },
  { from: 50_000, percentage: 35 },
]

describe('the vectors of domain.md, section 7, from movement to entries', () => {
  test('1: ngr is ggr less bonus, admin fee and chargebacks; 30 % of it is earned', async () => {
    expect(
      await valueOf([{ productType: 'bets', percentage: 30, adminFee: 12.5 }], {
        turnover: 1000,
        payout: 600,
        bonus: 150,
        chargebacks: 25,
      }),
    ).toBe('52.50')
  })

  test('2: an amount is rounded half away from zero, once', async () => {
    expect(await valueOf([{ productType: 'bets', percentage: 45 }], { turnover: 10.5 })).toBe('4.73')
  })

  test.each([
    ['none', ['1200.00', '0.00', '1200.00']],
    ['full', ['1200.00', '0.00', '0.00']],
  ] as const)(
    '4: with carry-over %s the months +3000, -5000, +3000 at forty percent come to what the vector says',
    async (carryOver, expected) => {
      const affiliate = await world.affiliate({
        profile: await world.profile([{ productType: 'bets', percentage: 40 }], carryOver),
      })
      await world.activity({ affiliate, day: '2026-01-10', turnover: 3000 })
      await world.activity({ affiliate, day: '2026-02-10', payout: 5000 })
      await world.activity({ affiliate, day: '2026-03-11', turnover: 3000 })
      await world.close('2026-01-01', '2026-03-31')
      const entries = await world.entries({ affiliate })
      const month = (prefix: string) => total(entries.filter(({ day }) => day.startsWith(prefix)))
      expect(['2026-01', '2026-02', '2026-03'].map(month)).toEqual(expected)
    },
  )

  test.each([
    ['none', '4500.00'],
    ['full', '1500.00'],
  ] as const)('5: with carry-over %s a loss of March leaves %s of April', async (carryOver, expected) => {
    const affiliate = await world.affiliate({
      profile: await world.profile([{ productType: 'bets', percentage: 30 }], carryOver),
    })
    await world.activity({ affiliate, day: '2026-03-05', payout: 10_000 })
    await world.activity({ affiliate, day: '2026-04-05', turnover: 15_000 })
    // Only April is closed: what March left is found from its movement.
    await world.close('2026-04-05')
    expect(total(await world.entries({ affiliate }))).toBe(expected)
  })

  test.each([
    ['marginal', '18125.00'],
    ['whole', '21000.00'],
  ] as const)('6: tiers %s make %s of 60,000', async (tierMode, expected) => {
    expect(
      await valueOf([{ productType: 'lotto', calculation: 'dynamic', tiers, tierMode }], {
        product: 'lotto',
        turnover: 60_000,
      }),
    ).toBe(expected)
  })

  test.each([
    ['whole', 3, '825.00'],
    ['whole', 4, '1100.00'],
    ['whole', 5, '1500.00'],
    ['marginal', 5, '1350.00'],
  ] as const)('7: CPA in tiers, %s, of %i players is %s', async (tierMode, players, expected) => {
    const terms = {
      productType: 'cpa',
      calculation: 'dynamic',
      value: 250,
      tiers: [
        { from: 3, value: 275 },
        { from: 5, value: 300 },
      ],
      tierMode,
    } as const
    const affiliate = await world.affiliate({ profile: await world.profile([terms]) })
    for (let index = 0; index < players; index += 1) await world.player({ affiliate, registered: '2026-03-12' })
    await world.close('2026-03-12')
    expect(total(await world.entries({ affiliate }))).toBe(expected)
  })

  test('8: 5 % to 100 and 10 % above make 10.00 of 150', async () => {
    const terms = {
      productType: 'games',
      calculation: 'dynamic',
      percentage: 5,
      tiers: [{ from: 100, percentage: 10 }],
    } as const
    expect(await valueOf([terms], { product: 'games', turnover: 150 })).toBe('10.00')
  })

  test('9 and 10: a level-1 partner earns 189.00 by the default formula, the one below 37.80 of that', async () => {
    const top = await world.partner({ level: await world.level(1), percentage: 30, abatement: 10 })
    const below = await world.partner({
      level: await world.level(2, 'value * percentage'),
      parent: top,
      percentage: 20,
    })
    const affiliate = await world.affiliate({
      profile: await world.profile([{ productType: 'bets', percentage: 30 }]),
      partner: below,
    })
    await world.activity({ affiliate, day: '2026-03-15', turnover: 1000 })
    await world.close('2026-03-15')
    expect(total(await world.entries({ affiliate }))).toBe('300.00')
    expect(total(await world.entries({ partner: top }))).toBe('189.00')
    expect(total(await world.entries({ partner: below }))).toBe('37.80')
  })

  test('12: 60,000 arriving 2000 a day for 30 days add up to the tiers of the whole, in 30 entries', async () => {
    const affiliate = await world.affiliate({
      profile: await world.profile([{ productType: 'bets', calculation: 'dynamic', tiers }]),
    })
    for (let day = 1; day <= 30; day += 1)
      await world.activity({ affiliate, day: `2026-06-${String(day).padStart(2, '0')}`, turnover: 2000 })
    await world.close('2026-06-01', '2026-06-30')
    const entries = await world.entries({ affiliate })
    expect(entries).toHaveLength(30)
    expect(total(entries)).toBe('18125.00')
  })
})
