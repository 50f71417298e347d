import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeWorld, type World } from '#tests/support/money/world.ts'

let given: TestDatabase
let world: World
beforeAll(async () => {
  given = await createTestDatabase()
  world = makeWorld(given.database, { now: new Date('2026-03-20T12:00:00Z') })
})
afterAll(() => given.drop())

const percent30 = { productType: 'bets', percentage: 30 } as const
const valueOn = async (owner: Parameters<World['entries']>[0], day: string) =>
  (await world.entries(owner)).find((entry) => entry.day === day)?.value

describe('an affiliate', () => {
  test('that has no profile earns nothing, and no entry is written', async () => {
    const affiliate = await world.affiliate()
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100 })
    await world.close('2026-03-02')
    expect(await world.entries({ affiliate })).toEqual([])
  })

  test('has a negative entry on a day that lost, so that the month adds up', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]) })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100 })
    await world.activity({ affiliate, day: '2026-03-03', payout: 60 })
    await world.activity({ affiliate, day: '2026-03-04', payout: 100 })
    await world.close('2026-03-02', '2026-03-04')
    expect((await world.entries({ affiliate })).map(({ value }) => value)).toEqual(['30.00', '-18.00', '-12.00'])
  })

  test('whose profile changes begins a new period that day; the days before keep the old one', async () => {
    const tiers = [
      { from: 0, percentage: 10 },
      { from: 100, percentage: 50 },
    ]
    const tiered = await world.profile([{ productType: 'bets', calculation: 'dynamic', tiers }])
    const affiliate = await world.affiliate({ profile: tiered })
    await world.reassign(affiliate, '2026-03-05', {
      profile: await world.profile([{ productType: 'bets', calculation: 'dynamic', tiers }]),
    })
    for (const day of ['2026-03-04', '2026-03-05']) await world.activity({ affiliate, day, turnover: 100 })
    await world.close('2026-03-04', '2026-03-05')
    expect((await world.entries({ affiliate })).map(({ value }) => value)).toEqual(['10.00', '10.00'])
  })

  test('goes on in its period when only its partner changes', async () => {
    const affiliate = await world.affiliate({
      profile: await world.profile([
        {
          productType: 'bets',
          calculation: 'dynamic',
          tiers: [
            { from: 0, percentage: 10 },
            { from: 100, percentage: 50 },
          ],
        },
      ]),
    })
    await world.reassign(affiliate, '2026-03-05', { partner: 12345 })
    for (const day of ['2026-03-04', '2026-03-05']) await world.activity({ affiliate, day, turnover: 100 })
    await world.close('2026-03-04', '2026-03-05')
    expect((await world.entries({ affiliate })).map(({ value }) => value)).toEqual(['10.00', '50.00'])
  })

  test('whose rule changes inside a period earns by the old one before and by the new one from then on', async () => {
    const profile = await world.profile([percent30])
    const {
      rows: [reward],
    } = await sql<{
      id: number
    }>`select reward.id from reward join reward_profile on reward.id = any(rewards) where reward_profile.id = ${profile}
      and product_type = 'bets'`.execute(world.db)
    await world.changePercentage(reward!.id, '2026-03-10', 40)
    const affiliate = await world.affiliate({ profile })
    for (const day of ['2026-03-09', '2026-03-10', '2026-03-11'])
      await world.activity({ affiliate, day, turnover: 100 })
    await world.close('2026-03-09', '2026-03-11')
    expect((await world.entries({ affiliate })).map(({ value }) => value)).toEqual(['30.00', '40.00', '40.00'])
  })

  test('bears costs that name no product, so that nobody is paid on money that went back', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]) })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100 })
    await world.activity({ affiliate, day: '2026-03-03', product: 'none', chargebacks: 40 })
    await world.close('2026-03-02', '2026-03-03')
    expect((await world.entries({ affiliate })).map(({ value }) => value)).toEqual(['30.00', '-12.00'])
  })

  test('earns once its period fulfils the trigger, on all of the period', async () => {
    const terms = { ...percent30, triggerCondition: 'deposit', triggerOperation: 'count', triggerComparison: '>= 2' }
    const affiliate = await world.affiliate({ profile: await world.profile([terms]) })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100 })
    await world.activity({ affiliate, day: '2026-03-02', product: 'none', deposits: 10, depositCount: 1 })
    await world.activity({ affiliate, day: '2026-03-03', product: 'none', deposits: 10, depositCount: 1 })
    await world.close('2026-03-02', '2026-03-03')
    expect((await world.entries({ affiliate })).map(({ value }) => value)).toEqual(['0.00', '30.00'])
  })

  test('whose reward is not whole is stopped and named; the others are closed', async () => {
    const broken = await world.affiliate({
      profile: await world.profile([{ ...percent30, triggerCondition: 'deposit' }]),
    })
    const sound = await world.affiliate({ profile: await world.profile([percent30]) })
    for (const affiliate of [broken, sound]) await world.activity({ affiliate, day: '2026-03-06', turnover: 100 })
    const { problems } = await world.close('2026-03-06')
    expect(problems).toMatchObject([{ ownerKind: 'affiliate', owner: broken, day: '2026-03-06' }])
    expect([
      await valueOn({ affiliate: broken }, '2026-03-06'),
      await valueOn({ affiliate: sound }, '2026-03-06'),
    ]).toEqual([undefined, '30.00'])
    await world.reassign(broken, '2026-04-01', { profile: await world.profile([percent30]) })
  })
})

describe('CPA', () => {
  const terms = {
    productType: 'cpa',
    value: 50,
    triggerCondition: 'deposit',
    triggerOperation: 'sum',
    triggerComparison: '>= 100',
  } as const

  test("looks at a player's whole life and counts it once, on the day it qualifies", async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([terms]) })
    const player = await world.player({ affiliate, registered: '2026-01-05' })
    await world.deposit({ player, affiliate, day: '2026-01-05', amount: 60 })
    await world.deposit({ player, affiliate, day: '2026-03-05', amount: 60 })
    await world.deposit({ player, affiliate, day: '2026-03-06', amount: 500 })
    await world.close('2026-01-05', '2026-03-10')
    expect((await world.entries({ affiliate })).map(({ day, value }) => [day, value])).toEqual([
      ['2026-03-05', '50.00'],
    ])
  })

  test('is not paid again when the affiliate gets another profile', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([terms]) })
    const player = await world.player({ affiliate, registered: '2026-03-01' })
    await world.deposit({ player, affiliate, day: '2026-03-01', amount: 100 })
    await world.reassign(affiliate, '2026-03-05', { profile: await world.profile([{ ...terms, value: 70 }]) })
    await world.deposit({ player, affiliate, day: '2026-03-06', amount: 100 })
    await world.close('2026-03-05', '2026-03-10')
    await world.close('2026-03-01', '2026-03-10')
    expect((await world.entries({ affiliate })).map(({ day, value }) => [day, value])).toEqual([
      ['2026-03-01', '50.00'],
    ])
  })

  test('moves to the day a late event makes it qualify on', async () => {
    const affiliate = await world.affiliate({ profile: await world.profile([terms]) })
    const player = await world.player({ affiliate, registered: '2026-02-01' })
    await world.deposit({ player, affiliate, day: '2026-02-01', amount: 60 })
    await world.deposit({ player, affiliate, day: '2026-03-05', amount: 60 })
    await world.close('2026-02-01', '2026-03-10')
    await world.deposit({ player, affiliate, day: '2026-02-10', amount: 60 })
    await world.close('2026-03-11')
    const entries = await world.entries({ affiliate })
    expect(entries.filter(({ value }) => value !== '0.00').map(({ day, value }) => [day, value])).toEqual([
      ['2026-02-10', '50.00'],
    ])
  })
})

describe('an amount that is too large to be one', () => {
  const percent100 = { productType: 'bets', subType: 'turnover', percentage: 100 } as const

  test('stops the affiliate it would be of, and its partner where it is too much for it alone; the others earn', async () => {
    const far = '2026-05-04'
    const partner = await world.partner({ level: await world.level(1, 'turnover * percentage'), percentage: 10 })
    const above = await world.partner({ level: await world.level(1, 'turnover * percentage'), percentage: 100 })
    const [most, beyond, other] = [
      await world.affiliate({ profile: await world.profile([percent100]), partner: above }),
      await world.affiliate({ profile: await world.profile([percent100]), partner: above }),
      await world.affiliate({ profile: await world.profile([percent30]), partner }),
    ]
    await world.activity({ affiliate: most, day: far, turnover: 9999999999999.5 })
    await world.activity({ affiliate: beyond, day: far, turnover: 10000000000000.5 })
    await world.activity({ affiliate: other, day: far, turnover: 100 })
    const { problems } = await world.close(far)
    expect(problems).toMatchObject([
      { ownerKind: 'affiliate', owner: beyond, day: far, code: 'too_large' },
      { ownerKind: 'partner', owner: above, day: far, code: 'too_large' },
    ])
    expect([
      await valueOn({ affiliate: most }, far),
      await valueOn({ affiliate: other }, far),
      await valueOn({ partner }, far),
    ]).toEqual(['9999999999999.50', '30.00', '10.00'])
    expect([...(await world.entries({ affiliate: beyond })), ...(await world.entries({ partner: above }))]).toEqual([])
    await world.activity({ affiliate: beyond, day: far, turnover: -10000000000000 })
    await world.activity({ affiliate: most, day: far, turnover: -9999999999999 })
    expect((await world.close(far)).problems).toEqual([])
    expect([await valueOn({ affiliate: beyond }, far), await valueOn({ partner: above }, far)]).toEqual([
      '0.50',
      '1.00',
    ])
  })
})

describe('a partner', () => {
  test('whose formula divides by zero is stopped and named with the day; the others earn, and it makes up when there is a result', async () => {
    const stopped = await world.partner({ level: await world.level(1, 'ngr / (turnover - 100)'), percentage: 10 })
    const other = await world.partner({ level: await world.level(1, 'ngr * percentage'), percentage: 10 })
    for (const partner of [stopped, other]) {
      const affiliate = await world.affiliate({ profile: await world.profile([percent30]), partner })
      for (const day of ['2026-03-17', '2026-03-18']) await world.activity({ affiliate, day, turnover: 100 })
    }
    const { problems } = await world.close('2026-03-17')
    expect(problems).toMatchObject([
      { ownerKind: 'partner', owner: stopped, day: '2026-03-17', code: 'division_by_zero' },
    ])
    expect(await world.entries({ partner: stopped })).toEqual([])
    expect(await valueOn({ partner: other }, '2026-03-17')).toBe('10.00')
    await world.close('2026-03-18')
    expect(await valueOn({ partner: stopped }, '2026-03-18')).toBe('2.00')
  })

  test('below whom nothing moved yet is passed over, whatever its formula makes of nothing', async () => {
    const idle = await world.partner({ level: await world.level(1, 'ngr / ggr * percentage'), percentage: 10 })
    const { problems } = await world.close('2026-03-17')
    expect(problems.filter(({ owner }) => owner === idle)).toEqual([])
    expect(await world.entries({ partner: idle })).toEqual([])
  })

  test('earns 0 of a negative result, and never less than nothing over the month', async () => {
    const partner = await world.partner({ level: await world.level(1, 'ngr * percentage'), percentage: 10 })
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]), partner })
    await world.activity({ affiliate, day: '2026-03-02', turnover: 100 })
    await world.activity({ affiliate, day: '2026-03-03', payout: 500 })
    await world.close('2026-03-02', '2026-03-03')
    expect((await world.entries({ partner })).map(({ value }) => value)).toEqual(['10.00', '-10.00'])
  })

  test('counts an affiliate for the days it hung below it', async () => {
    const [first, second] = [
      await world.partner({ level: await world.level(1, 'turnover * percentage'), percentage: 10 }),
      await world.partner({ level: await world.level(1, 'turnover * percentage'), percentage: 20 }),
    ]
    const affiliate = await world.affiliate({ profile: await world.profile([percent30]), partner: first })
    await world.reassign(affiliate, '2026-03-05', { partner: second })
    for (const day of ['2026-03-04', '2026-03-05']) await world.activity({ affiliate, day, turnover: 100 })
    await world.close('2026-03-04', '2026-03-05')
    expect((await world.entries({ partner: first })).map(({ day, value }) => [day, value])).toEqual([
      ['2026-03-04', '10.00'],
    ])
    expect((await world.entries({ partner: second })).map(({ day, value }) => [day, value])).toEqual([
      ['2026-03-05', '20.00'],
    ])
  })
})
